//! Scheduled jobs of plugins.

use axum::Json;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::site_event::PluginRunStatus;
use stoa_site::hooks::{self, PluginJob, PluginRun};
use utoipa::ToSchema;

use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiPath, Contributor};
use crate::problem::ApiResult;
use crate::rate_limit::RateLimit;
use crate::route_policy::{Invalidates, changes, reads};

/// Path parameters of a job.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct JobPath {
    plugin_id: String,
    job_name: String,
}

/// A run of a job.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PluginJobRun)]
pub struct RunOut {
    id: String,
    /// When it was due, UTC milliseconds.
    scheduled_on: i64,
    /// UTC milliseconds.
    began_on: i64,
    /// UTC milliseconds; null while it runs.
    ended_on: Option<i64>,
    status: PluginRunStatus,
    /// Why it failed.
    error: Option<String>,
}

/// A scheduled job of a plugin.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PluginJob)]
pub struct JobOut {
    plugin_id: String,
    name: String,
    /// How often it runs: `every:` and milliseconds, or `daily:` and a time in the time zone of the site.
    cadence: String,
    /// Its next run, UTC milliseconds.
    due_on: i64,
    /// Whether someone asked for a run that has not begun.
    asked: bool,
    /// Its last ten runs, newest first.
    runs: Vec<RunOut>,
}

/// The jobs of the site's plugins.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PluginJobs)]
pub struct JobsOut {
    jobs: Vec<JobOut>,
}

impl From<PluginRun> for RunOut {
    fn from(run: PluginRun) -> Self {
        Self {
            id: run.id,
            scheduled_on: run.scheduled_on.ms(),
            began_on: run.began_on.ms(),
            ended_on: run.ended_on.map(Timestamp::ms),
            status: run.status,
            error: run.error,
        }
    }
}

impl From<PluginJob> for JobOut {
    fn from(job: PluginJob) -> Self {
        Self {
            plugin_id: job.plugin_id,
            name: job.name,
            cadence: job.cadence,
            due_on: job.due_on.ms(),
            asked: job.is_asked,
            runs: job.runs.into_iter().map(RunOut::from).collect(),
        }
    }
}

/// Routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(plugin_jobs_list: reads()))
        .routes(routes!(plugin_jobs_run: changes(Invalidates::ByHandler).limited(RateLimit::SEND_AGAIN)))
}

/// List the jobs of plugins
///
/// With their last runs.
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/plugins/jobs", operation_id = "plugin_jobs_list",
    tag = "plugins", security(("contributor" = ["plugins:read"])), responses((status = 200, body = JobsOut)))]
async fn plugin_jobs_list(caller: Contributor) -> ApiResult<Json<JobsOut>> {
    let jobs = hooks::jobs(&caller.ctx, &caller.db).await?;
    Ok(Json(JobsOut { jobs: jobs.into_iter().map(JobOut::from).collect() }))
}

/// Run a job now
///
/// Besides its schedule, which stays as it is.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/plugins/jobs/{pluginId}/{jobName}/run",
    operation_id = "plugin_jobs_run", tag = "plugins", security(("contributor" = ["plugins:write"])),
    responses((status = 204)))]
async fn plugin_jobs_run(caller: Contributor, ApiPath(path): ApiPath<JobPath>) -> ApiResult<StatusCode> {
    hooks::run_now(&caller.ctx, &caller.db, &path.plugin_id, &path.job_name).await?;
    Ok(StatusCode::NO_CONTENT)
}
