//! Self-service accounts: by e-mail if the installation is open to all; the first account by the link that the server
//! prints at start.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use serde::{Deserialize, Serialize};
use stoa_tenancy::{InviteeDetails, LinkRequest, SignUpState};
use utoipa::{IntoParams, ToSchema};

use super::session::{SessionView, respond};
use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiJson, ApiQuery, preferred_language, user_agent};
use crate::problem::{ApiResult, Problem};
use crate::rate_limit::RateLimit;
use crate::route_policy::{Invalidates, changes, reads};
use crate::state::AppState;

/// Whether accounts can be created.
#[derive(Debug, Serialize, ToSchema)]
pub struct AccountSignUpOut {
    state: AccountSignUpState,
}

/// How accounts are created.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum AccountSignUpState {
    /// No account exists: with the link printed by the server at start.
    First,
    /// With a link sent by e-mail.
    Open,
    /// By invitation only.
    Closed,
}

/// A request for an account.
#[derive(Deserialize, ToSchema)]
pub struct AccountSignUpBody {
    /// Address to which the e-mail is sent.
    email: String,
}

/// Token of the link.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct AccountSignUpQuery {
    token: String,
}

/// The account that a link creates.
#[derive(Debug, Serialize, ToSchema)]
pub struct AccountSignUpLinkOut {
    /// The address to which the e-mail was sent; null for the first account, which chooses its own.
    email: Option<String>,
}

/// An account to create with a link.
#[derive(Deserialize, ToSchema)]
pub struct NewAccountBody {
    /// Token of the link.
    token: String,
    /// Name of the person.
    name: String,
    /// E-mail address of the first account; other accounts get the address to which the e-mail was sent.
    #[serde(default)]
    email: String,
    /// At least 10 characters.
    #[schema(min_length = 10, max_length = 256)]
    password: String,
}

/// Routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(
            sign_up_get: reads(),
            sign_up_request: changes(Invalidates::ByHandler).limited(RateLimit::CONTRIBUTOR_SECRET),
        ))
        .routes(routes!(
            sign_up_link_get: reads(),
            sign_up_finish: changes(Invalidates::ByHandler).limited(RateLimit::CONTRIBUTOR_SECRET),
        ))
}

/// Get whether sign-up is open
#[utoipa::path(get, path = "/api/auth/sign-up", operation_id = "sign_up_get", tag = "session",
    responses((status = 200, body = AccountSignUpOut)))]
async fn sign_up_get(State(state): State<AppState>) -> ApiResult<Json<AccountSignUpOut>> {
    let known = state.tenancy.staff.sign_up_state(&state.settings.sign_up).await?;
    let state = match known {
        SignUpState::First => AccountSignUpState::First,
        SignUpState::Open => AccountSignUpState::Open,
        SignUpState::Closed => AccountSignUpState::Closed,
    };
    Ok(Json(AccountSignUpOut { state }))
}

/// Request a sign-up e-mail
///
/// The response is the same for addresses that have an account already: the e-mail says so. 403 if accounts are created
/// by invitation only.
#[utoipa::path(post, path = "/api/auth/sign-up", operation_id = "sign_up_request", tag = "session",
    request_body = AccountSignUpBody, responses((status = 204)))]
async fn sign_up_request(
    State(state): State<AppState>,
    headers: HeaderMap,
    ApiJson(body): ApiJson<AccountSignUpBody>,
) -> ApiResult<StatusCode> {
    let tenancy = &state.tenancy;
    let wish = LinkRequest { email: &body.email, language: preferred_language(&headers) };
    tenancy.staff.request_sign_up(wish, &state.settings.sign_up, tenancy.now()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Get the account of a sign-up link
///
/// 410 if it was used or has expired.
#[utoipa::path(get, path = "/api/auth/sign-up/account", operation_id = "sign_up_link_get", tag = "session",
    params(AccountSignUpQuery),
    responses((status = 200, body = AccountSignUpLinkOut), (status = 410, body = Problem)))]
async fn sign_up_link_get(
    State(state): State<AppState>,
    ApiQuery(query): ApiQuery<AccountSignUpQuery>,
) -> ApiResult<Json<AccountSignUpLinkOut>> {
    let tenancy = &state.tenancy;
    let email = tenancy.staff.sign_up_address(&query.token, tenancy.now()).await?;
    Ok(Json(AccountSignUpLinkOut { email }))
}

/// Create an account with a sign-up link
///
/// The new account is signed in: the response is that of a sign-in. 409 if the address got an account in the meantime,
/// 410 if the link was used or has expired.
#[utoipa::path(post, path = "/api/auth/sign-up/account", operation_id = "sign_up_finish", tag = "session",
    request_body = NewAccountBody,
    responses((status = 200, body = SessionView), (status = 409, body = Problem), (status = 410, body = Problem)))]
async fn sign_up_finish(
    State(state): State<AppState>,
    headers: HeaderMap,
    ApiJson(body): ApiJson<NewAccountBody>,
) -> ApiResult<Response> {
    let tenancy = &state.tenancy;
    let user_agent = user_agent(&headers).to_owned();
    let language = preferred_language(&headers).map(str::to_owned);
    let newcomer = InviteeDetails { name: body.name, password: body.password, user_agent, language };
    let sign_in = tenancy.staff.sign_up(&tenancy.sessions, &body.token, &body.email, newcomer).await?;
    respond(&state, sign_in).await
}
