//! The trial period of a site.

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::{Action, Resource};
use stoa_tenancy::{Trial, TrialStage};
use utoipa::ToSchema;

use crate::api_routes::{ApiRouter, routes};
use crate::extract::Contributor;
use crate::problem::{ApiResult, Problem};
use crate::route_policy::{Invalidates, changes, reads};
use crate::state::AppState;

/// The trial period of a site.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Trial)]
pub struct TrialOut {
    /// Whether the site is on trial, or was closed at the end of one. If not, the other fields are meaningless.
    on_trial: bool,
    /// Whether the trial has ended.
    ended: bool,
    /// Remaining days, rounded up.
    days_left: i64,
    /// UTC milliseconds.
    ends_on: Option<i64>,
    /// Whether it can be extended.
    may_extend: bool,
    /// Until when the data of the site is kept, UTC milliseconds.
    kept_until: Option<i64>,
}

impl TrialOut {
    fn of(trial: Option<Trial>, now: Timestamp) -> Self {
        let Some(trial) = trial else {
            return Self {
                on_trial: false,
                ended: false,
                days_left: 0,
                ends_on: None,
                may_extend: false,
                kept_until: None,
            };
        };
        Self {
            on_trial: true,
            ended: trial.stage(now) != TrialStage::Running,
            days_left: trial.days_left(now),
            ends_on: Some(trial.ends_on.ms()),
            may_extend: !trial.is_extended,
            kept_until: Some(trial.kept_until().ms()),
        }
    }
}

/// Routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new().routes(routes!(trial_get: reads())).routes(routes!(trial_extend: changes(Invalidates::Site)))
}

/// Get the trial of a site
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/trial", operation_id = "trial_get", tag = "website-settings",
    security(("contributor" = ["site-settings:read"])), responses((status = 200, body = TrialOut)))]
async fn trial_get(State(state): State<AppState>, caller: Contributor) -> ApiResult<Json<TrialOut>> {
    caller.ctx.authorise(Resource::SiteSettings, Action::Read)?;
    let trial = state.tenancy.tenants.trial(caller.ctx.website()).await?;
    Ok(Json(TrialOut::of(trial, caller.ctx.now())))
}

/// Extend the trial of a site by seven days, once
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/trial/extension", operation_id = "trial_extend",
    tag = "website-settings", security(("contributor" = ["billing:write"])),
    responses((status = 200, body = TrialOut), (status = 409, body = Problem)))]
async fn trial_extend(State(state): State<AppState>, caller: Contributor) -> ApiResult<Json<TrialOut>> {
    caller.ctx.authorise(Resource::Billing, Action::Write)?;
    let trial = state.tenancy.tenants.extend_trial(caller.ctx.website(), caller.ctx.now()).await?;
    state.tenancy.hosts.clear_cache();
    Ok(Json(TrialOut::of(Some(trial), caller.ctx.now())))
}
