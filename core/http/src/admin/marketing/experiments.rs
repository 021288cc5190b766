//! Experiments of a site, and what their figures say.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{AppendHeaders, IntoResponse};
use serde::Deserialize;
use stoa_analytics::experiments::{ExperimentQuery, results};
use stoa_kernel::Failure;
use stoa_kernel::id::ExperimentId;
use stoa_site::content::SaveContext;
use stoa_site::experiments::statistics::{Counted, conclude};
use stoa_site::experiments::{self, PublishTools};
use stoa_site::languages;

use super::experiment_out::{
    EndBody, ExperimentBody, ExperimentOut, ExperimentPreviewLink, ExperimentsOut, ResultsOut,
};
use crate::admin::pages::public_site;
use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiJson, ApiPath, Contributor, path_id};
use crate::precondition::named;
use crate::problem::{ApiResult, Problem};
use crate::public::experiments::PREVIEW_PATH_PREFIX;
use crate::route_policy::{Invalidates, changes, reads};
use crate::state::AppState;

/// Path parameters of an experiment.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct ExperimentPath {
    #[serde(deserialize_with = "path_id")]
    experiment_id: ExperimentId,
}

/// Routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(experiments_list: reads(), experiment_create: changes(Invalidates::Nothing)))
        .routes(routes!(
            experiment_get: reads(),
            experiment_update: changes(Invalidates::Nothing),
            experiment_delete: changes(Invalidates::Nothing),
        ))
        .routes(routes!(experiment_start: changes(Invalidates::ByHandler)))
        .routes(routes!(experiment_end: changes(Invalidates::ByHandler)))
        .routes(routes!(experiment_results: reads()))
        .routes(routes!(experiment_preview_link: changes(Invalidates::Nothing)))
}

fn tagged(experiment: ExperimentOut) -> impl IntoResponse {
    (AppendHeaders([(header::ETAG, format!("\"{}\"", experiment.revision))]), Json(experiment))
}

/// List experiments
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/experiments", operation_id = "experiments_list",
    tag = "experiments", security(("contributor" = ["content:read"])),
    responses((status = 200, body = ExperimentsOut)))]
async fn experiments_list(caller: Contributor) -> ApiResult<Json<ExperimentsOut>> {
    let found = experiments::list(&caller.ctx, &caller.db).await?;
    Ok(Json(ExperimentsOut { experiments: found.into_iter().map(ExperimentOut::from).collect() }))
}

/// Create an experiment
///
/// It does not run before it is started.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/experiments", operation_id = "experiment_create",
    tag = "experiments", request_body = ExperimentBody, security(("contributor" = ["content:write"])),
    responses((status = 201, body = ExperimentOut), (status = 409, body = Problem)))]
async fn experiment_create(
    caller: Contributor,
    ApiJson(body): ApiJson<ExperimentBody>,
) -> ApiResult<(StatusCode, Json<ExperimentOut>)> {
    let made = experiments::create(&caller.ctx, &caller.db, body.into()).await?;
    Ok((StatusCode::CREATED, Json(made.into())))
}

/// Get an experiment
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/experiments/{experimentId}", operation_id = "experiment_get",
    tag = "experiments", security(("contributor" = ["content:read"])),
    responses((status = 200, body = ExperimentOut)))]
async fn experiment_get(caller: Contributor, ApiPath(path): ApiPath<ExperimentPath>) -> ApiResult<impl IntoResponse> {
    Ok(tagged(experiments::get(&caller.ctx, &caller.db, &path.experiment_id).await?.into()))
}

/// Update an experiment
///
/// Before its start only.
#[utoipa::path(put, path = "/api/v1/websites/{websiteId}/experiments/{experimentId}",
    operation_id = "experiment_update", tag = "experiments",
    params(("If-Match" = String, Header, description = "The revision to change, in quotes; a list, or `*` for any")),
    request_body = ExperimentBody, security(("contributor" = ["content:write"])),
    responses((status = 200, body = ExperimentOut), (status = 409, body = Problem), (status = 412, body = Problem),
              (status = 428, body = Problem)))]
async fn experiment_update(
    caller: Contributor,
    ApiPath(path): ApiPath<ExperimentPath>,
    headers: HeaderMap,
    ApiJson(body): ApiJson<ExperimentBody>,
) -> ApiResult<impl IntoResponse> {
    let seen = named(&headers)?;
    let saved = experiments::update(&caller.ctx, &caller.db, &path.experiment_id, &seen, body.into()).await?;
    Ok(tagged(saved.into()))
}

/// Delete an experiment
///
/// Not while it runs. Its figures are no longer shown.
#[utoipa::path(delete, path = "/api/v1/websites/{websiteId}/experiments/{experimentId}",
    operation_id = "experiment_delete", tag = "experiments", security(("contributor" = ["content:delete"])),
    responses((status = 204), (status = 409, body = Problem)))]
async fn experiment_delete(caller: Contributor, ApiPath(path): ApiPath<ExperimentPath>) -> ApiResult<StatusCode> {
    experiments::remove(&caller.ctx, &caller.db, &path.experiment_id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Start an experiment
///
/// From now on visitors are divided among its variants, with what their pages contain at this moment. Settings of the
/// theme also need `design:publish`.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/experiments/{experimentId}/start",
    operation_id = "experiment_start", tag = "experiments",
    params(("If-Match" = String, Header, description = "The revision to start, in quotes; a list, or `*` for any")),
    security(("contributor" = ["content:publish"])),
    responses((status = 200, body = ExperimentOut), (status = 400, body = Problem), (status = 409, body = Problem),
              (status = 412, body = Problem), (status = 428, body = Problem)))]
async fn experiment_start(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<ExperimentPath>,
    headers: HeaderMap,
) -> ApiResult<impl IntoResponse> {
    let seen = named(&headers)?;
    let kinds = state.renderer.kinds(&caller.ctx, &caller.db).await;
    let tools = SaveContext { kinds: &kinds, invalidation: state.invalidation.as_ref() };
    let library = PublishTools { tools, themes: state.renderer.themes() };
    let started = experiments::start(&caller.ctx, &caller.db, library, &path.experiment_id, &seen).await?;
    Ok(tagged(started.into()))
}

/// End an experiment
///
/// With a winner that is not the original, its content is published. Then the page, or the design, must have no
/// unpublished changes.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/experiments/{experimentId}/end",
    operation_id = "experiment_end", tag = "experiments", request_body = EndBody,
    security(("contributor" = ["content:publish"])),
    responses((status = 200, body = ExperimentOut), (status = 409, body = Problem)))]
async fn experiment_end(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<ExperimentPath>,
    ApiJson(body): ApiJson<EndBody>,
) -> ApiResult<impl IntoResponse> {
    let kinds = state.renderer.kinds(&caller.ctx, &caller.db).await;
    let tools = SaveContext { kinds: &kinds, invalidation: state.invalidation.as_ref() };
    let library = PublishTools { tools, themes: state.renderer.themes() };
    let winner = body.winner.as_deref();
    let ended = experiments::end(&caller.ctx, &caller.db, library, &path.experiment_id, winner).await?;
    if let Some(page) = ended.page.as_ref().filter(|_| ended.winner.is_some()) {
        state.bell().ring(caller.ctx.website(), page);
    }
    Ok(tagged(ended.into()))
}

/// Get the results of an experiment
///
/// Visitors are counted as in the reports: with an identifier once, without one once a day.
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/experiments/{experimentId}/results",
    operation_id = "experiment_results", tag = "experiments", security(("contributor" = ["analytics:read"])),
    responses((status = 200, body = ResultsOut)))]
async fn experiment_results(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<ExperimentPath>,
) -> ApiResult<Json<ResultsOut>> {
    let experiment = experiments::measured(&caller.ctx, &caller.db, &path.experiment_id).await?;
    let databases = &state.tenancy.databases;
    let analytics = databases.analytics(caller.ctx.website()).await.map_err(Failure::from)?;
    let mut counted = vec![Counted::default(); experiment.variants.len()];
    if let (Some(analytics), Some(from)) = (analytics, experiment.started_on) {
        let query = ExperimentQuery {
            id: &experiment.id,
            variants: experiment.variants.iter().map(|variant| variant.name.as_str()).collect(),
            goal: experiment.goal,
            goal_value: &experiment.goal_value,
            from,
            until: experiment.ended_on.unwrap_or(caller.ctx.now()),
        };
        let tx = analytics.snapshot().await.map_err(Failure::from)?;
        let found = results(&tx, &query).await.map_err(Failure::from)?;
        counted = found.into_iter().map(|own| Counted { visitors: own.visitors, converted: own.converted }).collect();
    }
    Ok(Json(ResultsOut::of(&experiment, conclude(&counted))))
}

/// Make a link that shows variants
///
/// In a browser that has opened the link, the query parameter `experiment.<name>` chooses a variant, for four hours.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/experiments/{experimentId}/preview-links",
    operation_id = "experiment_preview_link", tag = "experiments", security(("contributor" = ["content:read"])),
    responses((status = 201, body = ExperimentPreviewLink)))]
async fn experiment_preview_link(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<ExperimentPath>,
) -> ApiResult<(StatusCode, Json<ExperimentPreviewLink>)> {
    let experiment = experiments::get(&caller.ctx, &caller.db, &path.experiment_id).await?;
    let pass = languages::draft_pass(&caller.ctx, &caller.db).await?;
    let origin = public_site(&state, &caller).await?.origin;
    let sealed = pass.path.strip_prefix(languages::PASS_PATH_PREFIX).unwrap_or_default();
    let url = format!("{origin}{PREVIEW_PATH_PREFIX}{sealed}?experiment={}", experiment.name);
    Ok((StatusCode::CREATED, Json(ExperimentPreviewLink { url, expires_on: pass.expires_on.ms() })))
}
