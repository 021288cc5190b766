//! Who works on a site: roles, invitations by letter.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use serde::{Deserialize, Serialize};
use stoa_commerce::audit::{self, AuditAction};
use stoa_commerce::mail;
use stoa_tenancy::{Colleague, Invitation};
use utoipa::ToSchema;

use crate::calls::{Calls, routes};
use crate::extract::{ApiJson, ApiPath, Contributor};
use crate::problem::{ApiResult, Problem};
use crate::state::AppState;

/// Somebody who works on the site.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Contributor)]
pub struct ContributorOut {
    /// Id of the account.
    id: String,
    name: String,
    email: String,
    /// Roles held, 1 to 15.
    roles: Vec<i32>,
    /// Whether it is who calls.
    is_own: bool,
    /// Whether a code is asked for when they sign in.
    has_second_factor: bool,
}

/// An invitation that was not accepted yet.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Invitation)]
pub struct InvitationOut {
    id: String,
    email: String,
    /// Roles it gives.
    roles: Vec<i32>,
    /// UTC milliseconds.
    created_on: i64,
    /// Until when its link works, UTC milliseconds.
    expires_on: i64,
}

/// Who works on the site and who is invited to.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ContributorsOut {
    contributors: Vec<ContributorOut>,
    invitations: Vec<InvitationOut>,
    /// Whether everybody needs two-step sign-in.
    second_factor_required: bool,
}

/// What is asked of everybody who works on the site when they sign in.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SignInRules {
    /// Whether everybody needs two-step sign-in.
    second_factor_required: bool,
}

/// Whom to invite, and to what.
#[derive(Debug, Deserialize, ToSchema)]
pub struct InvitationBody {
    email: String,
    /// Roles, 1 to 15.
    roles: Vec<i32>,
}

/// The roles that somebody is to hold.
#[derive(Debug, Deserialize, ToSchema)]
pub struct RolesBody {
    /// Roles, 1 to 15.
    roles: Vec<i32>,
}

/// Whose roles.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct ContributorPath {
    contributor_id: String,
}

/// Which invitation.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct InvitationPath {
    invitation_id: String,
}

impl ContributorOut {
    fn new(colleague: Colleague, caller: &Contributor) -> Self {
        Self {
            is_own: colleague.account.id == caller.account,
            has_second_factor: colleague.has_second_factor,
            id: colleague.account.id.into(),
            name: colleague.account.name,
            email: colleague.account.email,
            roles: colleague.roles,
        }
    }
}

impl From<Invitation> for InvitationOut {
    fn from(invitation: Invitation) -> Self {
        Self {
            id: invitation.id.into(),
            email: invitation.email,
            roles: invitation.roles,
            created_on: invitation.created_on,
            expires_on: invitation.expires_on,
        }
    }
}

/// The routes of this noun.
pub fn routes() -> Calls {
    Calls::new()
        .routes(routes!(contributors_list, contributors_invite))
        .routes(routes!(contributors_set_roles, contributors_remove))
        .routes(routes!(contributors_withdraw_invitation))
        .routes(routes!(contributors_set_sign_in_rules))
}

/// List who works on the site
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/contributors", operation_id = "contributors_list",
    tag = "contributors", params(("websiteId" = String, Path, description = "The site")),
    security(("contributor" = ["contributors:read"])),
    responses((status = 200, body = ContributorsOut), (status = 401, body = Problem), (status = 403, body = Problem),
              (status = 404, body = Problem)))]
async fn contributors_list(State(state): State<AppState>, caller: Contributor) -> ApiResult<Json<ContributorsOut>> {
    let (colleagues, invitations) = state.tenancy.staff.colleagues(&caller.ctx).await?;
    let contributors = colleagues.into_iter().map(|colleague| ContributorOut::new(colleague, &caller)).collect();
    let invitations = invitations.into_iter().map(InvitationOut::from).collect();
    let second_factor_required = state.tenancy.staff.requires_second_factor(&caller.ctx).await?;
    Ok(Json(ContributorsOut { contributors, invitations, second_factor_required }))
}

/// Invite somebody to work on the site
///
/// A letter carries a link that works once, for seven days. An earlier invitation of the same address works no longer.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/contributors", operation_id = "contributors_invite",
    tag = "contributors", params(("websiteId" = String, Path, description = "The site")),
    request_body = InvitationBody,
    security(("contributor" = ["contributors:publish"])),
    responses((status = 201, body = InvitationOut), (status = 400, body = Problem), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem)))]
async fn contributors_invite(
    State(state): State<AppState>,
    caller: Contributor,
    ApiJson(body): ApiJson<InvitationBody>,
) -> ApiResult<(StatusCode, Json<InvitationOut>)> {
    let staff = &state.tenancy.staff;
    let (invitation, token) = staff.invite(&caller.ctx, &caller.account, &body.email, body.roles).await?;
    let platform = state.settings.origin(&state.settings.platform_host);
    mail::invite(&caller.ctx, &caller.db, &invitation.email, (&platform, &token)).await?;
    audit::record(&caller.ctx, &caller.db, AuditAction::ContributorInvite, &invitation.email).await?;
    Ok((StatusCode::CREATED, Json(invitation.into())))
}

/// Change the roles of somebody
///
/// 409 when no administrator would be left.
#[utoipa::path(put, path = "/api/v1/websites/{websiteId}/contributors/{contributorId}",
    operation_id = "contributors_set_roles", tag = "contributors",
    params(("websiteId" = String, Path, description = "The site"),
           ("contributorId" = String, Path, description = "The person")),
    request_body = RolesBody,
    security(("contributor" = ["contributors:write"])),
    responses((status = 200, body = ContributorOut), (status = 400, body = Problem), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem), (status = 409, body = Problem)))]
async fn contributors_set_roles(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<ContributorPath>,
    ApiJson(body): ApiJson<RolesBody>,
) -> ApiResult<Json<ContributorOut>> {
    let colleague = state.tenancy.staff.set_roles(&caller.ctx, &path.contributor_id, body.roles).await?;
    let told = format!("{}: {:?}", colleague.account.id, colleague.roles);
    audit::record(&caller.ctx, &caller.db, AuditAction::ContributorRoles, &told).await?;
    Ok(Json(ContributorOut::new(colleague, &caller)))
}

/// Have somebody work on the site no longer
///
/// The account stays. 409 when no administrator would be left.
#[utoipa::path(delete, path = "/api/v1/websites/{websiteId}/contributors/{contributorId}",
    operation_id = "contributors_remove", tag = "contributors",
    params(("websiteId" = String, Path, description = "The site"),
           ("contributorId" = String, Path, description = "The person")),
    security(("contributor" = ["contributors:delete"])),
    responses((status = 204), (status = 401, body = Problem), (status = 403, body = Problem),
              (status = 404, body = Problem), (status = 409, body = Problem)))]
async fn contributors_remove(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<ContributorPath>,
) -> ApiResult<impl IntoResponse> {
    state.tenancy.staff.dismiss(&caller.ctx, &path.contributor_id).await?;
    audit::record(&caller.ctx, &caller.db, AuditAction::ContributorRemove, &path.contributor_id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Withdraw an invitation
#[utoipa::path(delete, path = "/api/v1/websites/{websiteId}/invitations/{invitationId}",
    operation_id = "contributors_withdraw_invitation", tag = "contributors",
    params(("websiteId" = String, Path, description = "The site"),
           ("invitationId" = String, Path, description = "The invitation")),
    security(("contributor" = ["contributors:delete"])),
    responses((status = 204), (status = 401, body = Problem), (status = 403, body = Problem),
              (status = 404, body = Problem)))]
async fn contributors_withdraw_invitation(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<InvitationPath>,
) -> ApiResult<impl IntoResponse> {
    state.tenancy.staff.withdraw(&caller.ctx, &path.invitation_id).await?;
    audit::record(&caller.ctx, &caller.db, AuditAction::ContributorWithdraw, &path.invitation_id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Ask everybody for two-step sign-in, or no longer
///
/// Who has not set it up is answered 403 `second-factor-missing` by all calls about the site until they have. 409 when the
/// caller has not.
#[utoipa::path(put, path = "/api/v1/websites/{websiteId}/sign-in-rules",
    operation_id = "contributors_set_sign_in_rules", tag = "contributors",
    params(("websiteId" = String, Path, description = "The site")),
    request_body = SignInRules,
    security(("contributor" = ["contributors:write"])),
    responses((status = 200, body = SignInRules), (status = 400, body = Problem), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem), (status = 409, body = Problem)))]
async fn contributors_set_sign_in_rules(
    State(state): State<AppState>,
    caller: Contributor,
    ApiJson(body): ApiJson<SignInRules>,
) -> ApiResult<Json<SignInRules>> {
    let required = body.second_factor_required;
    if state.tenancy.staff.require_second_factor(&caller.ctx, &caller.account, required).await? {
        let told = if required { "second factor: required" } else { "second factor: off" };
        audit::record(&caller.ctx, &caller.db, AuditAction::ContributorSignInRules, told).await?;
    }
    Ok(Json(body))
}
