//! Guards against calls forged by other sites: a random crumb in a readable cookie must come back
//! in a header, the query or the form. Other sites can neither read nor set it.

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, Method, header};
use axum::response::{IntoResponse, Response};
use axum_extra::extract::CookieJar;
use axum_extra::extract::cookie::Cookie;
use bytes::Bytes;
use stoa_kernel::token::random_characters;
use stoa_kernel::{ErrorCode, Failure};

use crate::problem::ApiError;

/// Cookie that holds the crumb.
pub(crate) const COOKIE: &str = "crumb";
const HEADER: &str = "x-csrf-token";
const LENGTH: usize = 32;
const EXPIRED: &str = "Your session has expired. Please reload the page and try again.";
/// Calls that prove themselves otherwise: other programs by a signature, visitors by the password of a page, whose form
/// is the same for everybody and works without scripts, and by the link of a letter, which mail programs may call too.
const EXEMPT: [&str; 5] =
    ["/api/payments/webhooks/", "/api/page-locks/", "/mailing-list/", "/commerce/reviews/", "/account/email/stop"];
/// Calls whose crumb lies in their form: they read it and ask [`confirm`].
const IN_FORM: [&str; 3] = ["/api/events/RecordEvent", "/api/comments/form", "/api/likes/form"];

/// Whether the answer hands out a crumb.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Crumb {
    /// The browser has one, or needs none.
    Settled,
    /// The browser gets one.
    Wanted,
}

impl Crumb {
    /// Refuses changing calls without the crumb and sees which browsers have none. A fresh crumb travels encrypted alone
    /// where pages do (`secure`).
    ///
    /// # Errors
    /// The refusal, with a fresh crumb.
    pub(crate) fn check(request: &Request, secure: bool) -> Result<Self, Response> {
        let jar = CookieJar::from_headers(request.headers());
        let held = jar.get(COOKIE).map(Cookie::value).filter(|crumb| crumb.len() == LENGTH);
        if is_guarded(request.method(), request.uri().path()) && !matches(held, request) {
            let mut refusal = ApiError(Failure::new(ErrorCode::CrumbInvalid, EXPIRED)).into_response();
            Self::Wanted.hand_out(&mut refusal, secure);
            return Err(refusal);
        }
        let asks = request.method() == Method::GET || IN_FORM.contains(&request.uri().path());
        let wanted = held.is_none() && asks && is_for_people(request.uri().path());
        Ok(if wanted { Self::Wanted } else { Self::Settled })
    }

    /// Sets the cookie where one is wanted.
    pub(crate) fn hand_out(self, response: &mut Response, secure: bool) {
        if self == Self::Settled {
            return;
        }
        let crumb = random_characters::<LENGTH>();
        let secure: &[u8] = if secure { b"; Secure" } else { b"" };
        let cookie = [COOKIE.as_bytes(), b"=", &crumb, b"; Path=/; SameSite=Lax", secure].concat();
        if let Ok(value) = HeaderValue::from_maybe_shared(Bytes::from(cookie)) {
            response.headers_mut().append(header::SET_COOKIE, value);
        }
    }
}

fn is_guarded(method: &Method, path: &str) -> bool {
    !(method.is_safe() || EXEMPT.iter().any(|exempt| path.starts_with(exempt)) || IN_FORM.contains(&path))
}

/// Compares the crumb of a form with the browser's.
///
/// # Errors
/// When they differ or the browser has none.
pub(crate) fn confirm(headers: &HeaderMap, sent: &str) -> Result<(), Failure> {
    let jar = CookieJar::from_headers(headers);
    let held = jar.get(COOKIE).map(Cookie::value).filter(|crumb| crumb.len() == LENGTH);
    if held == Some(sent) { Ok(()) } else { Err(Failure::new(ErrorCode::CrumbInvalid, EXPIRED)) }
}

/// Files are the same for everybody and may be kept by caches, so they carry no cookie.
fn is_for_people(path: &str) -> bool {
    !["/assets/", "/static/", "/themes/", "/healthz", "/readyz", "/metrics"].iter().any(|file| path.starts_with(file))
}

fn matches(held: Option<&str>, request: &Request) -> bool {
    let Some(held) = held else { return false };
    let sent = header_text(request.headers(), HEADER).or_else(|| {
        let query = request.uri().query()?;
        query.split('&').find_map(|pair| pair.strip_prefix("crumb="))
    });
    sent == Some(held)
}

fn header_text<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}
