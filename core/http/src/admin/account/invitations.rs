//! The page of an invitation link: showing and accepting the invitation.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse as _, Response};
use serde::{Deserialize, Serialize};
use stoa_entity::audit::{self, AuditAction};
use stoa_tenancy::InviteeDetails;
use utoipa::{IntoParams, ToSchema};

use super::session::respond;
use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiJson, ApiQuery, preferred_language, user_agent};
use crate::problem::{ApiResult, Problem};
use crate::rate_limit::RateLimit;
use crate::route_policy::{Invalidates, changes, reads};
use crate::state::AppState;

/// Token from the e-mail.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct InvitationQuery {
    token: String,
}

/// Details of an invitation.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WelcomeOut {
    /// Name of the site.
    site_title: String,
    email: String,
    /// Role codes that it grants, 1 to 15.
    roles: Vec<i32>,
    /// Whether the address has an account, which then gets the roles.
    has_account: bool,
}

/// Acceptance of an invitation.
#[derive(Deserialize, ToSchema)]
pub struct AcceptBody {
    /// Token from the e-mail.
    token: String,
    /// Name of an invitee without an account.
    #[serde(default)]
    name: String,
    /// Password of an invitee without an account, at least 10 characters.
    #[serde(default)]
    password: String,
}

/// The invitation was accepted; an invitee with an account signs in as usual.
#[derive(Debug, Serialize, ToSchema)]
pub struct Accepted {
    success: bool,
}

/// Routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new().routes(routes!(
        invitation_get: reads(),
        invitation_accept: changes(Invalidates::ByHandler).limited(RateLimit::SIGN_IN),
    ))
}

/// Get an invitation
///
/// 410 if it was accepted, replaced, withdrawn or has expired.
#[utoipa::path(get, path = "/api/auth/invitation", operation_id = "invitation_get", tag = "session",
    params(InvitationQuery),
    responses((status = 200, body = WelcomeOut), (status = 404, body = Problem), (status = 410, body = Problem)))]
async fn invitation_get(
    State(state): State<AppState>,
    ApiQuery(query): ApiQuery<InvitationQuery>,
) -> ApiResult<Json<WelcomeOut>> {
    let welcome = state.tenancy.staff.welcome(&query.token, state.tenancy.now()).await?;
    Ok(Json(WelcomeOut {
        site_title: welcome.site_title,
        email: welcome.email,
        roles: welcome.roles,
        has_account: welcome.has_account,
    }))
}

/// Accept an invitation
///
/// An invitee without an account gets one and is signed in: the response is then that of a sign-in.
#[utoipa::path(post, path = "/api/auth/invitation", operation_id = "invitation_accept", tag = "session",
    request_body = AcceptBody,
    responses((status = 200, body = Accepted), (status = 404, body = Problem), (status = 410, body = Problem)))]
async fn invitation_accept(
    State(state): State<AppState>,
    headers: HeaderMap,
    ApiJson(body): ApiJson<AcceptBody>,
) -> ApiResult<Response> {
    let tenancy = &state.tenancy;
    let user_agent = user_agent(&headers).to_owned();
    let language = preferred_language(&headers).map(str::to_owned);
    let newcomer = InviteeDetails { name: body.name, password: body.password, user_agent, language };
    let (account, website, sign_in) =
        tenancy.staff.accept(&tenancy.sessions, &body.token, newcomer, tenancy.now()).await?;
    let site = tenancy.for_new_contributor(&website, &account.id, "invitation").await?;
    audit::record(&site.ctx, &site.db, AuditAction::ContributorAccept, account.id.as_str()).await?;
    match sign_in {
        Some(sign_in) => respond(&state, sign_in).await,
        None => Ok(Json(Accepted { success: true }).into_response()),
    }
}
