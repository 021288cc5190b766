//! Pages that no theme renders: errors, refusals, and notices in place of a site's pages. They are in the language of
//! the site; on the platform, and while a site's data cannot be read, in that of the browser.

use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use stoa_kernel::ErrorCode;
use stoa_messages::Texts;
use stoa_render::escape_html;
use stoa_site::site_texts::{SiteWording, wording_of_site};

use crate::extract::{AcceptedLanguages, RequestedHost};
use crate::state::AppState;

const HTML: &str = "text/html; charset=utf-8";
/// How long the language of a site may take to read.
const PATIENCE: Duration = Duration::from_secs(2);
/// A wait from which on a person is told to come back later, in seconds.
const LONG_WAIT: u64 = 60;

/// Heading and sentence of a page, as keys of messages.
pub(crate) type Words = (&'static str, &'static str);

pub(crate) const BACK_SOON: Words = ("sitePage.backSoonTitle", "sitePage.backSoon");
pub(crate) const CHECKOUT_BACK_SOON: Words = ("sitePage.backSoonTitle", "sitePage.checkoutBackSoon");

/// The reader of such a page: the site by its host name, and the language of the browser.
#[derive(Clone, Debug)]
pub(crate) struct Reader {
    host: RequestedHost,
    browser: AcceptedLanguages,
}

impl Reader {
    /// The reader of the response to a request with these headers.
    pub(crate) fn of(headers: &HeaderMap, uri: &Uri) -> Self {
        Self { host: RequestedHost::of(headers, uri), browser: AcceptedLanguages::of(headers) }
    }

    /// The reader of a request by a browser that shows the response to a person: it opens a page or sends a form.
    pub(crate) fn who_sees(headers: &HeaderMap, uri: &Uri) -> Option<Self> {
        let says = |name: &str, wanted: &str| {
            headers.get(name).and_then(|value| value.to_str().ok()).is_some_and(|value| value.contains(wanted))
        };
        let is_call = uri.path().starts_with("/api/");
        let shown = says("accept", "text/html") && (!is_call || says("sec-fetch-mode", "navigate"));
        shown.then(|| Self::of(headers, uri))
    }

    /// Texts of the site in its language, else those of the browser's language.
    pub(crate) async fn wording(&self, state: &AppState) -> SiteWording {
        match tokio::time::timeout(PATIENCE, Box::pin(self.site_wording(state))).await {
            Ok(Some(wording)) => wording,
            _ => SiteWording::usual(self.browser.catalogue().language()),
        }
    }

    /// Texts for the page of an error. Data that could not be reached are not read again.
    pub(crate) async fn wording_after(&self, state: &AppState, code: ErrorCode) -> SiteWording {
        match code {
            ErrorCode::Unavailable => SiteWording::usual(self.browser.catalogue().language()),
            _ => self.wording(state).await,
        }
    }

    async fn site_wording(&self, state: &AppState) -> Option<SiteWording> {
        if state.tenancy.databases.reach().is_away() {
            return None;
        }
        let site = state.tenancy.hosts.resolve(&self.host.name().0).await.ok()??;
        let tenant = state.tenancy.for_visitor(&site.website, None, "").await.ok()?;
        let tx = tenant.db.read().await.ok()?;
        wording_of_site(&tx).await.ok()
    }
}

/// What the page of an error says; none of its details.
pub(crate) fn words(code: ErrorCode, retry_after: Option<u64>) -> Words {
    match code {
        ErrorCode::NotFound | ErrorCode::MethodNotAllowed => ("storefront.notFoundTitle", "sitePage.checkAddress"),
        ErrorCode::UnknownHost => ("sitePage.unknownHostTitle", "sitePage.checkAddress"),
        ErrorCode::SiteClosed => ("sitePage.closedTitle", "sitePage.checkAddress"),
        ErrorCode::SiteGone => ("sitePage.goneTitle", "sitePage.gone"),
        ErrorCode::PasswordRequired => ("sitePage.passwordTitle", "sitePage.password"),
        ErrorCode::SignInRequired
        | ErrorCode::SignInFailed
        | ErrorCode::SecondFactorRequired
        | ErrorCode::SecondFactorFailed => ("sitePage.signInTitle", "sitePage.signIn"),
        ErrorCode::SecondFactorMissing
        | ErrorCode::PermissionDenied
        | ErrorCode::LoadTestNotAllowed
        | ErrorCode::LoadTestsOff
        | ErrorCode::LoadTestEnded => ("sitePage.notAllowedTitle", "sitePage.notAllowed"),
        ErrorCode::CrumbInvalid => ("sitePage.expiredTitle", "sitePage.expired"),
        ErrorCode::LinkExpired => ("sitePage.linkExpiredTitle", "sitePage.linkExpired"),
        ErrorCode::TooSlow => ("sitePage.tooSlowTitle", "sitePage.tooSlow"),
        ErrorCode::BodyTooLarge => ("sitePage.tooLargeTitle", "sitePage.tooLarge"),
        ErrorCode::RateLimited if retry_after.is_some_and(|seconds| seconds > LONG_WAIT) => {
            ("sitePage.tooManyTitle", "sitePage.tooManyLater")
        }
        ErrorCode::RateLimited => ("sitePage.tooManyTitle", "sitePage.tooMany"),
        ErrorCode::BadRequest
        | ErrorCode::ValidationFailed
        | ErrorCode::LoadTestRealAddress
        | ErrorCode::TemplateErrors
        | ErrorCode::PreconditionMissing
        | ErrorCode::UnsupportedMedia => ("sitePage.notAcceptedTitle", "sitePage.notAccepted"),
        ErrorCode::Conflict
        | ErrorCode::UrlTaken
        | ErrorCode::OutOfStock
        | ErrorCode::StockMoved
        | ErrorCode::CartChanged
        | ErrorCode::AlreadyPurchased
        | ErrorCode::OrderNotFulfillable
        | ErrorCode::CheckoutBlocked
        | ErrorCode::PluginConsent
        | ErrorCode::LoadTestRealPayments
        | ErrorCode::LoadTestRealMethod
        | ErrorCode::LoadTestSiteClosed
        | ErrorCode::LoadTestNameUsed
        | ErrorCode::RevisionStale => ("sitePage.changedTitle", "sitePage.changed"),
        ErrorCode::PaymentFailed => ("sitePage.paymentFailedTitle", "sitePage.paymentFailed"),
        ErrorCode::Internal => ("sitePage.wentWrongTitle", "sitePage.checkAddress"),
        ErrorCode::Unavailable => BACK_SOON,
        ErrorCode::StorageFull => ("sitePage.notSavedTitle", "sitePage.notSaved"),
    }
}

/// A page with a heading and a sentence.
pub(crate) fn page(texts: Texts<'_>, status: StatusCode, (title, sentence): Words) -> Response {
    let headers = [(header::CONTENT_TYPE, HTML), (header::CACHE_CONTROL, "no-store")];
    (status, headers, html(texts, (title, sentence))).into_response()
}

/// The response with a page in place of its problem document. Its status and its other headers stay.
pub(crate) async fn in_place_of_problem(state: &AppState, reader: Option<&Reader>, response: Response) -> Response {
    let (Some(reader), Some(code)) = (reader, response.extensions().get::<ErrorCode>().copied()) else {
        return response;
    };
    let wording = reader.wording_after(state, code).await;
    let (mut parts, _) = response.into_parts();
    let wait = parts.headers.get(header::RETRY_AFTER).and_then(|value| value.to_str().ok()?.parse().ok());
    parts.headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(HTML));
    parts.headers.remove(header::CONTENT_LENGTH);
    Response::from_parts(parts, Body::from(html(wording.texts(), words(code, wait))))
}

fn html(texts: Texts<'_>, (title, sentence): Words) -> String {
    let (language, dir) = (texts.language(), texts.dir_attribute());
    let (title, sentence) = (escape_html(texts.text(title)), escape_html(texts.text(sentence)));
    format!(
        "<!doctype html><html lang=\"{language}\"{dir}><head><meta charset=\"utf-8\"><title>{title}</title>\
         <meta name=\"viewport\" content=\"width=device-width\"><meta name=\"robots\" content=\"noindex\"></head>\
         <body style=\"font:1rem/1.5 system-ui,sans-serif;margin:15vh auto;max-width:30rem;padding:0 1rem\">\
         <h1>{title}</h1><p>{sentence}</p></body></html>"
    )
}

#[cfg(test)]
mod tests {
    use stoa_messages::Catalogue;

    use super::*;

    fn reader(path: &'static str, headers: &[(&'static str, &'static str)]) -> Option<Reader> {
        let headers = headers
            .iter()
            .map(|&(name, value)| (header::HeaderName::from_static(name), HeaderValue::from_static(value)));
        Reader::who_sees(&headers.collect(), &Uri::from_static(path))
    }

    #[test]
    fn browsers_that_show_the_response_get_pages() {
        let html = ("accept", "text/html,application/xhtml+xml;q=0.9");
        assert!(reader("/wishlist", &[html]).is_some());
        assert!(reader("/wishlist", &[("accept", "*/*")]).is_none());
        assert!(reader("/api/likes/form", &[html]).is_none());
        assert!(reader("/api/likes/form", &[html, ("sec-fetch-mode", "navigate")]).is_some());
        assert!(reader("/api/likes/form", &[html, ("sec-fetch-mode", "cors")]).is_none());
    }

    #[test]
    fn every_error_has_words_in_every_language() {
        for language in stoa_messages::LANGUAGES {
            let texts = Catalogue::for_language(language);
            for code in ErrorCode::ALL {
                for wait in [None, Some(900)] {
                    let (title, sentence) = words(*code, wait);
                    assert!(texts.find(title).is_some() && texts.find(sentence).is_some(), "{language}: {code:?}");
                }
            }
            assert!(html(texts, BACK_SOON).starts_with(&format!("<!doctype html><html lang=\"{language}\"")));
        }
        assert!(html(Catalogue::for_language("he"), BACK_SOON).contains("<html lang=\"he\" dir=\"rtl\">"));
    }
}
