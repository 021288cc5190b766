//! Guards against calls forged by other sites: a random crumb in a readable cookie must come back
//! in a header, the query or the form. Other sites can neither read nor set it.

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum_extra::extract::CookieJar;
use stoa_kernel::token::random_token;
use stoa_kernel::{ErrorCode, Failure};

use crate::problem::ApiError;

const COOKIE: &str = "crumb";
const HEADER: &str = "x-csrf-token";
const LENGTH: usize = 32;
const EXPIRED: &str = "Your session has expired. Please reload the page and try again.";
/// Calls that other programs make, which prove themselves otherwise.
const EXEMPT: [&str; 1] = ["/api/payments/webhooks/"];

/// Refuses changing calls without the crumb and sees that every browser has one.
pub(crate) async fn guard(request: Request, next: Next) -> Response {
    let jar = CookieJar::from_headers(request.headers());
    let held = jar.get(COOKIE).map(|cookie| cookie.value().to_owned()).filter(|crumb| crumb.len() == LENGTH);
    if is_guarded(request.method(), request.uri().path()) && !matches(held.as_deref(), &request) {
        let refusal = ApiError(Failure::new(ErrorCode::CrumbInvalid, EXPIRED)).into_response();
        return with_crumb(refusal);
    }
    let needs_crumb = held.is_none() && request.method() == Method::GET && is_for_people(request.uri().path());
    let response = next.run(request).await;
    if needs_crumb { with_crumb(response) } else { response }
}

fn is_guarded(method: &Method, path: &str) -> bool {
    !(method.is_safe() || EXEMPT.iter().any(|exempt| path.starts_with(exempt)))
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

fn with_crumb(mut response: Response) -> Response {
    let cookie = format!("{COOKIE}={}; Path=/; SameSite=Lax", random_token(LENGTH));
    if let Ok(value) = HeaderValue::from_str(&cookie) {
        response.headers_mut().append(header::SET_COOKIE, value);
    }
    response
}
