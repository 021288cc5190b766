//! Errors in the language of the visitor who reads them. Every error is written in English first
//! (`stoa_web::problem`); one whose texts are known in other languages is written anew here, after the handler has responded. Contributors get English,
//! and the codes of the texts.

use axum::extract::Request;
use axum::response::Response;
use stoa_kernel::Failure;
use stoa_kernel::id::WebsiteId;
use stoa_site::settings::site_row;
use stoa_site::site_texts::{SiteWording, texts_of_language};
use stoa_web::problem_words::{in_words, said_in};

use crate::extract::{AcceptedLanguages, RequestedHost};
use crate::invalidation::Caller;
use crate::state::AppState;

/// In place of a request's id: who reads the language of a site.
const READER: &str = "problem";

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
            Ok(Some(_)) => in_words(response, &said, SiteWording::usual(language).texts()),
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
            Ok(wording) => in_words(response, &said, wording.texts()),
            // The database refuses: then English is better than no answer.
            Err(_) => response,
        }
    }

    async fn wording(&self, state: &AppState, website: &WebsiteId) -> Result<SiteWording, Failure> {
        let tenant = state.tenancy.for_visitor(website, None, READER).await?;
        let tx = tenant.db.read().await?;
        let row = site_row(&tx).await?;
        Ok(texts_of_language(&tx, &row, self.languages.preferred().unwrap_or(&row.language)).await?)
    }
}
