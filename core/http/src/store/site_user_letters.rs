//! Passwords of site users, and the letters by which they prove their address or choose a new one.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use serde::Deserialize;
use stoa_audience::members;
use utoipa::ToSchema;

use super::site_users::{Done, private};
use crate::calls::{Calls, routes};
use crate::extract::{ApiJson, SiteUser, Visitor};
use crate::known_browser::{Door, count_own_password};
use crate::problem::{ApiResult, Problem};
use crate::state::AppState;

/// The old and the new password.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasswordBody {
    current_password: String,
    /// At least 8 characters.
    new_password: String,
}

/// The address that the account is to have.
#[derive(Deserialize, ToSchema)]
pub struct EmailChangeBody {
    email: String,
    /// The account's password.
    password: String,
}

/// Whose password was forgotten.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ResetRequestBody {
    email: String,
}

/// A new password and the token that was mailed.
#[derive(Deserialize, ToSchema)]
pub struct ResetBody {
    token: String,
    /// At least 8 characters.
    password: String,
}

/// A token that was mailed.
#[derive(Deserialize, ToSchema)]
pub struct TokenBody {
    token: String,
}

/// The routes of this noun.
pub fn routes() -> Calls {
    Calls::new()
        .routes(routes!(site_user_change_password))
        .routes(routes!(site_user_ask_password_reset))
        .routes(routes!(site_user_reset_password))
        .routes(routes!(site_user_ask_email_change))
        .routes(routes!(site_user_ask_verification))
        .routes(routes!(site_user_verify_email))
}

/// Change the password
///
/// All other sessions of the account end; links to a new password and a change of address that is pending are void.
#[utoipa::path(post, path = "/api/site-users/account/password", operation_id = "site_user_change_password",
    tag = "site-users", params(("X-SiteUser-XSRF-Token" = String, Header, description = "The session's token")),
    request_body = PasswordBody,
    responses((status = 200, body = Done), (status = 400, body = Problem), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 429, body = Problem)))]
async fn site_user_change_password(
    State(state): State<AppState>,
    caller: SiteUser,
    ApiJson(body): ApiJson<PasswordBody>,
) -> ApiResult<impl IntoResponse> {
    let (ctx, db) = (&caller.visitor.ctx, &caller.visitor.db);
    count_own_password(&state, ctx).await?;
    let change = members::PasswordChange { current: body.current_password, new: body.new_password };
    members::change_password(ctx, db, state.sessions.as_ref(), &caller.token, change).await?;
    Ok(private(Vec::new(), Json(Done::YES)))
}

/// Ask for a letter with which a new password can be chosen
///
/// The answer is the same whether the address has an account or not. An address gets a letter a minute at most, and
/// five within an hour.
#[utoipa::path(post, path = "/api/site-users/account/password/reset-request",
    operation_id = "site_user_ask_password_reset", tag = "site-users", request_body = ResetRequestBody,
    responses((status = 202, body = Done), (status = 400, body = Problem), (status = 403, body = Problem),
              (status = 429, body = Problem)))]
async fn site_user_ask_password_reset(
    visitor: Visitor,
    ApiJson(body): ApiJson<ResetRequestBody>,
) -> ApiResult<impl IntoResponse> {
    members::ask_password_reset(&visitor.ctx, &visitor.db, &body.email).await?;
    Ok((StatusCode::ACCEPTED, Json(Done::YES)))
}

/// Choose a new password with the token of a letter
///
/// The token works once. All sessions of the account end; other links to a new password and a change of address that is
/// pending are void.
#[utoipa::path(post, path = "/api/site-users/account/password/reset", operation_id = "site_user_reset_password",
    tag = "site-users", request_body = ResetBody,
    responses((status = 200, body = Done), (status = 400, body = Problem), (status = 403, body = Problem),
              (status = 429, body = Problem)))]
async fn site_user_reset_password(
    State(state): State<AppState>,
    visitor: Visitor,
    ApiJson(body): ApiJson<ResetBody>,
) -> ApiResult<impl IntoResponse> {
    let sessions = state.sessions.as_ref();
    let email = members::reset_password(&visitor.ctx, &visitor.db, sessions, &body.token, body.password).await?;
    let known = Door::of_site(visitor.ctx.website().as_str()).known(&state, &visitor.cookies, &email)?;
    Ok(private(vec![known], Json(Done::YES)))
}

/// Ask for another email address
///
/// A letter goes to the new address, and one that tells of it to the present one, with a link that stops it. The
/// address changes when the link in the first is opened. The answer does not tell whether the new address has an
/// account: its letter does. A wish before it is void.
#[utoipa::path(post, path = "/api/site-users/account/email", operation_id = "site_user_ask_email_change",
    tag = "site-users", params(("X-SiteUser-XSRF-Token" = String, Header, description = "The session's token")),
    request_body = EmailChangeBody,
    responses((status = 202, body = Done), (status = 400, body = Problem), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 429, body = Problem)))]
async fn site_user_ask_email_change(
    State(state): State<AppState>,
    caller: SiteUser,
    ApiJson(body): ApiJson<EmailChangeBody>,
) -> ApiResult<impl IntoResponse> {
    count_own_password(&state, &caller.visitor.ctx).await?;
    members::ask_email_change(&caller.visitor.ctx, &caller.visitor.db, &body.email, body.password).await?;
    Ok((StatusCode::ACCEPTED, Json(Done::YES)))
}

/// Ask for another letter by which the address is confirmed
#[utoipa::path(post, path = "/api/site-users/account/email/verification",
    operation_id = "site_user_ask_verification", tag = "site-users",
    params(("X-SiteUser-XSRF-Token" = String, Header, description = "The session's token")),
    responses((status = 202, body = Done), (status = 401, body = Problem), (status = 403, body = Problem),
              (status = 429, body = Problem)))]
async fn site_user_ask_verification(caller: SiteUser) -> ApiResult<impl IntoResponse> {
    members::ask_verification(&caller.visitor.ctx, &caller.visitor.db).await?;
    Ok((StatusCode::ACCEPTED, Json(Done::YES)))
}

/// Confirm an address with the token of a letter
///
/// The token works once, and the account that it is about has to be signed in: 401 otherwise, and the token goes on
/// working. When it is a new address, the account has it from now on.
#[utoipa::path(post, path = "/api/site-users/account/email/verify", operation_id = "site_user_verify_email",
    tag = "site-users", request_body = TokenBody,
    responses((status = 200, body = Done), (status = 400, body = Problem), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 429, body = Problem)))]
async fn site_user_verify_email(visitor: Visitor, ApiJson(body): ApiJson<TokenBody>) -> ApiResult<impl IntoResponse> {
    members::verify_email(&visitor.ctx, &visitor.db, &body.token).await?;
    Ok(private(Vec::new(), Json(Done::YES)))
}
