//! Problems in other words: each is written in English first, and those whose texts are known in other languages are
//! written anew.

use axum::Json;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use stoa_kernel::{ProblemValue, Said};
use stoa_messages::{Texts, Value};

use crate::problem::{Problem, SaidProblem};

/// Group of the messages.
const GROUP: &str = "problem";
/// The language in which errors are written first.
const ENGLISH: &str = "en";

/// The problem of a response, if its texts are known in other languages.
pub fn said_in(response: &Response) -> Option<SaidProblem> {
    response.extensions().get::<SaidProblem>().cloned()
}

/// The response with its texts in other words.
pub fn in_words(response: Response, said: &SaidProblem, texts: Texts<'_>) -> Response {
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
pub fn sentence(said: &Said, texts: Texts<'_>) -> Option<String> {
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
