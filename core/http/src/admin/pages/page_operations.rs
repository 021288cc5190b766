//! The log of a page: operations of editors, long polling for changes, and the version history.

use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::Deserialize;
use stoa_kernel::id::{AccountId, CollectionId};
use stoa_site::content::SaveContext;
use stoa_site::content::operations::{self, ActiveEditor, LoggedStep, Submitted};
use stoa_site::content::review_comments;
use utoipa::IntoParams;

use super::page_operation_out::{
    HistoryEntryOut, HistoryOut, Names, OwnStepsOut, PresentOut, StepOut, StepsBody, StepsOut, VersionNameBody,
    VersionOut,
};
use super::page_out::PageOut;
use super::page_path::PagePath;
use super::page_presence::EditorPresence;
use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiJson, ApiPath, ApiQuery, Contributor, path_id};
use crate::problem::ApiResult;
use crate::route_policy::{Invalidates, changes, reads};
use crate::state::AppState;

/// Longest wait of a long poll; requests time out after 30 seconds.
const MAX_WAIT: Duration = Duration::from_secs(25);
/// Poll interval for changes made by other processes.
const POLL_INTERVAL: Duration = Duration::from_secs(1);
const MAX_CLIENT_LENGTH: usize = 64;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct VersionPath {
    #[serde(deserialize_with = "path_id")]
    page_id: CollectionId,
    seq: i64,
}

/// Query parameters of a long poll: what the editor knows already.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct SinceQuery {
    /// The last step of the log known to the editor.
    since: i64,
    /// Id of the editor; omitted if others should not see that it has the page open.
    #[param(max_length = 64)]
    client: Option<String>,
    /// Longest wait for changes, in seconds; at most 25.
    #[param(maximum = 25)]
    wait: Option<u64>,
    /// Ids of the editors known to have the page open, separated by commas; any other set is a change.
    present: Option<String>,
    /// The known version of the review comments, empty for none; any other version is a change.
    comments: Option<String>,
}

/// Query parameters of the version history.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct HistoryQuery {
    /// Only entries before this step.
    before: Option<i64>,
}

/// Routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(page_operations_since: reads(), page_operations_submit: changes(Invalidates::ByHandler)))
        .routes(routes!(page_operations_own: reads()))
        .routes(routes!(page_history: reads()))
        .routes(routes!(page_version: reads()))
        .routes(routes!(page_version_restore: changes(Invalidates::ByHandler)))
        .routes(routes!(page_version_name: changes(Invalidates::ByHandler)))
}

pub(in crate::admin) async fn names(state: &AppState, authors: impl Iterator<Item = &str>) -> ApiResult<Names> {
    let people: Vec<AccountId> = authors.filter_map(|author| author.parse().ok()).collect();
    Ok(state.tenancy.staff.names(people).await?)
}

/// State besides the steps that is sent to an editor.
#[derive(Default)]
struct News {
    present: Vec<ActiveEditor>,
    /// Version of the review comments, for callers who may read them.
    comments: Option<String>,
}

async fn steps_response(
    state: &AppState,
    caller: &Contributor,
    submitted: Submitted,
    news: News,
) -> ApiResult<Json<StepsOut>> {
    let authors = submitted.steps.iter().map(|step| step.author.as_str());
    let names = names(state, authors.chain(news.present.iter().map(|present| present.account.as_str()))).await?;
    let label = caller.ctx.actor().label();
    let mut steps_response = StepsOut::of(submitted, &names);
    steps_response.present = news.present.into_iter().map(|present| PresentOut::of(present, &label, &names)).collect();
    steps_response.comments = news.comments;
    Ok(Json(steps_response))
}

/// Apply edit operations to a page
///
/// Each step is applied once, however often it is sent. Operations are merged with concurrent changes of others;
/// conflicts are listed in the remarks of the step. The response contains all steps after `base`.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/pages/{pageId}/operations",
    operation_id = "page_operations_submit", tag = "pages", request_body = StepsBody,
    security(("contributor" = ["content:write"])), responses((status = 200, body = StepsOut)))]
async fn page_operations_submit(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<PagePath>,
    ApiJson(body): ApiJson<StepsBody>,
) -> ApiResult<Json<StepsOut>> {
    let submission = body.into_submission()?;
    let kinds = state.renderer.kinds(&caller.ctx, &caller.db).await;
    let tools = SaveContext { kinds: &kinds, invalidation: state.invalidation.as_ref() };
    let submitted = operations::submit(&caller.ctx, &caller.db, tools, &path.page_id, submission).await?;
    state.bell().ring(caller.ctx.website(), &path.page_id);
    steps_response(&state, &caller, submitted, News::default()).await
}

/// Get the operations on a page
///
/// With `wait` the response is sent as soon as there is a change, or after that time (long poll). Steps of the editor
/// `client` itself are returned, but do not end the wait.
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/pages/{pageId}/operations",
    operation_id = "page_operations_since", tag = "pages", params(SinceQuery),
    security(("contributor" = ["content:read"])), responses((status = 200, body = StepsOut)))]
async fn page_operations_since(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<PagePath>,
    ApiQuery(query): ApiQuery<SinceQuery>,
) -> ApiResult<Json<StepsOut>> {
    let (ctx, db, page_id) = (&caller.ctx, &caller.db, &path.page_id);
    let begun = Instant::now();
    let mut listener = state.bell().listen(ctx.website(), page_id);
    let client = query.client.filter(|client| (1..=MAX_CLIENT_LENGTH).contains(&client.len()));
    let mut open = None;
    if let Some(client) = &client {
        operations::record_presence(ctx, db, page_id, client).await?;
        open = Some(EditorPresence::of(state.clone(), &caller, page_id, client));
        state.bell().ring(ctx.website(), page_id);
    }
    let known = query.present.unwrap_or_default();
    let longest = Duration::from_secs(query.wait.unwrap_or_default()).min(MAX_WAIT);
    loop {
        let now = ctx.now().saturating_add_ms(i64::try_from(begun.elapsed().as_millis()).unwrap_or_default());
        let present = operations::present(ctx, db, page_id, now).await?;
        let here: Vec<&str> = present.iter().map(|present| present.client.as_str()).collect();
        let comments = review_comments::state(ctx, db, page_id).await?;
        let is_news = client.is_some() && here.join(",") != known
            || query.comments.as_ref().is_some_and(|known| *known != comments.as_deref().unwrap_or_default())
            || operations::has_news(ctx, db, page_id, query.since, client.as_deref()).await?;
        let rest = longest.saturating_sub(begun.elapsed());
        if is_news || rest.is_zero() || !listener.wait(rest.min(POLL_INTERVAL)).await {
            let submitted = operations::since(ctx, db, page_id, query.since).await?;
            let answer = steps_response(&state, &caller, submitted, News { present, comments }).await;
            if let Some(open) = open {
                open.keep_presence();
            }
            return answer;
        }
    }
}

/// List the caller's own operations
///
/// The steps that an editor can undo after it was reopened.
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/pages/{pageId}/operations/own",
    operation_id = "page_operations_own", tag = "pages", security(("contributor" = ["content:read"])),
    responses((status = 200, body = OwnStepsOut)))]
async fn page_operations_own(caller: Contributor, ApiPath(path): ApiPath<PagePath>) -> ApiResult<Json<OwnStepsOut>> {
    let steps: Vec<LoggedStep> = operations::own_steps(&caller.ctx, &caller.db, &path.page_id).await?;
    let nobody = Names::default();
    Ok(Json(OwnStepsOut { steps: steps.iter().map(|step| StepOut::of(step, &nobody)).collect() }))
}

/// List versions of a page
///
/// Newest first. An editing session of one person is one entry.
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/pages/{pageId}/history", operation_id = "page_history",
    tag = "pages", params(HistoryQuery), security(("contributor" = ["content:read"])),
    responses((status = 200, body = HistoryOut)))]
async fn page_history(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<PagePath>,
    ApiQuery(query): ApiQuery<HistoryQuery>,
) -> ApiResult<Json<HistoryOut>> {
    let page = operations::history(&caller.ctx, &caller.db, &path.page_id, query.before).await?;
    let names = names(&state, page.entries.iter().map(|entry| entry.author.as_str())).await?;
    let entries = page.entries.into_iter().map(|entry| HistoryEntryOut::of(entry, &names)).collect();
    Ok(Json(HistoryOut { entries, next: page.next }))
}

/// Get a version of a page
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/pages/{pageId}/history/{seq}", operation_id = "page_version",
    tag = "pages", params(("seq" = i64, Path, description = "The version")),
    security(("contributor" = ["content:read"])), responses((status = 200, body = VersionOut)))]
async fn page_version(caller: Contributor, ApiPath(path): ApiPath<VersionPath>) -> ApiResult<Json<VersionOut>> {
    let version = operations::version(&caller.ctx, &caller.db, &path.page_id, path.seq).await?;
    Ok(Json(version.into()))
}

/// Restore a version of a page
///
/// Recorded as a step of its own, so it can be undone.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/pages/{pageId}/history/{seq}/restore",
    operation_id = "page_version_restore", tag = "pages", params(("seq" = i64, Path, description = "The version")),
    security(("contributor" = ["content:write"])), responses((status = 200, body = PageOut)))]
async fn page_version_restore(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<VersionPath>,
) -> ApiResult<Json<PageOut>> {
    let kinds = state.renderer.kinds(&caller.ctx, &caller.db).await;
    let tools = SaveContext { kinds: &kinds, invalidation: state.invalidation.as_ref() };
    let page = operations::restore(&caller.ctx, &caller.db, tools, &path.page_id, path.seq).await?;
    state.bell().ring(caller.ctx.website(), &path.page_id);
    Ok(Json(page.into()))
}

/// Name a version of a page
///
/// Named versions are kept permanently.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/pages/{pageId}/history/{seq}/name",
    operation_id = "page_version_name", tag = "pages", params(("seq" = i64, Path, description = "The version")),
    request_body = VersionNameBody, security(("contributor" = ["content:write"])),
    responses((status = 204, description = "The thread was resolved or reopened")))]
async fn page_version_name(
    caller: Contributor,
    ApiPath(path): ApiPath<VersionPath>,
    ApiJson(body): ApiJson<VersionNameBody>,
) -> ApiResult<StatusCode> {
    operations::name_version(&caller.ctx, &caller.db, &path.page_id, path.seq, &body.name).await?;
    Ok(StatusCode::NO_CONTENT)
}
