//! Pages that no theme renders: errors, refusals, and notices in place of a site's pages.

use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use stoa_document::escape_html;
use stoa_kernel::ErrorCode;
use stoa_messages::Texts;

/// Media type of such pages.
pub const HTML: &str = "text/html; charset=utf-8";
/// A wait from which on a person is told to come back later, in seconds.
const LONG_WAIT: u64 = 60;

/// Heading and sentence of a page, as keys of messages.
pub type Words = (&'static str, &'static str);

/// The site cannot be served for a short time.
pub const BACK_SOON: Words = ("sitePage.backSoonTitle", "sitePage.backSoon");
/// The checkout cannot be served for a short time.
pub const CHECKOUT_BACK_SOON: Words = ("sitePage.backSoonTitle", "sitePage.checkoutBackSoon");

/// Whether the browser shows the response to a request with these headers to a person: it opens a page or sends a form.
pub fn is_seen(headers: &HeaderMap, uri: &Uri) -> bool {
    let says = |name: &str, wanted: &str| {
        headers.get(name).and_then(|value| value.to_str().ok()).is_some_and(|value| value.contains(wanted))
    };
    let is_call = uri.path().starts_with("/api/");
    says("accept", "text/html") && (!is_call || says("sec-fetch-mode", "navigate"))
}

/// What the page of an error says; none of its details.
pub fn words(code: ErrorCode, retry_after: Option<u64>) -> Words {
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
pub fn page(texts: Texts<'_>, status: StatusCode, (title, sentence): Words) -> Response {
    let headers = [(header::CONTENT_TYPE, HTML), (header::CACHE_CONTROL, "no-store")];
    (status, headers, html(texts, (title, sentence))).into_response()
}

/// The document of such a page.
pub fn html(texts: Texts<'_>, (title, sentence): Words) -> String {
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
    use axum::http::{HeaderName, HeaderValue};
    use stoa_messages::Catalogue;

    use super::*;

    fn seen(path: &'static str, headers: &[(&'static str, &'static str)]) -> bool {
        let headers =
            headers.iter().map(|&(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)));
        is_seen(&headers.collect(), &Uri::from_static(path))
    }

    #[test]
    fn browsers_that_show_the_response_get_pages() {
        let html = ("accept", "text/html,application/xhtml+xml;q=0.9");
        assert!(seen("/wishlist", &[html]));
        assert!(!seen("/wishlist", &[("accept", "*/*")]));
        assert!(!seen("/api/likes/form", &[html]));
        assert!(seen("/api/likes/form", &[html, ("sec-fetch-mode", "navigate")]));
        assert!(!seen("/api/likes/form", &[html, ("sec-fetch-mode", "cors")]));
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
