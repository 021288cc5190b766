//! Links to the figures for people without an account.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use stoa_analytics::reports::share_links::{self, ShareLink};
use stoa_kernel::id::AnalyticsLinkId;
use utoipa::ToSchema;

use crate::admin::pages::public_site;
use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiJson, ApiPath, Contributor, path_id};
use crate::problem::{ApiResult, Problem};
use crate::public::shared_figures::path_of;
use crate::route_policy::{Invalidates, changes, reads};
use crate::state::AppState;

/// A link to the figures.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AnalyticsShareLink)]
struct ShareLinkOut {
    id: String,
    /// What it is for.
    label: String,
    /// The complete URL.
    url: String,
    /// When it was made, UTC milliseconds.
    created_on: i64,
    /// When it ends, UTC milliseconds.
    expires_on: i64,
}

impl ShareLinkOut {
    fn of(link: ShareLink, origin: &str) -> Self {
        let ShareLink { id, label, token, created_on, expires_on } = link;
        let url = format!("{origin}{}", path_of(&token));
        Self { id: id.into(), label, url, created_on: created_on.ms(), expires_on: expires_on.ms() }
    }
}

/// Links to the figures.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AnalyticsShareLinks)]
struct ShareLinksOut {
    /// The newest first.
    links: Vec<ShareLinkOut>,
}

/// A link to make.
#[derive(Debug, Deserialize, ToSchema)]
struct ShareLinkBody {
    /// What it is for.
    #[schema(min_length = 1, max_length = 100)]
    label: String,
    /// For how many days.
    #[schema(minimum = 1, maximum = 366)]
    days: i64,
}

/// Path parameters of a link.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct LinkPath {
    #[serde(deserialize_with = "path_id")]
    analytics_link_id: AnalyticsLinkId,
}

/// Routes of this module.
pub(super) fn routes() -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(analytics_links_list: reads(), analytics_links_create: changes(Invalidates::ByHandler)))
        .routes(routes!(analytics_links_delete: changes(Invalidates::ByHandler)))
}

/// List links to the figures
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/analytics/share-links",
    operation_id = "analytics_links_list", tag = "analytics", security(("contributor" = ["analytics:write"])),
    responses((status = 200, body = ShareLinksOut)))]
async fn analytics_links_list(State(state): State<AppState>, caller: Contributor) -> ApiResult<Json<ShareLinksOut>> {
    let links = share_links::list(&caller.ctx, &caller.db).await?;
    let origin = public_site(&state, &caller).await?.origin;
    Ok(Json(ShareLinksOut { links: links.into_iter().map(|link| ShareLinkOut::of(link, &origin)).collect() }))
}

/// Create a link to the figures
///
/// Anyone who has the link sees visits, sources, pages, countries and devices of the last 30 days, no amounts.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/analytics/share-links",
    operation_id = "analytics_links_create", tag = "analytics", request_body = ShareLinkBody,
    security(("contributor" = ["analytics:write"])),
    responses((status = 201, body = ShareLinkOut), (status = 409, body = Problem)))]
async fn analytics_links_create(
    State(state): State<AppState>,
    caller: Contributor,
    ApiJson(body): ApiJson<ShareLinkBody>,
) -> ApiResult<(StatusCode, Json<ShareLinkOut>)> {
    let origin = public_site(&state, &caller).await?.origin;
    let link = share_links::create(&caller.ctx, &caller.db, &body.label, body.days).await?;
    Ok((StatusCode::CREATED, Json(ShareLinkOut::of(link, &origin))))
}

/// End a link to the figures
#[utoipa::path(delete, path = "/api/v1/websites/{websiteId}/analytics/share-links/{analyticsLinkId}",
    operation_id = "analytics_links_delete", tag = "analytics", security(("contributor" = ["analytics:write"])),
    responses((status = 204)))]
async fn analytics_links_delete(caller: Contributor, ApiPath(path): ApiPath<LinkPath>) -> ApiResult<StatusCode> {
    share_links::end(&caller.ctx, &caller.db, &path.analytics_link_id).await?;
    Ok(StatusCode::NO_CONTENT)
}
