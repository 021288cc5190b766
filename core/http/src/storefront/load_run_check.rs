//! What holds in the store after a run of a load test, asked with the pass of the run.

use axum::Json;
use serde::{Deserialize, Serialize};
use stoa_commerce::load_runs::{self, CheckRequest, Finding, MAX_CONFIRMED};
use stoa_kernel::id::LoadRunId;
use stoa_kernel::load_run::LoadTestRule;
use stoa_kernel::{ErrorCode, Failure};
use utoipa::ToSchema;

use super::load_tests::own_run;
use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiJson, ApiPath, Visitor, path_id};
use crate::problem::{ApiResult, Problem};
use crate::rate_limit::RateLimit;
use crate::route_policy::{Csrf, Invalidates, changes};

/// What is to be checked.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LoadRunCheck)]
pub struct CheckBody {
    /// Ids of orders that were confirmed to shoppers.
    #[serde(default)]
    #[schema(max_items = 1000)]
    confirmed_orders: Vec<String>,
    /// The rules that are asked about; all when it is empty or missing.
    #[serde(default)]
    rules: Vec<LoadTestRule>,
}

/// What was found about a rule.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = LoadRunFinding)]
pub struct FindingOut {
    rule: LoadTestRule,
    /// Whether it holds.
    holds: bool,
    /// How many things were looked at.
    checked: u64,
    /// Examples of what breaks it, at most 20.
    details: Vec<String>,
}

impl From<Finding> for FindingOut {
    fn from(finding: Finding) -> Self {
        let Finding { rule, holds, checked, details } = finding;
        Self { rule, holds, checked, details }
    }
}

/// What holds after a run.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = LoadRunFindings)]
pub struct FindingsOut {
    findings: Vec<FindingOut>,
}

/// Path parameters of a run.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct RunPath {
    #[serde(deserialize_with = "path_id")]
    run_id: LoadRunId,
}

/// The routes of this module. The pass authenticates the requests.
pub fn routes() -> ApiRouter {
    let check = changes(Invalidates::Nothing).csrf(Csrf::Exempt).limited(RateLimit::LOAD_RUN_CHECK);
    ApiRouter::new().routes(routes!(load_run_check: check.served_when_closed()))
}

/// Check the store after a run of a load test
///
/// With the pass of the run, before it ends. Whether the stock ledger adds up, nothing was oversold, each paid order
/// was paid once and whole, codes were used within their limits, and the confirmed orders are there.
#[utoipa::path(post, path = "/api/v1/load-tests/runs/{runId}/check", operation_id = "load_run_check", tag = "load-tests",
    params(("Stoa-Load-Run" = String, Header, description = "The pass of the run")), request_body = CheckBody,
    responses((status = 200, body = FindingsOut), (status = 403, body = Problem)))]
async fn load_run_check(
    visitor: Visitor,
    ApiPath(path): ApiPath<RunPath>,
    ApiJson(body): ApiJson<CheckBody>,
) -> ApiResult<Json<FindingsOut>> {
    own_run(&visitor.ctx, &path.run_id)?;
    if body.confirmed_orders.len() > MAX_CONFIRMED {
        let detail = format!("Send at most {MAX_CONFIRMED} orders at a time.");
        return Err(Failure::new(ErrorCode::BadRequest, detail).into());
    }
    let request = CheckRequest { confirmed_orders: body.confirmed_orders, rules: body.rules };
    let findings = load_runs::check(&visitor.db, &path.run_id, &request).await?;
    Ok(Json(FindingsOut { findings: findings.into_iter().map(FindingOut::from).collect() }))
}
