//! Pages that explain payment in installments: shown in a popup, or by themselves without JavaScript.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;
use bytes::Bytes;
use sha2::{Digest as _, Sha256};
use stoa_commerce::installments::explanation;
use stoa_kernel::Failure;
use stoa_web::conditional::conditional;

use crate::extract::Visitor;
use crate::policy_router::PolicyRouter;
use crate::problem::ApiResult;
use crate::route_policy::opened_by_url;
use crate::state::AppState;

/// Cached but revalidated: a shop may change its provider.
const CACHING: &str = "no-cache";
/// The content comes from a plugin: it cannot run scripts, load anything or submit forms.
const POLICY: &str = "sandbox allow-popups; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; \
    base-uri 'none'; form-action 'none'";
/// The routes of this module.
pub fn routes() -> PolicyRouter {
    PolicyRouter::new().get("/static/installments/{page}", page, opened_by_url().shared_file())
}

async fn page(
    State(state): State<AppState>,
    caller: Visitor,
    Path(page): Path<String>,
    headers: HeaderMap,
) -> ApiResult<Response> {
    let locale = page.strip_suffix(".html").ok_or_else(Failure::not_found)?;
    let found = explanation(&caller.ctx, &caller.db, &*state.installments, locale).await?;
    let body = found.ok_or_else(Failure::not_found)?.document();
    let mut hash = hex::encode(Sha256::digest(body.as_bytes()));
    hash.truncate(24);
    let mut response =
        conditional(&headers, Some(&format!("\"{hash}\"")), Bytes::from(body), "text/html; charset=utf-8");
    let sent = response.headers_mut();
    sent.insert(header::CACHE_CONTROL, HeaderValue::from_static(CACHING));
    sent.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    Ok(response)
}
