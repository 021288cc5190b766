//! Contributors of a site: roles, and invitations by e-mail.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use serde::{Deserialize, Serialize};
use stoa_entity::audit::{self, AuditAction};
use stoa_kernel::id::{AccountId, InvitationId};
use stoa_tenancy::{Invitation, SiteContributor};
use utoipa::ToSchema;

use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiJson, ApiPath, Contributor, path_id};
use crate::problem::{ApiResult, Problem};
use crate::route_policy::{Invalidates, changes, reads};
use crate::state::AppState;

/// A contributor.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Contributor)]
pub struct ContributorOut {
    /// Id of the account.
    id: String,
    name: String,
    email: String,
    /// Role codes, 1 to 15.
    roles: Vec<i32>,
    /// Whether it is the caller.
    is_own: bool,
    /// Whether two-step sign-in is set up.
    has_second_factor: bool,
}

/// A pending invitation.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Invitation)]
pub struct InvitationOut {
    id: String,
    email: String,
    /// Role codes that it grants, 1 to 15.
    roles: Vec<i32>,
    /// UTC milliseconds.
    created_on: i64,
    /// When its link expires, UTC milliseconds.
    expires_on: i64,
}

/// Contributors and pending invitations.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ContributorsOut {
    contributors: Vec<ContributorOut>,
    invitations: Vec<InvitationOut>,
    /// Whether all contributors need two-step sign-in.
    second_factor_required: bool,
}

/// Sign-in requirements for all contributors of the site.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SignInRules {
    /// Whether all contributors need two-step sign-in.
    second_factor_required: bool,
}

/// An invitation to send.
#[derive(Debug, Deserialize, ToSchema)]
pub struct InvitationBody {
    email: String,
    /// Role codes, 1 to 15.
    roles: Vec<i32>,
}

/// New roles of a contributor.
#[derive(Debug, Deserialize, ToSchema)]
pub struct RolesBody {
    /// Role codes, 1 to 15.
    roles: Vec<i32>,
}

/// Path parameters of a contributor.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct ContributorPath {
    #[serde(deserialize_with = "path_id")]
    contributor_id: AccountId,
}

/// Path parameters of an invitation.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct InvitationPath {
    #[serde(deserialize_with = "path_id")]
    invitation_id: InvitationId,
}

impl ContributorOut {
    fn new(colleague: SiteContributor, caller: &Contributor) -> Self {
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
            created_on: invitation.created_on.ms(),
            expires_on: invitation.expires_on.ms(),
        }
    }
}

/// Routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(contributors_list: reads(), contributors_invite: changes(Invalidates::ByHandler)))
        .routes(routes!(
            contributors_set_roles: changes(Invalidates::ByHandler),
            contributors_remove: changes(Invalidates::ByHandler),
        ))
        .routes(routes!(contributors_withdraw_invitation: changes(Invalidates::ByHandler)))
        .routes(routes!(contributors_set_sign_in_rules: changes(Invalidates::Site)))
}

/// List contributors
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/contributors", operation_id = "contributors_list",
    tag = "contributors", security(("contributor" = ["contributors:read"])),
    responses((status = 200, body = ContributorsOut)))]
async fn contributors_list(State(state): State<AppState>, caller: Contributor) -> ApiResult<Json<ContributorsOut>> {
    let (colleagues, invitations) = state.tenancy.staff.colleagues(&caller.ctx).await?;
    let contributors = colleagues.into_iter().map(|colleague| ContributorOut::new(colleague, &caller)).collect();
    let invitations = invitations.into_iter().map(InvitationOut::from).collect();
    let second_factor_required = state.tenancy.staff.requires_second_factor(&caller.ctx).await?;
    Ok(Json(ContributorsOut { contributors, invitations, second_factor_required }))
}

/// Invite a contributor
///
/// Sends an e-mail with a link that works once, for seven days. An earlier invitation of the same address becomes
/// invalid.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/contributors", operation_id = "contributors_invite",
    tag = "contributors", request_body = InvitationBody, security(("contributor" = ["contributors:publish"])),
    responses((status = 201, body = InvitationOut)))]
async fn contributors_invite(
    State(state): State<AppState>,
    caller: Contributor,
    ApiJson(body): ApiJson<InvitationBody>,
) -> ApiResult<(StatusCode, Json<InvitationOut>)> {
    let staff = &state.tenancy.staff;
    let (invitation, token) = staff.invite(&caller.ctx, &caller.account, &body.email, body.roles).await?;
    let platform = state.settings.origin(&state.settings.platform_host);
    let written = stoa_email::Invitation { to: &invitation.email, platform: &platform, token: &token };
    stoa_email::invite(&caller.ctx, &caller.db, &written).await?;
    audit::record(&caller.ctx, &caller.db, AuditAction::ContributorInvite, &invitation.email).await?;
    Ok((StatusCode::CREATED, Json(invitation.into())))
}

/// Change the roles of a contributor
///
/// 409 if no administrator would remain.
#[utoipa::path(put, path = "/api/v1/websites/{websiteId}/contributors/{contributorId}",
    operation_id = "contributors_set_roles", tag = "contributors", request_body = RolesBody,
    security(("contributor" = ["contributors:write"])),
    responses((status = 200, body = ContributorOut), (status = 409, body = Problem)))]
async fn contributors_set_roles(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<ContributorPath>,
    ApiJson(body): ApiJson<RolesBody>,
) -> ApiResult<Json<ContributorOut>> {
    let colleague = state.tenancy.staff.set_roles(&caller.ctx, &path.contributor_id, body.roles).await?;
    let detail = format!("{}: {:?}", colleague.account.id, colleague.roles);
    audit::record(&caller.ctx, &caller.db, AuditAction::ContributorRoles, &detail).await?;
    Ok(Json(ContributorOut::new(colleague, &caller)))
}

/// Remove a contributor
///
/// The account itself is not deleted. 409 if no administrator would remain.
#[utoipa::path(delete, path = "/api/v1/websites/{websiteId}/contributors/{contributorId}",
    operation_id = "contributors_remove", tag = "contributors", security(("contributor" = ["contributors:delete"])),
    responses((status = 204), (status = 409, body = Problem)))]
async fn contributors_remove(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<ContributorPath>,
) -> ApiResult<impl IntoResponse> {
    state.tenancy.staff.dismiss(&caller.ctx, &path.contributor_id).await?;
    audit::record(&caller.ctx, &caller.db, AuditAction::ContributorRemove, path.contributor_id.as_str()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Withdraw an invitation
#[utoipa::path(delete, path = "/api/v1/websites/{websiteId}/invitations/{invitationId}",
    operation_id = "contributors_withdraw_invitation", tag = "contributors",
    security(("contributor" = ["contributors:delete"])), responses((status = 204)))]
async fn contributors_withdraw_invitation(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<InvitationPath>,
) -> ApiResult<impl IntoResponse> {
    state.tenancy.staff.withdraw(&caller.ctx, &path.invitation_id).await?;
    audit::record(&caller.ctx, &caller.db, AuditAction::ContributorWithdraw, path.invitation_id.as_str()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Set whether contributors need two-step sign-in
///
/// Contributors without it get 403 `second-factor-missing` from all operations of the site until they have set it up.
/// 409 if the caller has not set it up.
#[utoipa::path(put, path = "/api/v1/websites/{websiteId}/sign-in-rules",
    operation_id = "contributors_set_sign_in_rules", tag = "contributors", request_body = SignInRules,
    security(("contributor" = ["contributors:write"])),
    responses((status = 200, body = SignInRules), (status = 409, body = Problem)))]
async fn contributors_set_sign_in_rules(
    State(state): State<AppState>,
    caller: Contributor,
    ApiJson(body): ApiJson<SignInRules>,
) -> ApiResult<Json<SignInRules>> {
    let required = body.second_factor_required;
    if state.tenancy.staff.require_second_factor(&caller.ctx, &caller.account, required).await? {
        let detail = if required { "second factor: required" } else { "second factor: off" };
        audit::record(&caller.ctx, &caller.db, AuditAction::ContributorSignInRules, detail).await?;
    }
    Ok(Json(body))
}
