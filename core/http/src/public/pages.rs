//! The pages of sites: whatever no other route answers.

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use axum::{RequestPartsExt as _, Router};
use stoa_kernel::{ErrorCode, Failure};
use stoa_render::{PageAnswer, PageCall};

use super::{conditional, feeds};
use crate::extract::Visitor;
use crate::problem::{ApiError, ApiResult, log};
use crate::state::AppState;

/// Browsers ask again each time; the answer is short while nothing has changed.
const REVALIDATED: &str = "no-cache";
const PERSONAL: &str = "no-store";
/// Scripts come from the program alone; what people write into pages can carry styles and pictures.
const POLICY: &str = "default-src 'self'; img-src 'self' data: https:; style-src 'self' 'unsafe-inline'; \
    script-src 'self'; frame-ancestors 'self'; base-uri 'self'; form-action 'self'; object-src 'none'";

/// The routes of this noun.
pub fn routes() -> Router<AppState> {
    Router::new().route("/checkout/gift-card/{itemId}", get(|| async { Redirect::to("/cart") })).fallback(page)
}

async fn page(State(state): State<AppState>, request: Request) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return ApiError(Failure::plain(ErrorCode::MethodNotAllowed)).into_response();
    }
    answer(&state, request).await.unwrap_or_else(refused)
}

async fn answer(state: &AppState, request: Request) -> ApiResult<Response> {
    let (mut parts, _) = request.into_parts();
    let visitor: Visitor = parts.extract_with_state(state).await?;
    let query = parts.uri.query().unwrap_or_default();
    let call = PageCall {
        path: parts.uri.path().to_owned(),
        query: query.to_owned(),
        origin: super::origin(state, &visitor.host),
        identifier: visitor.site.identifier.clone(),
        cart_token: visitor.cart_token().map(str::to_owned),
    };
    if query.split('&').any(|pair| pair == "format=rss")
        && let Some(feed) = feeds::blog(&visitor, &call).await?
    {
        return Ok(feed);
    }
    let page = state.renderer.page(&visitor.ctx, &visitor.db, &call).await?;
    Ok(from_page(page, &parts.headers))
}

fn from_page(page: PageAnswer, headers: &HeaderMap) -> Response {
    if let Some(target) = page.redirect {
        return Redirect::to(&target).into_response();
    }
    let status = StatusCode::from_u16(page.status).unwrap_or(StatusCode::OK);
    let caching = if page.etag.is_some() { REVALIDATED } else { PERSONAL };
    let mut response = conditional(headers, page.etag.as_deref(), page.body, "text/html; charset=utf-8");
    if response.status() == StatusCode::OK {
        *response.status_mut() = status;
    }
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(caching));
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    response
}

/// People get a page of plain HTML; what went wrong is in the log.
fn refused(error: ApiError) -> Response {
    let failure = error.0;
    log(&failure);
    let status = StatusCode::from_u16(failure.code.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let title = failure.code.title();
    let body = format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>{title}</title>\
         <meta name=\"viewport\" content=\"width=device-width\"><meta name=\"robots\" content=\"noindex\"></head>\
         <body style=\"font:1rem/1.5 system-ui,sans-serif;margin:15vh auto;max-width:30rem;padding:0 1rem\">\
         <h1>{title}</h1><p>Please try again later, or check the address.</p></body></html>"
    );
    let headers = [(header::CONTENT_TYPE, "text/html; charset=utf-8"), (header::CACHE_CONTROL, PERSONAL)];
    (status, headers, body).into_response()
}
