//! Pages and whole sites that are protected by a password.

use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use stoa_kernel::address::{is_same_site_path, percent_encoded_url};
use stoa_kernel::{ErrorCode, Failure};
use stoa_render::PageCall;
use stoa_site::content::{self, LockTarget};
use utoipa::ToSchema;

use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiForm, ApiPath, Visitor, path_id};
use crate::named_cookie::NamedCookie;
use crate::problem::ApiResult;
use crate::public::page_calls::page_call;
use crate::public::pages::page_response;
use crate::rate_limit::RateLimit;
use crate::route_policy::{Csrf, Invalidates, changes};
use crate::state::AppState;

/// Most pages that are unlocked at once; the oldest is locked first.
const MAX_KEYS: usize = 10;

/// The password form of a page.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = PagePassword)]
pub struct PasswordForm {
    password: String,
    /// Path of the page.
    path: String,
}

/// A page of the visitor's site, or the whole site.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct PagePath {
    #[serde(deserialize_with = "path_id")]
    page_id: LockTarget,
}

/// Accepts a path of this site and replaces anything else by `/`, so that forms cannot redirect to other sites.
pub(in crate::storefront) fn on_this_site(path: String) -> String {
    if is_same_site_path(&path) { path } else { "/".to_owned() }
}

/// The routes of this module.
pub fn routes() -> ApiRouter {
    // The password authenticates the request: the form is cached and works without JavaScript.
    let unlocks = changes(Invalidates::ByHandler).limited(RateLimit::PAGE_LOCK).csrf(Csrf::Exempt);
    ApiRouter::new().routes(routes!(page_unlock: unlocks.before_site_password()))
}

/// Unlock a page with its password
///
/// Submitted by the password form of the page. The right password redirects to the page, which stays unlocked for a
/// day; a wrong one returns the form again.
#[utoipa::path(post, path = "/api/page-locks/{pageId}", operation_id = "page_unlock", tag = "pages",
    params(("pageId" = String, Path, description = "The page; `site` for the whole site")),
    request_body(content = PasswordForm, content_type = "application/x-www-form-urlencoded"),
    responses((status = 303), (status = 401, body = String, content_type = "text/html")))]
async fn page_unlock(
    State(state): State<AppState>,
    visitor: Visitor,
    ApiPath(path): ApiPath<PagePath>,
    ApiForm(form): ApiForm<PasswordForm>,
) -> ApiResult<Response> {
    let tx = visitor.db.read().await.map_err(Failure::from)?;
    let key = content::unlock(&visitor.ctx, &tx, &path.page_id, &form.password).await?;
    drop(tx);
    let place = on_this_site(form.path);
    let Some(key) = key else {
        let call = PageCall { wrong_password: true, ..page_call(&state, &visitor, &place).await? };
        let page = state.renderer.page(&visitor.ctx, &visitor.db, &call).await?;
        return Ok(page_response(page, &HeaderMap::new()));
    };
    let kept = visitor.page_keys().into_iter().flat_map(|keys| keys.split('.')).take(MAX_KEYS - 1);
    let keys: Vec<&str> = std::iter::once(key.as_str()).chain(kept).collect();
    let seconds = content::PASSWORD_TOKEN_MS / 1000;
    let unreadable = || Failure::plain(ErrorCode::BadRequest);
    let cookie = NamedCookie::PAGE_KEYS.set(&keys.join("."), Some(seconds), state.settings.secure_cookies());
    let cookie = cookie.map_err(|_| unreadable())?;
    let place = HeaderValue::from_str(&percent_encoded_url(place.as_bytes())).map_err(|_| unreadable())?;
    Ok((StatusCode::SEE_OTHER, [(header::LOCATION, place), (header::SET_COOKIE, cookie)]).into_response())
}
