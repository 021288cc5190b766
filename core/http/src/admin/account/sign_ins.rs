//! Active sessions of a contributor: listing them, ending one, or all but the current one.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use stoa_kernel::id::SignInId;
use stoa_tenancy::Device;
use utoipa::ToSchema;

use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiPath, InSession, path_id};
use crate::problem::{ApiResult, Problem};
use crate::route_policy::{Invalidates, changes, reads};
use crate::state::AppState;

/// A session.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SignInOut {
    id: String,
    /// User agent of the browser; empty if it sent none.
    user_agent: String,
    /// When it was created, UTC milliseconds.
    created_on: i64,
    /// When it was last refreshed, UTC milliseconds; every ten minutes while in use.
    used_on: i64,
    /// Whether it is the session of this request.
    is_current: bool,
}

/// Sessions, most recently used first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SignInsOut {
    sign_ins: Vec<SignInOut>,
}

/// Path parameters of a session.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct SignInPath {
    #[serde(deserialize_with = "path_id")]
    sign_in_id: SignInId,
}

/// Routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(sign_ins_list: reads(), sign_ins_end_others: changes(Invalidates::ByHandler)))
        .routes(routes!(sign_ins_end: changes(Invalidates::ByHandler)))
}

/// List one's active sessions
#[utoipa::path(get, path = "/api/v1/account/sign-ins", operation_id = "sign_ins_list", tag = "session",
    responses((status = 200, body = SignInsOut), (status = 401, body = Problem)))]
async fn sign_ins_list(State(state): State<AppState>, InSession(caller): InSession) -> ApiResult<Json<SignInsOut>> {
    let out = |device: Device| SignInOut {
        is_current: device.id == caller.sign_in,
        id: device.id.into(),
        user_agent: device.user_agent,
        created_on: device.created_on.ms(),
        used_on: device.used_on.ms(),
    };
    let devices = state.tenancy.sessions.devices(&caller.account).await?;
    Ok(Json(SignInsOut { sign_ins: devices.into_iter().map(out).collect() }))
}

/// Sign out of all other sessions
#[utoipa::path(delete, path = "/api/v1/account/sign-ins", operation_id = "sign_ins_end_others", tag = "session",
    responses((status = 204), (status = 401, body = Problem)))]
async fn sign_ins_end_others(State(state): State<AppState>, InSession(caller): InSession) -> ApiResult<StatusCode> {
    state.tenancy.sessions.end_others(&caller).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Sign out of one session
///
/// Its tokens become invalid at once.
#[utoipa::path(delete, path = "/api/v1/account/sign-ins/{signInId}", operation_id = "sign_ins_end", tag = "session",
    responses((status = 204), (status = 401, body = Problem)))]
async fn sign_ins_end(
    State(state): State<AppState>,
    InSession(caller): InSession,
    ApiPath(path): ApiPath<SignInPath>,
) -> ApiResult<StatusCode> {
    state.tenancy.sessions.end_one(&caller.account, &path.sign_in_id).await?;
    Ok(StatusCode::NO_CONTENT)
}
