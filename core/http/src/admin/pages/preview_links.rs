//! Links that show the draft of a page to people without an account.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use stoa_kernel::id::{CollectionId, PreviewLinkId};
use stoa_site::content::preview_links::{self, PreviewLink};
use utoipa::ToSchema;

use super::page_operation_out::{Names, name_of};
use super::page_operations::names;
use super::page_path::PagePath;
use crate::admin::pages::public_site;
use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiJson, ApiPath, Contributor, path_id};
use crate::problem::{ApiResult, Problem};
use crate::public::preview_links::path_of;
use crate::route_policy::{Invalidates, changes, reads};
use crate::state::AppState;

/// A link that shows a draft to anyone who has it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PreviewLink)]
pub struct PreviewLinkOut {
    id: String,
    /// The complete URL.
    url: String,
    /// Name of its creator.
    author_name: Option<String>,
    /// UTC milliseconds.
    created_on: i64,
    /// When it expires, UTC milliseconds.
    expires_on: i64,
}

/// The links to a draft that have not expired, newest first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PreviewLinks)]
pub struct PreviewLinksOut {
    preview_links: Vec<PreviewLinkOut>,
}

/// A link to create.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = NewPreviewLink)]
pub struct PreviewLinkBody {
    /// Lifetime in days.
    #[schema(minimum = 1, maximum = 90)]
    days: i64,
}

/// Path parameters of a preview link.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct LinkPath {
    #[serde(deserialize_with = "path_id")]
    page_id: CollectionId,
    #[serde(deserialize_with = "path_id")]
    link_id: PreviewLinkId,
}

impl PreviewLinkOut {
    fn of(link: PreviewLink, origin: &str, names: &Names) -> Self {
        Self {
            url: format!("{origin}{}", path_of(&link.token)),
            id: link.id.into(),
            author_name: name_of(names, &link.author),
            created_on: link.created_on.ms(),
            expires_on: link.expires_on.ms(),
        }
    }
}

/// Routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(preview_links_list: reads(), preview_links_create: changes(Invalidates::ByHandler)))
        .routes(routes!(preview_links_revoke: changes(Invalidates::ByHandler)))
}

/// List the preview links of a page
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/pages/{pageId}/preview-links",
    operation_id = "preview_links_list", tag = "pages", security(("contributor" = ["content:write"])),
    responses((status = 200, body = PreviewLinksOut)))]
async fn preview_links_list(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<PagePath>,
) -> ApiResult<Json<PreviewLinksOut>> {
    let links = preview_links::list(&caller.ctx, &caller.db, &path.page_id).await?;
    let origin = public_site(&state, &caller).await?.origin;
    let names = names(&state, links.iter().map(|link| link.author.as_str())).await?;
    let preview_links = links.into_iter().map(|link| PreviewLinkOut::of(link, &origin, &names)).collect();
    Ok(Json(PreviewLinksOut { preview_links }))
}

/// Create a preview link
///
/// Anyone who has it sees the current draft, without an account, until the link expires or is revoked.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/pages/{pageId}/preview-links",
    operation_id = "preview_links_create", tag = "pages", request_body = PreviewLinkBody,
    security(("contributor" = ["content:write"])),
    responses((status = 201, body = PreviewLinkOut), (status = 409, body = Problem)))]
async fn preview_links_create(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<PagePath>,
    ApiJson(body): ApiJson<PreviewLinkBody>,
) -> ApiResult<(StatusCode, Json<PreviewLinkOut>)> {
    let origin = public_site(&state, &caller).await?.origin;
    let link = preview_links::make(&caller.ctx, &caller.db, &path.page_id, body.days).await?;
    let names = names(&state, std::iter::once(link.author.as_str())).await?;
    Ok((StatusCode::CREATED, Json(PreviewLinkOut::of(link, &origin, &names))))
}

/// Revoke a preview link
#[utoipa::path(delete, path = "/api/v1/websites/{websiteId}/pages/{pageId}/preview-links/{linkId}",
    operation_id = "preview_links_revoke", tag = "pages", security(("contributor" = ["content:write"])),
    responses((status = 204)))]
async fn preview_links_revoke(caller: Contributor, ApiPath(path): ApiPath<LinkPath>) -> ApiResult<StatusCode> {
    preview_links::revoke(&caller.ctx, &caller.db, &path.page_id, &path.link_id).await?;
    Ok(StatusCode::NO_CONTENT)
}
