//! Removal of what a run of a load test made.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::Deserialize;
use stoa_kernel::Failure;
use stoa_kernel::id::LoadRunId;
use stoa_site::load_tests;

use super::load_tests::LoadRunOut;
use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiPath, Contributor, path_id};
use crate::problem::ApiResult;
use crate::route_policy::{Invalidates, changes};
use crate::state::AppState;

/// Path parameters of a run.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct RunPath {
    #[serde(deserialize_with = "path_id")]
    run_id: LoadRunId,
}

/// Routes of this module. The job that removes invalidates cached pages; a change by its handler wakes the worker.
pub fn routes() -> ApiRouter {
    ApiRouter::new().routes(routes!(load_runs_remove: changes(Invalidates::ByHandler)))
}

/// Remove what a run of a load test made
///
/// Orders, carts, customers, accounts, pages, files and events; stock and uses of discounts come back. Orders with real
/// money, products that someone has ordered, comments with replies, and files in use stay. A run that goes on is ended
/// first. It is done in the background: the list of runs says how far it is. Repeatable.
#[utoipa::path(delete, path = "/api/v1/websites/{websiteId}/load-tests/runs/{runId}", operation_id = "load_runs_remove",
    tag = "load-tests", security(("contributor" = ["developer-keys:delete"])),
    responses((status = 202, body = LoadRunOut)))]
async fn load_runs_remove(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<RunPath>,
) -> ApiResult<(StatusCode, Json<LoadRunOut>)> {
    load_tests::begin_removal(&caller.ctx, &caller.db, &path.run_id).await?;
    state.load_runs().forget(&path.run_id).await;
    let tx = caller.db.read().await.map_err(Failure::from)?;
    let run = load_tests::one(&tx, &path.run_id).await?;
    Ok((StatusCode::ACCEPTED, Json(LoadRunOut::at(caller.ctx.now(), run))))
}
