//! The page behind the link of an invitation: what it is to, and accepting it.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse as _, Response};
use serde::{Deserialize, Serialize};
use stoa_commerce::audit::{self, AuditAction};
use stoa_tenancy::Newcomer;
use utoipa::{IntoParams, ToSchema};

use super::session::respond;
use crate::calls::{Calls, routes};
use crate::extract::{ApiJson, ApiQuery, preferred_language, user_agent};
use crate::problem::{ApiResult, Problem};
use crate::state::AppState;

/// Token of the letter.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct InvitationQuery {
    token: String,
}

/// What somebody is invited to.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WelcomeOut {
    /// Name of the site.
    site_title: String,
    email: String,
    /// Roles that it gives, 1 to 15.
    roles: Vec<i32>,
    /// Whether the address has an account, which then gets the roles.
    has_account: bool,
}

/// Accepts an invitation.
#[derive(Deserialize, ToSchema)]
pub struct AcceptBody {
    /// Token of the letter.
    token: String,
    /// Name of somebody who has no account.
    #[serde(default)]
    name: String,
    /// Password of somebody who has no account, at least 10 characters.
    #[serde(default)]
    password: String,
}

/// It was accepted; who has an account signs in with it.
#[derive(Debug, Serialize, ToSchema)]
pub struct Accepted {
    success: bool,
}

/// The routes of this noun.
pub fn routes() -> Calls {
    Calls::new().routes(routes!(invitation_get, invitation_accept))
}

/// Read an invitation
///
/// 410 when it was accepted, withdrawn for another one, or is too old.
#[utoipa::path(get, path = "/api/auth/invitation", operation_id = "invitation_get", tag = "session",
    params(InvitationQuery),
    responses((status = 200, body = WelcomeOut), (status = 404, body = Problem), (status = 410, body = Problem),
              (status = 429, body = Problem)))]
async fn invitation_get(
    State(state): State<AppState>,
    ApiQuery(query): ApiQuery<InvitationQuery>,
) -> ApiResult<Json<WelcomeOut>> {
    let welcome = state.tenancy.staff.welcome(&query.token, state.tenancy.now_ms()).await?;
    Ok(Json(WelcomeOut {
        site_title: welcome.site_title,
        email: welcome.email,
        roles: welcome.roles,
        has_account: welcome.has_account,
    }))
}

/// Accept an invitation
///
/// Somebody without an account gets one and is signed in: the answer is then that of a sign-in.
#[utoipa::path(post, path = "/api/auth/invitation", operation_id = "invitation_accept", tag = "session",
    request_body = AcceptBody,
    responses((status = 200, body = Accepted), (status = 400, body = Problem), (status = 404, body = Problem),
              (status = 410, body = Problem), (status = 429, body = Problem)))]
async fn invitation_accept(
    State(state): State<AppState>,
    headers: HeaderMap,
    ApiJson(body): ApiJson<AcceptBody>,
) -> ApiResult<Response> {
    let tenancy = &state.tenancy;
    let user_agent = user_agent(&headers).to_owned();
    let language = preferred_language(&headers).map(str::to_owned);
    let newcomer = Newcomer { name: body.name, password: body.password, user_agent, language };
    let (account, website, sign_in) =
        tenancy.staff.accept(&tenancy.sessions, &body.token, newcomer, tenancy.now_ms()).await?;
    let site = tenancy.for_newcomer(&website, &account.id, "invitation").await?;
    audit::record(&site.ctx, &site.db, AuditAction::ContributorAccept, account.id.as_str()).await?;
    match sign_in {
        Some(sign_in) => respond(&state, sign_in).await,
        None => Ok(Json(Accepted { success: true }).into_response()),
    }
}
