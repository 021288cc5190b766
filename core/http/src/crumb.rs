//! Guards against calls forged by other sites: a random crumb in a readable cookie must come back
//! in a header, the query or the form. Other sites can neither read nor set it.

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
        let held = held(&jar, secure);
        if is_guarded(request.method(), request.uri().path()) && !matches(held, request) {
            let mut refusal = ApiError(Failure::new(ErrorCode::CrumbInvalid, EXPIRED)).into_response();
            Self::Wanted.hand_out(&mut refusal, secure);
            return Err(refusal);
        }
        let asks = request.method() == Method::GET || IN_FORM.contains(&request.uri().path());
        let wanted = held.is_none() && asks && is_for_people(request.uri().path());
        Ok(if wanted { Self::Wanted } else { Self::Settled })
    }

    /// Sets the cookie where one is wanted. What caches may keep for everybody goes without: the next page brings it.
    pub(crate) fn hand_out(self, response: &mut Response, secure: bool) {
        if self == Self::Settled || is_shared(response.headers()) {
            return;
        }
        let crumb = random_characters::<LENGTH>();
        if let Ok(value) = NamedCookie::CRUMB.set(&String::from_utf8_lossy(&crumb), None, secure) {
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
pub(crate) fn confirm(held: &str, sent: &str) -> Result<(), Failure> {
    if held.len() == LENGTH && held == sent { Ok(()) } else { Err(Failure::new(ErrorCode::CrumbInvalid, EXPIRED)) }
}

/// The crumb of a browser.
fn held(jar: &CookieJar, secure: bool) -> Option<&str> {
    NamedCookie::CRUMB.read(jar, secure).filter(|crumb| crumb.len() == LENGTH)
}

/// Files are the same for everybody and may be kept by caches, so they carry no cookie.
fn is_for_people(path: &str) -> bool {
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
