//! The sessions of somebody who works on sites: listed, and ended one by one or all but the present one.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use stoa_tenancy::Device;
use utoipa::ToSchema;

use crate::calls::{Calls, routes};
use crate::extract::{ApiPath, InSession};
use crate::problem::{ApiResult, Problem};
use crate::state::AppState;

/// A session.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SignInOut {
    id: String,
    /// What the browser called itself; empty when it said nothing.
    user_agent: String,
    /// When it began, UTC milliseconds.
    created_on: i64,
    /// When it was last renewed, UTC milliseconds; while in use, every ten minutes.
    used_on: i64,
    /// Whether it is the one that asks.
    is_current: bool,
}

/// Sessions, the latest used first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SignInsOut {
    sign_ins: Vec<SignInOut>,
}

/// Which session.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct SignInPath {
    sign_in_id: String,
}

/// The routes of this noun.
pub fn routes() -> Calls {
    Calls::new().routes(routes!(sign_ins_list, sign_ins_end_others)).routes(routes!(sign_ins_end))
}

/// List where one is signed in
#[utoipa::path(get, path = "/api/v1/account/sign-ins", operation_id = "sign_ins_list", tag = "session",
    responses((status = 200, body = SignInsOut), (status = 401, body = Problem)))]
async fn sign_ins_list(State(state): State<AppState>, InSession(caller): InSession) -> ApiResult<Json<SignInsOut>> {
    let out = |device: Device| SignInOut {
        is_current: device.id == caller.sign_in,
        id: device.id.into(),
        user_agent: device.user_agent,
        created_on: device.created_on,
        used_on: device.used_on,
    };
    let devices = state.tenancy.sessions.devices(&caller.account).await?;
    Ok(Json(SignInsOut { sign_ins: devices.into_iter().map(out).collect() }))
}

/// Sign out everywhere else
#[utoipa::path(delete, path = "/api/v1/account/sign-ins", operation_id = "sign_ins_end_others", tag = "session",
    responses((status = 204), (status = 401, body = Problem)))]
async fn sign_ins_end_others(State(state): State<AppState>, InSession(caller): InSession) -> ApiResult<StatusCode> {
    state.tenancy.sessions.end_others(&caller).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// End one session
///
/// What it was given opens nothing any more, at once.
#[utoipa::path(delete, path = "/api/v1/account/sign-ins/{signInId}", operation_id = "sign_ins_end", tag = "session",
    params(("signInId" = String, Path, description = "The session")),
    responses((status = 204), (status = 401, body = Problem), (status = 404, body = Problem)))]
async fn sign_ins_end(
    State(state): State<AppState>,
    InSession(caller): InSession,
    ApiPath(path): ApiPath<SignInPath>,
) -> ApiResult<StatusCode> {
    state.tenancy.sessions.end_one(&caller.account, &path.sign_in_id).await?;
    Ok(StatusCode::NO_CONTENT)
}
