//! Confirmation page for forms that browsers without JavaScript submit. The cached pages of a site are the same for
//! everyone and contain no CSRF token; this page is not cached and contains one.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use stoa_kernel::address::percent_encoded_url;
use stoa_kernel::{ErrorCode, Failure, Said};
use stoa_messages::Texts;
use stoa_render::escape_html;
use stoa_web::problem_words::sentence;

use crate::plain_page;
use crate::problem::{ApiResult, log, retry_after};
use crate::public::pages::POLICY;

/// Style of its button.
pub(in crate::storefront) const BUTTON: &str =
    "font:inherit;padding:.7rem 1.4rem;border:0;border-radius:6px;background:#1d1d1f;color:#fff";

/// What the page is about.
pub(in crate::storefront) struct ConfirmationSubject<'a> {
    /// Texts in the language of the site.
    pub(in crate::storefront) texts: Texts<'a>,
    /// Heading of the page.
    pub(in crate::storefront) heading: &'a str,
    /// Path of the post or page that the form belongs to.
    pub(in crate::storefront) path: &'a str,
    /// Title of that post or page.
    pub(in crate::storefront) title: &'a str,
}

/// A hidden field.
pub(in crate::storefront) fn hidden(name: &str, value: &str) -> String {
    format!("<input type=\"hidden\" name=\"{name}\" value=\"{}\">", escape_html(value))
}

/// The page around a form. `form` is HTML, `message` is text.
pub(in crate::storefront) fn page(
    status: StatusCode,
    about: &ConfirmationSubject<'_>,
    message: &str,
    form: &str,
) -> Response {
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CACHE_CONTROL, "no-store"),
        (header::CONTENT_SECURITY_POLICY, POLICY),
    ];
    let (heading, path, title) = (escape_html(about.heading), escape_html(about.path), escape_html(about.title));
    let link = format!("<a href=\"{path}\">{title}</a>");
    let html = format!(
        "<!doctype html><html lang=\"{}\"{}><head><meta charset=\"utf-8\"><title>{heading}</title>\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"><meta name=\"robots\" content=\"noindex\">\
         </head><body style=\"font:1.0625rem/1.5 system-ui,sans-serif;margin:8vh auto;max-width:34rem;padding:0 1rem;\
         color:#1d1d1f;background:#fff\"><main><h1>{heading}</h1><p>{}</p>\
         <p role=\"status\">{}</p>{form}</main></body></html>",
        about.texts.language(),
        about.texts.dir_attribute(),
        about.texts.format("sitePage.onPage", &[("page", (&link).into())]),
        escape_html(message),
    );
    (status, headers, html).into_response()
}

/// The same page with an error message; a 404 stays an error response.
pub(in crate::storefront) fn refused(
    about: &ConfirmationSubject<'_>,
    failure: Failure,
    form: &str,
) -> ApiResult<Response> {
    if failure.code == ErrorCode::NotFound {
        return Err(failure.into());
    }
    log(&failure);
    let status = StatusCode::from_u16(failure.code.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    Ok(page(status, about, &message(about.texts, failure), form))
}

/// What went wrong. Where a sentence is not known in the language, it says what kind of error it is.
fn message(texts: Texts<'_>, failure: Failure) -> String {
    let wait = retry_after(&failure);
    let known = failure.said.map(|texts| *texts).unwrap_or_default();
    let in_words = |said: Option<&Said>, english: String| {
        let own = said.and_then(|said| sentence(said, texts));
        own.or_else(|| (texts.language() == "en" || said.is_some()).then_some(english))
    };
    let said: Option<Vec<String>> = if failure.fields.is_empty() {
        in_words(known.detail.as_ref(), failure.detail).map(|sentence| vec![sentence])
    } else {
        failure.fields.into_iter().map(|(field, english)| in_words(known.fields.get(&field), english)).collect()
    };
    said.map_or_else(
        || {
            let (_, sentence) = plain_page::words(failure.code, wait);
            texts.text(sentence).to_owned()
        },
        |sentences| sentences.join(" "),
    )
}

/// Redirects back to an anchor on the page.
pub(in crate::storefront) fn back_to(path: &str, anchor: &str) -> ApiResult<Response> {
    let target = HeaderValue::from_str(&percent_encoded_url(format!("{path}#{anchor}").as_bytes()))
        .map_err(|_| Failure::plain(ErrorCode::BadRequest))?;
    Ok((StatusCode::SEE_OTHER, [(header::LOCATION, target)]).into_response())
}
