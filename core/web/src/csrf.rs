//! CSRF protection: a random token (`crumb`) in a readable cookie must be repeated in a header, the query or a form
//! field. Other sites can neither read nor set it.

use axum::extract::Request;
use axum::http::{HeaderMap, Method, header};
use axum::response::{IntoResponse, Response};
use axum_extra::extract::CookieJar;
use stoa_kernel::token::random_characters;
use stoa_kernel::{ErrorCode, Failure};

use crate::caching::is_shared;
use crate::named_cookie::{NamedCookie, RequestCookies};
use crate::problem::ApiError;
use crate::problem_texts::SESSION_EXPIRED;
use crate::route_policy::{Csrf, RoutePolicy};

const HEADER: &str = "x-csrf-token";
const LENGTH: usize = 32;

/// Whether the response sets a CSRF token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CsrfCheck {
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
    pub fn check(request: &Request, policy: RoutePolicy, secure: bool) -> Result<Self, Response> {
        let held = RequestCookies::of(request.extensions()).and_then(|jar| held(jar, secure));
        if is_guarded(request.method(), policy) && !matches(held, request) {
            let mut refusal = ApiError(Failure::said(ErrorCode::CrumbInvalid, SESSION_EXPIRED)).into_response();
            Self::Wanted.set_cookie(&mut refusal, secure);
            return Err(refusal);
        }
        let asks = request.method() == Method::GET || policy.csrf_place() == Csrf::InForm;
        let wanted = held.is_none() && asks && !policy.is_shared_file();
        Ok(if wanted { Self::Wanted } else { Self::Settled })
    }

    /// Sets the cookie if one is wanted, except on responses that shared caches may store: the next page sets it.
    pub fn set_cookie(self, response: &mut Response, secure: bool) {
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
pub fn is_guarded(method: &Method, policy: RoutePolicy) -> bool {
    !method.is_safe() && policy.csrf_place() == Csrf::Header
}

/// Compares the CSRF token of a form with that of the cookie.
///
/// # Errors
/// When they differ or the browser has none.
pub fn confirm(held: &str, sent: &str) -> Result<(), Failure> {
    if held.len() == LENGTH && held == sent {
        Ok(())
    } else {
        Err(Failure::said(ErrorCode::CrumbInvalid, SESSION_EXPIRED))
    }
}

/// The CSRF token in the cookie of a request.
fn held(jar: &CookieJar, secure: bool) -> Option<&str> {
    NamedCookie::CRUMB.read(jar, secure).filter(|crumb| crumb.len() == LENGTH)
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
