//! Contributors change their password, or reset a forgotten one by e-mail.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{AppendHeaders, IntoResponse};
use axum_extra::extract::CookieJar;
use serde::Deserialize;
use stoa_tenancy::LinkRequest;
use utoipa::ToSchema;

use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiJson, InSession, preferred_language};
use crate::known_browser::{SignInForm, count_password};
use crate::problem::{ApiResult, Problem};
use crate::rate_limit::RateLimit;
use crate::route_policy::{Invalidates, changes};
use crate::state::AppState;

/// A change of password.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasswordChangeBody {
    /// The current password.
    password: String,
    /// The new password, at least 10 characters.
    #[schema(min_length = 10, max_length = 256)]
    new_password: String,
}

/// A request for a password reset e-mail.
#[derive(Deserialize, ToSchema)]
pub struct ForgottenBody {
    /// E-mail address of the account.
    email: String,
}

/// A password reset with the link from an e-mail.
#[derive(Deserialize, ToSchema)]
pub struct PasswordResetBody {
    /// Token from the e-mail.
    token: String,
    /// The new password, at least 10 characters.
    #[schema(min_length = 10, max_length = 256)]
    password: String,
}

/// Routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(password_change: changes(Invalidates::ByHandler).limited(RateLimit::CONTRIBUTOR_SECRET)))
        .routes(routes!(
            password_reset_request: changes(Invalidates::ByHandler).limited(RateLimit::CONTRIBUTOR_SECRET),
        ))
        .routes(routes!(password_reset: changes(Invalidates::ByHandler).limited(RateLimit::CONTRIBUTOR_SECRET)))
}

/// Change the password
///
/// Ends all other sessions.
#[utoipa::path(put, path = "/api/v1/account/password", operation_id = "password_change", tag = "session",
    request_body = PasswordChangeBody, responses((status = 204), (status = 401, body = Problem)))]
async fn password_change(
    State(state): State<AppState>,
    InSession(caller): InSession,
    ApiJson(body): ApiJson<PasswordChangeBody>,
) -> ApiResult<StatusCode> {
    count_password(&state, caller.account.as_str()).await?;
    let now = state.tenancy.now();
    state.tenancy.staff.change_password(&caller, &body.password, &body.new_password, now).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Request a password reset e-mail
///
/// The response is the same whether or not the address has an account.
#[utoipa::path(post, path = "/api/auth/password/reset-request", operation_id = "password_reset_request",
    tag = "session", request_body = ForgottenBody, responses((status = 204)))]
async fn password_reset_request(
    State(state): State<AppState>,
    headers: HeaderMap,
    ApiJson(body): ApiJson<ForgottenBody>,
) -> ApiResult<StatusCode> {
    let wish = LinkRequest { email: &body.email, language: preferred_language(&headers) };
    state.tenancy.staff.request_password_reset(wish, state.tenancy.now()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Reset the password with the link from an e-mail
///
/// Ends all sessions and signs nobody in: signing in still needs the second factor. 410 if the link was used or has
/// expired.
#[utoipa::path(post, path = "/api/auth/password/reset", operation_id = "password_reset", tag = "session",
    request_body = PasswordResetBody, responses((status = 204), (status = 410, body = Problem)))]
async fn password_reset(
    State(state): State<AppState>,
    jar: CookieJar,
    ApiJson(body): ApiJson<PasswordResetBody>,
) -> ApiResult<impl IntoResponse> {
    let person = state.tenancy.staff.reset_password(&body.token, &body.password, state.tenancy.now()).await?;
    let known = SignInForm::STAFF.known(&state, &jar, &person.email)?;
    Ok((StatusCode::NO_CONTENT, AppendHeaders([known])))
}
