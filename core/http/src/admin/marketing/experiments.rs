//! Experiments of a site, and what their figures say.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{AppendHeaders, IntoResponse};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use stoa_analytics::experiments::{Asked, reached};
use stoa_kernel::Failure;
use stoa_kernel::experiment::{ExperimentGoal, ExperimentStatus, ExperimentTarget, ExperimentVerdict};
use stoa_kernel::id::ExperimentId;
use stoa_site::content::SaveContext;
use stoa_site::experiments::statistics::{Conclusion, Counted, Estimate, conclude};
use stoa_site::experiments::{self, Experiment, ExperimentDraft, Variant, VariantContent, VariantDraft};
use stoa_site::languages;
use utoipa::ToSchema;

use crate::admin::pages::public_site;
use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiJson, ApiPath, Contributor, path_id};
use crate::precondition::named;
use crate::problem::{ApiResult, Problem};
use crate::public::experiments::PREVIEW_PATH_PREFIX;
use crate::route_policy::{Invalidates, changes, reads};
use crate::state::AppState;

/// A variant of an experiment.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ExperimentVariant)]
pub struct VariantOut {
    name: String,
    /// Share of the visitors, in percent.
    weight: u32,
    /// The page whose content it has, or the one with its section or block; null for the original, and for texts and
    /// settings.
    source_page: Option<String>,
    /// The text, for experiments with a text.
    text: Option<String>,
    /// Values by name of the setting, for experiments with the theme.
    #[schema(value_type = Option<Object>)]
    values: Option<Map<String, Value>>,
}

/// An experiment.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Experiment)]
pub struct ExperimentOut {
    id: String,
    name: String,
    status: ExperimentStatus,
    target: ExperimentTarget,
    /// The page; null for settings of the theme.
    page: Option<String>,
    /// Id of the section or block; folder name of the theme for its settings.
    element: Option<String>,
    /// Path of the text in the settings of the block.
    setting: Option<String>,
    goal: ExperimentGoal,
    goal_value: String,
    /// The first one is the original.
    variants: Vec<VariantOut>,
    /// The variant that was chosen at the end; null for none.
    winner: Option<String>,
    revision: i64,
    /// UTC milliseconds.
    created_on: i64,
    /// UTC milliseconds; null before the start.
    started_on: Option<i64>,
    /// UTC milliseconds; null before the end.
    ended_on: Option<i64>,
}

/// The experiments of a site, newest first.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Experiments)]
pub struct ExperimentsOut {
    experiments: Vec<ExperimentOut>,
}

/// A variant to save.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = NewExperimentVariant)]
pub struct VariantBody {
    #[schema(min_length = 1, max_length = 40, pattern = "^[a-z0-9-]+$")]
    name: String,
    /// Share of the visitors, in percent; those of all variants are 100 together.
    #[schema(minimum = 0, maximum = 100)]
    weight: u32,
    /// Id of the page whose draft it shows from the start on, such as a copy of the page: as a whole, or its section or
    /// block with the same id.
    #[serde(default)]
    source_page: Option<String>,
    /// The text, for experiments with a text.
    #[serde(default)]
    #[schema(max_length = 2_000)]
    text: Option<String>,
    /// Values by name of the setting, for experiments with the theme.
    #[serde(default)]
    #[schema(value_type = Option<Object>)]
    values: Option<Map<String, Value>>,
}

/// An experiment to save.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = NewExperiment)]
pub struct ExperimentBody {
    #[schema(min_length = 1, max_length = 40, pattern = "^[a-z0-9-]+$")]
    name: String,
    target: ExperimentTarget,
    /// The page; not for settings of the theme.
    #[serde(default)]
    page: Option<String>,
    /// Id of the section or block; folder name of the theme for its settings.
    #[serde(default)]
    #[schema(max_length = 2_000)]
    element: Option<String>,
    /// Path of the text in the settings of the block, such as `items/0/title`.
    #[serde(default)]
    #[schema(max_length = 2_000)]
    setting: Option<String>,
    goal: ExperimentGoal,
    /// The path of a page, the id of a form or the text of a button; empty for any.
    #[serde(default)]
    #[schema(max_length = 200)]
    goal_value: String,
    /// Two to five; the first one is the original.
    variants: Vec<VariantBody>,
}

/// The end of an experiment.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = ExperimentEnd)]
pub struct EndBody {
    /// Name of the variant that is published; null to publish nothing.
    #[serde(default)]
    winner: Option<String>,
}

/// A share, or a difference of shares, with the interval that contains the true one in 95 of 100 experiments.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ExperimentEstimate)]
pub struct EstimateOut {
    value: f64,
    low: f64,
    high: f64,
}

/// The figures of a variant.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ExperimentVariantFigures)]
pub struct VariantFiguresOut {
    name: String,
    /// Visitors who saw it.
    visitors: u64,
    /// Those who reached the goal after they had seen it.
    converted: u64,
    rate: EstimateOut,
    /// Difference to the original; null for the original.
    difference: Option<EstimateOut>,
}

/// What the figures of an experiment say.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ExperimentResults)]
pub struct ResultsOut {
    verdict: ExperimentVerdict,
    /// Name of the variant that is better than the original; null for none.
    best: Option<String>,
    variants: Vec<VariantFiguresOut>,
}

/// A link with which a browser shows a variant.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExperimentPreviewLink {
    /// The address, to which `&variant=` and the name of a variant are added.
    url: String,
    /// Until when the browser can choose variants, UTC milliseconds.
    expires_on: i64,
}

/// Path parameters of an experiment.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct ExperimentPath {
    #[serde(deserialize_with = "path_id")]
    experiment_id: ExperimentId,
}

impl From<Variant> for VariantOut {
    fn from(variant: Variant) -> Self {
        let (text, values) = match variant.content {
            Some(VariantContent::Text(text)) => (Some(text), None),
            Some(VariantContent::Values(values)) => (None, Some(values)),
            _ => (None, None),
        };
        Self {
            name: variant.name,
            weight: variant.weight,
            source_page: variant.source_page.map(String::from),
            text,
            values,
        }
    }
}

impl From<Experiment> for ExperimentOut {
    fn from(experiment: Experiment) -> Self {
        Self {
            id: experiment.id.into(),
            name: experiment.name,
            status: experiment.status,
            target: experiment.target,
            page: experiment.page.map(String::from),
            element: experiment.element,
            setting: experiment.setting,
            goal: experiment.goal,
            goal_value: experiment.goal_value,
            variants: experiment.variants.into_iter().map(VariantOut::from).collect(),
            winner: experiment.winner,
            revision: experiment.revision,
            created_on: experiment.created_on.ms(),
            started_on: experiment.started_on.map(|on| on.ms()),
            ended_on: experiment.ended_on.map(|on| on.ms()),
        }
    }
}

impl From<VariantBody> for VariantDraft {
    fn from(body: VariantBody) -> Self {
        let VariantBody { name, weight, source_page, text, values } = body;
        Self { name, weight, source_page: source_page.and_then(|id| id.parse().ok()), text, values }
    }
}

impl From<ExperimentBody> for ExperimentDraft {
    fn from(body: ExperimentBody) -> Self {
        Self {
            name: body.name,
            target: body.target,
            page: body.page.and_then(|id| id.parse().ok()),
            element: body.element,
            setting: body.setting,
            goal: body.goal,
            goal_value: body.goal_value,
            variants: body.variants.into_iter().map(VariantDraft::from).collect(),
        }
    }
}

impl From<Estimate> for EstimateOut {
    fn from(estimate: Estimate) -> Self {
        Self { value: estimate.value, low: estimate.low, high: estimate.high }
    }
}

impl ResultsOut {
    fn of(experiment: &Experiment, conclusion: Conclusion) -> Self {
        let name = |position: usize| experiment.variants.get(position).map(|variant| variant.name.clone());
        let figures = conclusion.variants.into_iter().enumerate();
        Self {
            verdict: conclusion.verdict,
            best: conclusion.best.and_then(name),
            variants: figures
                .map(|(position, own)| VariantFiguresOut {
                    name: name(position).unwrap_or_default(),
                    visitors: own.counted.visitors,
                    converted: own.counted.converted,
                    rate: own.rate.into(),
                    difference: own.difference.map(EstimateOut::from),
                })
                .collect(),
        }
    }
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
    responses((status = 200, body = ExperimentOut), (status = 409, body = Problem), (status = 412, body = Problem),
              (status = 428, body = Problem)))]
async fn experiment_start(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<ExperimentPath>,
    headers: HeaderMap,
) -> ApiResult<impl IntoResponse> {
    let seen = named(&headers)?;
    let kinds = state.renderer.kinds(&caller.ctx, &caller.db).await;
    let tools = SaveContext { kinds: &kinds, invalidation: state.invalidation.as_ref() };
    let wanted = (&path.experiment_id, &seen);
    let started = experiments::start(&caller.ctx, &caller.db, tools, state.renderer.themes(), wanted).await?;
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
    let wanted = (&path.experiment_id, body.winner.as_deref());
    let ended = experiments::end(&caller.ctx, &caller.db, tools, state.renderer.themes(), wanted).await?;
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
        let asked = Asked {
            id: &experiment.id,
            variants: experiment.variants.iter().map(|variant| variant.name.as_str()).collect(),
            goal: experiment.goal,
            goal_value: &experiment.goal_value,
            from,
            until: experiment.ended_on.unwrap_or(caller.ctx.now()),
        };
        let tx = analytics.read().await.map_err(Failure::from)?;
        let found = reached(&tx, &asked).await.map_err(Failure::from)?;
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
