//! The password that protects a whole site.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use serde::{Deserialize, Serialize};
use stoa_site::content::{self, SiteLockState};
use utoipa::ToSchema;

use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiJson, Contributor};
use crate::precondition::seen;
use crate::problem::{ApiResult, Problem};
use crate::route_policy::{Invalidates, changes, reads};
use crate::state::AppState;

/// Whether a site is password-protected.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SiteLockOut {
    is_locked: bool,
    /// Version for `If-Match`; changes when the password is set, changed or removed.
    version: String,
}

impl From<SiteLockState> for SiteLockOut {
    fn from(state: SiteLockState) -> Self {
        Self { is_locked: state.is_locked, version: state.version }
    }
}

/// The password of a site.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = SiteLock)]
pub struct SiteLockBody {
    /// At most 100 characters; null opens the site to everyone.
    #[schema(min_length = 1, max_length = 100)]
    password: Option<String>,
}

/// Routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new().routes(routes!(site_lock_get: reads(), site_lock_save: changes(Invalidates::Site)))
}

/// Get the site password status
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/site-lock", operation_id = "site_lock_get", tag = "settings",
    security(("contributor" = ["site-settings:read"])), responses((status = 200, body = SiteLockOut)))]
async fn site_lock_get(caller: Contributor) -> ApiResult<Json<SiteLockOut>> {
    Ok(Json(content::site_lock_state(&caller.ctx, &caller.db).await?.into()))
}

/// Set or remove the site password
///
/// A new password locks out all visitors who entered the former one.
#[utoipa::path(put, path = "/api/v1/websites/{websiteId}/site-lock", operation_id = "site_lock_save",
    tag = "settings",
    params(("If-Match" = Option<String>, Header, description = "The `version` of the lock, in quotes; a list, or `*` for any")),
    request_body = SiteLockBody, security(("contributor" = ["site-settings:write"])),
    responses((status = 200, body = SiteLockOut), (status = 412, body = Problem)))]
async fn site_lock_save(
    State(state): State<AppState>,
    caller: Contributor,
    headers: HeaderMap,
    ApiJson(body): ApiJson<SiteLockBody>,
) -> ApiResult<Json<SiteLockOut>> {
    let (invalidation, seen) = (state.invalidation.as_ref(), seen(&headers));
    let state = content::lock_site(&caller.ctx, &caller.db, invalidation, body.password, &seen).await?;
    Ok(Json(state.into()))
}
