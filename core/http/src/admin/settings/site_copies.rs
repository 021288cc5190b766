//! Copies of a whole site.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use stoa_kernel::error::Checks;
use stoa_kernel::shared_problem_texts::TEXT_TOO_LONG;
use stoa_kernel::website::CopyStatus;
use stoa_kernel::{Actor, Failure};
use stoa_site::copies::{self, NewCopy, SiteCopy};
use stoa_tenancy::{TenancyError, check_identifier};
use utoipa::ToSchema;

use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiJson, Contributor};
use crate::problem::{ApiResult, Problem, ProblemTextOut, contributor_text};
use crate::route_policy::{Invalidates, changes, reads};
use crate::state::AppState;

/// Maximum length of a title, in characters.
const TITLE_MAX: usize = 100;

/// A copy of a site.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SiteCopy)]
pub struct CopyOut {
    id: String,
    /// Name of the new site.
    title: String,
    /// First label of its host name.
    identifier: String,
    status: CopyStatus,
    /// Number of completed steps.
    done: i64,
    /// Total number of steps; 0 while unknown.
    total: i64,
    /// Why it failed.
    message: Option<String>,
    /// What the message says, for clients that say it in other words.
    message_text: Option<ProblemTextOut>,
    /// The new site, once it exists.
    website_id: Option<String>,
    /// UTC milliseconds.
    created_on: i64,
}

/// Copies of a site, newest first.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SiteCopies)]
pub struct CopiesOut {
    copies: Vec<CopyOut>,
}

/// A copy to make.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = SiteCopyRequest)]
pub struct CopyBody {
    /// Name of the new site, at most 100 characters.
    #[schema(min_length = 1, max_length = 100)]
    title: String,
    /// First label of its host name: 3 to 40 lower-case letters, digits, hyphens.
    #[schema(min_length = 3, max_length = 40, pattern = "^[a-z0-9]([a-z0-9-]*[a-z0-9])?$")]
    identifier: String,
}

impl From<SiteCopy> for CopyOut {
    fn from(copy: SiteCopy) -> Self {
        Self {
            id: copy.id.into(),
            title: copy.title,
            identifier: copy.identifier,
            status: copy.status,
            done: copy.done,
            total: copy.total,
            message_text: copy.message.as_deref().and_then(contributor_text),
            message: copy.message,
            website_id: copy.target.filter(|_| copy.status == CopyStatus::Done),
            created_on: copy.created_on.ms(),
        }
    }
}

/// Routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new().routes(routes!(site_copies_list: reads(), site_copies_create: changes(Invalidates::ByHandler)))
}

/// List the copies of a site
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/copies", operation_id = "site_copies_list",
    tag = "website-settings", security(("contributor" = ["site-settings:delete"])),
    responses((status = 200, body = CopiesOut)))]
async fn site_copies_list(caller: Contributor) -> ApiResult<Json<CopiesOut>> {
    let copies = copies::list(&caller.ctx, &caller.db).await?;
    Ok(Json(CopiesOut { copies: copies.into_iter().map(CopyOut::from).collect() }))
}

/// Duplicate a site
///
/// Pages, design, files and products are copied; orders, customers, form submissions, passwords and keys are not. The
/// new site is owned by the caller. It is created in the background: the list shows its progress. 403 with the reason
/// if the site cannot be duplicated, or the caller cannot own another site.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/copies", operation_id = "site_copies_create",
    tag = "website-settings", request_body = CopyBody, security(("contributor" = ["site-settings:delete"])),
    responses((status = 202, body = CopyOut), (status = 409, body = Problem)))]
async fn site_copies_create(
    State(state): State<AppState>,
    caller: Contributor,
    ApiJson(body): ApiJson<CopyBody>,
) -> ApiResult<(StatusCode, Json<CopyOut>)> {
    let Actor::Contributor(owner) = caller.ctx.actor().clone() else { return Err(Failure::not_found().into()) };
    // Checks the permission before validating the names.
    copies::list(&caller.ctx, &caller.db).await?;
    let title = body.title.trim().to_owned();
    let mut checks = Checks::default();
    checks.require(!title.is_empty(), "title", stoa_tenancy::contributor_texts::PLEASE_ENTER_A_NAME);
    checks.require(title.chars().count() <= TITLE_MAX, "title", TEXT_TOO_LONG.with("count", TITLE_MAX).to_string());
    if let Err(TenancyError::Invalid(wrong)) = check_identifier(&body.identifier) {
        wrong.into_iter().for_each(|(field, message)| checks.require(false, &field, &message));
    }
    let taken = state.tenancy.tenants.exists(&body.identifier).await?;
    checks.require(!taken, "identifier", stoa_kernel::contributor_texts::ADDRESS_TAKEN_CHOOSE_ANOTHER.english());
    checks.finish()?;
    state.tenancy.staff.check_site_creation(&owner, &state.settings.sign_up).await?;
    let new = NewCopy { title, identifier: body.identifier, owner };
    let copy = copies::request(&caller.ctx, &caller.db, new).await?;
    Ok((StatusCode::ACCEPTED, Json(copy.into())))
}
