//! People who work on sites choose another password, or ask for a letter when they have forgotten theirs.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{AppendHeaders, IntoResponse};
use axum_extra::extract::CookieJar;
use serde::Deserialize;
use stoa_tenancy::LinkWish;
use utoipa::ToSchema;

use crate::calls::{Calls, routes};
use crate::extract::{ApiJson, InSession, preferred_language};
use crate::known_browser::{Door, count_password};
use crate::problem::{ApiResult, Problem};
use crate::state::AppState;

/// Another password.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasswordChangeBody {
    /// The present password.
    password: String,
    /// The one to be, at least 10 characters.
    new_password: String,
}

/// Who has forgotten their password.
#[derive(Deserialize, ToSchema)]
pub struct ForgottenBody {
    /// Address of the account.
    email: String,
}

/// A password by the link of a letter.
#[derive(Deserialize, ToSchema)]
pub struct PasswordResetBody {
    /// Token of the letter.
    token: String,
    /// The password to be, at least 10 characters.
    password: String,
}

/// The routes of this noun.
pub fn routes() -> Calls {
    Calls::new()
        .routes(routes!(password_change))
        .routes(routes!(password_reset_request))
        .routes(routes!(password_reset))
}

/// Change the password
///
/// All other sessions end.
#[utoipa::path(put, path = "/api/v1/account/password", operation_id = "password_change", tag = "session",
    request_body = PasswordChangeBody,
    responses((status = 204), (status = 400, body = Problem), (status = 401, body = Problem),
              (status = 429, body = Problem)))]
async fn password_change(
    State(state): State<AppState>,
    InSession(caller): InSession,
    ApiJson(body): ApiJson<PasswordChangeBody>,
) -> ApiResult<StatusCode> {
    count_password(&state, caller.account.as_str()).await?;
    let now_ms = state.tenancy.now_ms();
    state.tenancy.staff.change_password(&caller, &body.password, &body.new_password, now_ms).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Ask for a letter to choose a new password
///
/// The answer is the same whether or not the address has an account.
#[utoipa::path(post, path = "/api/auth/password/reset-request", operation_id = "password_reset_request",
    tag = "session", request_body = ForgottenBody,
    responses((status = 204), (status = 429, body = Problem)))]
async fn password_reset_request(
    State(state): State<AppState>,
    headers: HeaderMap,
    ApiJson(body): ApiJson<ForgottenBody>,
) -> ApiResult<StatusCode> {
    let wish = LinkWish { email: &body.email, language: preferred_language(&headers) };
    state.tenancy.staff.want_password(wish, state.tenancy.now_ms()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Choose a password by the link of a letter
///
/// All sessions end. Nobody is signed in by it: a second factor is asked for as always. 410 when the link was used or
/// is too old.
#[utoipa::path(post, path = "/api/auth/password/reset", operation_id = "password_reset", tag = "session",
    request_body = PasswordResetBody,
    responses((status = 204), (status = 400, body = Problem), (status = 410, body = Problem),
              (status = 429, body = Problem)))]
async fn password_reset(
    State(state): State<AppState>,
    jar: CookieJar,
    ApiJson(body): ApiJson<PasswordResetBody>,
) -> ApiResult<impl IntoResponse> {
    let person = state.tenancy.staff.reset_password(&body.token, &body.password, state.tenancy.now_ms()).await?;
    let known = Door::STAFF.known(&state, &jar, &person.email)?;
    Ok((StatusCode::NO_CONTENT, AppendHeaders([known])))
}
