//! Errors in the language of the visitor who reads them. Every error is written in English first (`problem`); one whose
//! texts are known in other languages is written anew here, after the handler has responded. Contributors get English,
//! and the codes of the texts.

use axum::Json;
use axum::extract::Request;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use stoa_kernel::id::WebsiteId;
use stoa_kernel::{Failure, ProblemValue, Said};
use stoa_messages::{Texts, Value};
use stoa_site::settings::site_row;
use stoa_site::site_texts::{SiteWording, texts_of_language};

use crate::extract::{AcceptedLanguages, RequestedHost};
use crate::invalidation::Caller;
use crate::problem::{Problem, SaidProblem};
use crate::state::AppState;

/// Group of the messages.
const GROUP: &str = "problem";
/// The language in which errors are written first.
const ENGLISH: &str = "en";

/// Who reads the response to a request.
#[derive(Debug)]
pub(crate) struct Reader {
    languages: AcceptedLanguages,
    host: RequestedHost,
}

impl Reader {
    /// The reader of a request.
    pub(crate) fn of(request: &Request) -> Self {
        let languages = AcceptedLanguages::of(request.headers());
        Self { languages, host: RequestedHost::of(request.headers(), request.uri()) }
    }

    /// A refusal without the texts of a site, which is not known yet or is closed, in the language that a visitor's
    /// browser asks for.
    pub(crate) async fn refusal(&self, state: &AppState, response: Response) -> Response {
        let (Some(language), Some(said)) = (self.languages.preferred(), said_in(&response)) else { return response };
        // The host names the site of a visitor; contributors call the platform.
        match state.tenancy.hosts.resolve(&self.host.name().0).await {
            Ok(Some(_)) => in_words(response, &said, &SiteWording::usual(language)),
            Ok(None) | Err(_) => response,
        }
    }

    /// The response of a handler: for a visitor in their language, otherwise in that of the site.
    pub(crate) async fn response(
        &self,
        state: &AppState,
        site: Option<&(WebsiteId, Caller)>,
        response: Response,
    ) -> Response {
        let Some(said) = said_in(&response) else { return response };
        let website = match site {
            Some((website, Caller::Visitor)) => website,
            Some((_, Caller::Contributor)) => return response,
            None => return self.refusal(state, response).await,
        };
        match self.wording(state, website).await {
            Ok(wording) => in_words(response, &said, &wording),
            // The database refuses: then English is better than no answer.
            Err(_) => response,
        }
    }

    async fn wording(&self, state: &AppState, website: &WebsiteId) -> Result<SiteWording, Failure> {
        let tenant = state.tenancy.for_visitor(website, None, GROUP).await?;
        let tx = tenant.db.read().await?;
        let row = site_row(&tx).await?;
        Ok(texts_of_language(&tx, &row, self.languages.preferred().unwrap_or(&row.language)).await?)
    }
}

fn said_in(response: &Response) -> Option<SaidProblem> {
    response.extensions().get::<SaidProblem>().cloned()
}

/// The response with its texts in other words.
fn in_words(response: Response, said: &SaidProblem, wording: &SiteWording) -> Response {
    let texts = wording.texts();
    let problem = problem_in(said, texts);
    let (mut parts, _) = response.into_parts();
    let body = Json(&problem).into_response().into_body();
    parts.headers.remove(header::CONTENT_LENGTH);
    parts.headers.insert(header::CONTENT_LANGUAGE, HeaderValue::from_static(texts.language()));
    parts.headers.append(header::VARY, HeaderValue::from_static("Accept-Language"));
    Response::from_parts(parts, body)
}

fn problem_in(said: &SaidProblem, texts: Texts<'_>) -> Problem {
    let mut problem = Problem::clone(&said.problem);
    if let Some(detail) = said.texts.detail.as_ref().and_then(|detail| sentence(detail, texts)) {
        problem.error.clone_from(&detail);
        problem.detail = detail;
    }
    for (field, message) in &mut problem.errors {
        if let Some(other) = said.texts.fields.get(field).and_then(|said| sentence(said, texts)) {
            *message = other;
        }
    }
    problem
}

/// The sentence in other words; none where English stays as it was written.
pub(crate) fn sentence(said: &Said, texts: Texts<'_>) -> Option<String> {
    let key = format!("{GROUP}.{}", said.code());
    if texts.language() == ENGLISH && !texts.is_own(&key) {
        return None;
    }
    let values = said.values().iter().map(|(name, value)| {
        let value = match value {
            ProblemValue::Text(text) => Value::Text(text),
            ProblemValue::Number(number) => Value::Integer(*number),
        };
        (*name, value)
    });
    texts.find_and_format(&key, &values.collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use stoa_kernel::{ProblemText, Said, shared_problem_texts};
    use stoa_messages::{Catalogue, LANGUAGES, originals};

    use super::{GROUP, sentence};
    use crate::problem_texts::{self, OF_VISITORS};

    fn all() -> Vec<ProblemText> {
        let lists = [
            shared_problem_texts::PROBLEM_TEXTS,
            problem_texts::PROBLEM_TEXTS,
            stoa_address::problem_texts::PROBLEM_TEXTS,
            stoa_commerce::problem_texts::PROBLEM_TEXTS,
            stoa_audience::problem_texts::PROBLEM_TEXTS,
        ];
        lists.concat().into_iter().chain(OF_VISITORS.iter().map(|code| code.text())).collect()
    }

    #[test]
    fn each_sentence_has_a_message() {
        let known: BTreeMap<&str, &str> = originals("en")
            .iter()
            .filter_map(|text| Some((text.key.strip_prefix(GROUP)?.strip_prefix('.')?, text.english.as_str())))
            .collect();
        let said = all();
        for text in &said {
            assert_eq!(known.get(text.code()).copied(), Some(text.english()), "{}", text.code());
        }
        let codes: BTreeSet<&str> = said.iter().map(|text| text.code()).collect();
        assert_eq!(codes.len(), said.len(), "each code once");
        let unused: Vec<&&str> = known.keys().filter(|code| !codes.contains(*code)).collect();
        assert!(unused.is_empty(), "nothing says {unused:?}");
    }

    #[test]
    fn english_stays_as_it_was_written() {
        let text = shared_problem_texts::TEXT_TOO_LONG;
        let said = text.with("count", 10_000_usize);
        assert_eq!(sentence(&said, Catalogue::for_language("en")), None);
        assert_eq!(said.to_string(), "Use at most 10000 characters.");
        let german = sentence(&said, Catalogue::for_language("de-AT"));
        assert_eq!(german.as_deref(), Some("Verwenden Sie höchstens 10.000 Zeichen."));
        for language in LANGUAGES.iter().filter(|language| **language != "en") {
            let texts = Catalogue::for_language(language);
            assert!(all().into_iter().all(|text| sentence(&Said::from(text), texts).is_some()), "{language}");
        }
    }
}
