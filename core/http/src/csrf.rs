//! CSRF protection: a random token (`crumb`) in a readable cookie must be repeated in a header, the query or a form
//! field. Other sites can neither read nor set it.

use axum::extract::Request;
use axum::http::{HeaderMap, Method, header};
use axum::response::{IntoResponse, Response};
use axum_extra::extract::CookieJar;
use stoa_kernel::token::random_characters;
use stoa_kernel::{ErrorCode, Failure};

use crate::caching::is_shared;
use crate::named_cookie::NamedCookie;
use crate::problem::ApiError;

const HEADER: &str = "x-csrf-token";
const LENGTH: usize = 32;
const EXPIRED: &str = "Your session has expired. Please reload the page and try again.";
/// Paths that need no CSRF token because they authenticate otherwise: payment webhooks by a signature, page passwords
/// by the password (the form is cached and works without JavaScript), and links in e-mails by their token (mail
/// programs may send these requests too).
const EXEMPT: [&str; 5] =
    ["/api/payments/webhooks/", "/api/page-locks/", "/mailing-list/", "/commerce/reviews/", "/account/email/stop"];
/// Paths whose CSRF token is a form field; their handlers call [`confirm`].
const IN_FORM: [&str; 3] = ["/api/events/RecordEvent", "/api/comments/form", "/api/likes/form"];

/// Whether the response sets a CSRF token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CsrfCheck {
    /// The browser has a token, or needs none.
    Settled,
    /// The browser gets a new token.
    Wanted,
}

impl CsrfCheck {
    /// Refuses changing requests without the CSRF token, and detects browsers that have none. With `secure`, the cookie
    /// of a new token is sent over HTTPS only.
    ///
    /// # Errors
    /// The error response, which sets a new token.
    pub(crate) fn check(request: &Request, secure: bool) -> Result<Self, Response> {
        let jar = CookieJar::from_headers(request.headers());
        let held = held(&jar, secure);
        if is_guarded(request.method(), request.uri().path()) && !matches(held, request) {
            let mut refusal = ApiError(Failure::new(ErrorCode::CrumbInvalid, EXPIRED)).into_response();
            Self::Wanted.set_cookie(&mut refusal, secure);
            return Err(refusal);
        }
        let asks = request.method() == Method::GET || IN_FORM.contains(&request.uri().path());
        let wanted = held.is_none() && asks && sets_csrf_cookie(request.uri().path());
        Ok(if wanted { Self::Wanted } else { Self::Settled })
    }

    /// Sets the cookie if one is wanted, except on responses that shared caches may store: the next page sets it.
    pub(crate) fn set_cookie(self, response: &mut Response, secure: bool) {
        if self == Self::Settled || is_shared(response.headers()) {
            return;
        }
        let crumb = random_characters::<LENGTH>();
        if let Ok(value) = NamedCookie::CRUMB.set(&String::from_utf8_lossy(&crumb), None, secure) {
            response.headers_mut().append(header::SET_COOKIE, value);
        }
    }
}

/// Whether a request has to carry the CSRF token in a header or the query.
pub(crate) fn is_guarded(method: &Method, path: &str) -> bool {
    !(method.is_safe() || EXEMPT.iter().any(|exempt| path.starts_with(exempt)) || IN_FORM.contains(&path))
}

/// Compares the CSRF token of a form with that of the cookie.
///
/// # Errors
/// When they differ or the browser has none.
pub(crate) fn confirm(held: &str, sent: &str) -> Result<(), Failure> {
    if held.len() == LENGTH && held == sent { Ok(()) } else { Err(Failure::new(ErrorCode::CrumbInvalid, EXPIRED)) }
}

/// The CSRF token in the cookie of a request.
fn held(jar: &CookieJar, secure: bool) -> Option<&str> {
    NamedCookie::CRUMB.read(jar, secure).filter(|crumb| crumb.len() == LENGTH)
}

/// Static files are the same for everybody and may be cached, so they set no cookie.
fn sets_csrf_cookie(path: &str) -> bool {
    !["/assets/", "/static/", "/themes/", "/healthz", "/readyz"].iter().any(|file| path.starts_with(file))
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
