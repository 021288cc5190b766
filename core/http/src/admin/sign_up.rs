//! People make accounts by themselves: by a letter where the installation is open to all, and the first one by the link
//! that the program prints when it starts.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use serde::{Deserialize, Serialize};
use stoa_tenancy::{LinkWish, Newcomer, SignUpState};
use utoipa::{IntoParams, ToSchema};

use super::session::{SessionView, respond};
use crate::calls::{Calls, routes};
use crate::extract::{ApiJson, ApiQuery, preferred_language, user_agent};
use crate::problem::{ApiResult, Problem};
use crate::state::AppState;

/// Whether somebody can make an account.
#[derive(Debug, Serialize, ToSchema)]
pub struct AccountSignUpOut {
    state: AccountSignUpState,
}

/// How accounts are made.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum AccountSignUpState {
    /// Nobody has one: by the link that the program printed when it started.
    First,
    /// By a letter.
    Open,
    /// By invitation.
    Closed,
}

/// Who wants an account.
#[derive(Deserialize, ToSchema)]
pub struct AccountSignUpBody {
    /// Address that the letter goes to.
    email: String,
}

/// Token of the link.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct AccountSignUpQuery {
    token: String,
}

/// Whose account a link makes.
#[derive(Debug, Serialize, ToSchema)]
pub struct AccountSignUpLinkOut {
    /// The address that the letter went to; null for the first account, which chooses its own.
    email: Option<String>,
}

/// An account by a link.
#[derive(Deserialize, ToSchema)]
pub struct NewAccountBody {
    /// Token of the link.
    token: String,
    /// What the person is called.
    name: String,
    /// Address of the first account; that of others is the one the letter went to.
    #[serde(default)]
    email: String,
    /// At least 10 characters.
    password: String,
}

/// The routes of this noun.
pub fn routes() -> Calls {
    Calls::new().routes(routes!(sign_up_get, sign_up_request)).routes(routes!(sign_up_link_get, sign_up_finish))
}

/// Whether somebody can make an account
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

/// Ask for a letter with a link to make an account
///
/// The answer is the same for addresses that have one: their letter says so. 403 where accounts are made by invitation.
#[utoipa::path(post, path = "/api/auth/sign-up", operation_id = "sign_up_request", tag = "session",
    request_body = AccountSignUpBody,
    responses((status = 204), (status = 400, body = Problem), (status = 403, body = Problem),
              (status = 429, body = Problem)))]
async fn sign_up_request(
    State(state): State<AppState>,
    headers: HeaderMap,
    ApiJson(body): ApiJson<AccountSignUpBody>,
) -> ApiResult<StatusCode> {
    let tenancy = &state.tenancy;
    let wish = LinkWish { email: &body.email, language: preferred_language(&headers) };
    tenancy.staff.want_account(wish, &state.settings.sign_up, tenancy.now_ms()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Whose account a link makes
///
/// 410 when it was used or is too old.
#[utoipa::path(get, path = "/api/auth/sign-up/account", operation_id = "sign_up_link_get", tag = "session",
    params(AccountSignUpQuery),
    responses((status = 200, body = AccountSignUpLinkOut), (status = 410, body = Problem), (status = 429, body = Problem)))]
async fn sign_up_link_get(
    State(state): State<AppState>,
    ApiQuery(query): ApiQuery<AccountSignUpQuery>,
) -> ApiResult<Json<AccountSignUpLinkOut>> {
    let tenancy = &state.tenancy;
    let email = tenancy.staff.sign_up_address(&query.token, tenancy.now_ms()).await?;
    Ok(Json(AccountSignUpLinkOut { email }))
}

/// Make an account by a link
///
/// Its owner is signed in: the answer is that of a sign-in. 409 when the address has got an account meanwhile, 410 when the
/// link was used or is too old.
#[utoipa::path(post, path = "/api/auth/sign-up/account", operation_id = "sign_up_finish", tag = "session",
    request_body = NewAccountBody,
    responses((status = 200, body = SessionView), (status = 400, body = Problem), (status = 409, body = Problem),
              (status = 410, body = Problem), (status = 429, body = Problem)))]
async fn sign_up_finish(
    State(state): State<AppState>,
    headers: HeaderMap,
    ApiJson(body): ApiJson<NewAccountBody>,
) -> ApiResult<Response> {
    let tenancy = &state.tenancy;
    let user_agent = user_agent(&headers).to_owned();
    let language = preferred_language(&headers).map(str::to_owned);
    let newcomer = Newcomer { name: body.name, password: body.password, user_agent, language };
    let sign_in = tenancy.staff.sign_up(&tenancy.sessions, &body.token, &body.email, newcomer).await?;
    respond(&state, sign_in).await
}
