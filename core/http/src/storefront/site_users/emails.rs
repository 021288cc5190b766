//! Passwords of site users, and the e-mails to confirm an address or reset a password.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use serde::Deserialize;
use stoa_audience::members;
use utoipa::ToSchema;

use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiJson, SiteUser, Visitor};
use crate::known_browser::{SignInForm, count_own_password};
use crate::problem::{ApiResult, Problem};
use crate::rate_limit::RateLimit;
use crate::route_policy::{Invalidates, RoutePolicy, changes};
use crate::state::AppState;
use crate::storefront::site_users::{Done, private};

/// The current and the new password.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasswordBody {
    current_password: String,
    /// At least 8 characters.
    new_password: String,
}

/// The new e-mail address of the account.
#[derive(Deserialize, ToSchema)]
pub struct EmailChangeBody {
    email: String,
    /// The account's password.
    password: String,
}

/// E-mail address of the account.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ResetRequestBody {
    email: String,
}

/// A new password and the token from the e-mail.
#[derive(Deserialize, ToSchema)]
pub struct ResetBody {
    token: String,
    /// At least 8 characters.
    password: String,
}

/// A token from an e-mail.
#[derive(Deserialize, ToSchema)]
pub struct TokenBody {
    token: String,
}

/// Of operations that send an e-mail about an account, or try a password or a token.
const ACCOUNT_CHANGE: RoutePolicy = changes(Invalidates::ByHandler).limited(RateLimit::ACCOUNT);

/// The routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(site_user_change_password: ACCOUNT_CHANGE))
        .routes(routes!(site_user_ask_password_reset: ACCOUNT_CHANGE))
        .routes(routes!(site_user_reset_password: ACCOUNT_CHANGE))
        .routes(routes!(site_user_ask_email_change: ACCOUNT_CHANGE))
        .routes(routes!(site_user_ask_verification: ACCOUNT_CHANGE))
        .routes(routes!(site_user_verify_email: ACCOUNT_CHANGE))
}

/// Change the password
///
/// Ends all other sessions of the account, and voids password reset links and a pending change of the email address.
#[utoipa::path(post, path = "/api/site-users/account/password", operation_id = "site_user_change_password",
    tag = "site-users", params(("X-SiteUser-XSRF-Token" = String, Header, description = "The session's token")),
    request_body = PasswordBody, responses((status = 200, body = Done), (status = 401, body = Problem)))]
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

/// Request a password reset email
///
/// The response is the same whether the address has an account or not. At most one email a minute and five an hour are
/// sent to an address.
#[utoipa::path(post, path = "/api/site-users/account/password/reset-request",
    operation_id = "site_user_ask_password_reset", tag = "site-users", request_body = ResetRequestBody,
    responses((status = 202, body = Done)))]
async fn site_user_ask_password_reset(
    visitor: Visitor,
    ApiJson(body): ApiJson<ResetRequestBody>,
) -> ApiResult<impl IntoResponse> {
    members::ask_password_reset(&visitor.ctx, &visitor.db, &body.email).await?;
    Ok((StatusCode::ACCEPTED, Json(Done::YES)))
}

/// Reset the password with the token from an email
///
/// The token works once. Ends all sessions of the account, and voids other password reset links and a pending change of
/// the email address.
#[utoipa::path(post, path = "/api/site-users/account/password/reset", operation_id = "site_user_reset_password",
    tag = "site-users", request_body = ResetBody, responses((status = 200, body = Done)))]
async fn site_user_reset_password(
    State(state): State<AppState>,
    visitor: Visitor,
    ApiJson(body): ApiJson<ResetBody>,
) -> ApiResult<impl IntoResponse> {
    let sessions = state.sessions.as_ref();
    let email = members::reset_password(&visitor.ctx, &visitor.db, sessions, &body.token, body.password).await?;
    let known = SignInForm::of_site(visitor.ctx.website().as_str()).known(&state, &visitor.cookies, &email)?;
    Ok(private(vec![known], Json(Done::YES)))
}

/// Request an email address change
///
/// Sends a confirmation link to the new address, and a notice with a link that stops the change to the current address.
/// The address changes when the confirmation link is opened. The response does not reveal whether the new address has
/// an account; the email to it does. An earlier request is void.
#[utoipa::path(post, path = "/api/site-users/account/email", operation_id = "site_user_ask_email_change",
    tag = "site-users", params(("X-SiteUser-XSRF-Token" = String, Header, description = "The session's token")),
    request_body = EmailChangeBody, responses((status = 202, body = Done), (status = 401, body = Problem)))]
async fn site_user_ask_email_change(
    State(state): State<AppState>,
    caller: SiteUser,
    ApiJson(body): ApiJson<EmailChangeBody>,
) -> ApiResult<impl IntoResponse> {
    count_own_password(&state, &caller.visitor.ctx).await?;
    members::request_email_change(&caller.visitor.ctx, &caller.visitor.db, &body.email, body.password).await?;
    Ok((StatusCode::ACCEPTED, Json(Done::YES)))
}

/// Resend the verification email
#[utoipa::path(post, path = "/api/site-users/account/email/verification", operation_id = "site_user_ask_verification",
    tag = "site-users", params(("X-SiteUser-XSRF-Token" = String, Header, description = "The session's token")),
    responses((status = 202, body = Done), (status = 401, body = Problem)))]
async fn site_user_ask_verification(caller: SiteUser) -> ApiResult<impl IntoResponse> {
    members::request_verification(&caller.visitor.ctx, &caller.visitor.db).await?;
    Ok((StatusCode::ACCEPTED, Json(Done::YES)))
}

/// Verify an email address with the token from an email
///
/// The token works once, and its account has to be signed in: 401 otherwise, and the token stays valid. If it is a new
/// address, it becomes the address of the account.
#[utoipa::path(post, path = "/api/site-users/account/email/verify", operation_id = "site_user_verify_email",
    tag = "site-users", request_body = TokenBody,
    responses((status = 200, body = Done), (status = 401, body = Problem)))]
async fn site_user_verify_email(visitor: Visitor, ApiJson(body): ApiJson<TokenBody>) -> ApiResult<impl IntoResponse> {
    members::verify_email(&visitor.ctx, &visitor.db, &body.token).await?;
    Ok(private(Vec::new(), Json(Done::YES)))
}
