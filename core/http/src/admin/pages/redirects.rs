//! Redirects of a site.

use axum::Json;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{AppendHeaders, IntoResponse};
use serde::{Deserialize, Serialize};
use stoa_kernel::id::RedirectId;
use stoa_site::redirects::{self, NewRedirect, Redirect};
use utoipa::ToSchema;

use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiJson, ApiPath, Contributor, path_id};
use crate::precondition::named;
use crate::problem::{ApiResult, Problem};
use crate::route_policy::{Invalidates, changes, reads};

/// A redirect.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Redirect)]
pub struct RedirectOut {
    id: String,
    /// Source path; with `/*` at the end it includes everything below it.
    source: String,
    /// A path or an external URL; `/*` at the end appends the rest of the path.
    target: String,
    /// Whether the redirect is permanent (301) or temporary (302).
    permanent: bool,
    /// Whether it was created automatically when a page moved.
    automatic: bool,
    revision: i64,
    /// UTC milliseconds.
    updated_on: i64,
}

/// All redirects of a site, sorted by source.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Redirects)]
pub struct RedirectsOut {
    redirects: Vec<RedirectOut>,
}

/// A redirect to save.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = NewRedirect)]
pub struct RedirectBody {
    #[schema(min_length = 1, max_length = 500)]
    source: String,
    #[schema(min_length = 1, max_length = 500)]
    target: String,
    permanent: bool,
}

/// Path parameters of a redirect.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct RedirectPath {
    #[serde(deserialize_with = "path_id")]
    redirect_id: RedirectId,
}

impl From<Redirect> for RedirectOut {
    fn from(redirect: Redirect) -> Self {
        Self {
            id: redirect.id.into(),
            source: redirect.source,
            target: redirect.target,
            permanent: redirect.permanent,
            automatic: redirect.automatic,
            revision: redirect.revision,
            updated_on: redirect.updated_on.ms(),
        }
    }
}

impl From<RedirectBody> for NewRedirect {
    fn from(body: RedirectBody) -> Self {
        Self { source: body.source, target: body.target, permanent: body.permanent }
    }
}

/// Routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(redirects_list: reads(), redirects_create: changes(Invalidates::Site)))
        .routes(routes!(redirects_update: changes(Invalidates::Site), redirects_delete: changes(Invalidates::Site)))
}

fn tagged(redirect: RedirectOut) -> impl IntoResponse {
    (AppendHeaders([(header::ETAG, format!("\"{}\"", redirect.revision))]), Json(redirect))
}

/// List redirects
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/redirects", operation_id = "redirects_list",
    tag = "redirects", security(("contributor" = ["content:read"])), responses((status = 200, body = RedirectsOut)))]
async fn redirects_list(caller: Contributor) -> ApiResult<Json<RedirectsOut>> {
    let found = redirects::list(&caller.ctx, &caller.db).await?;
    Ok(Json(RedirectsOut { redirects: found.into_iter().map(RedirectOut::from).collect() }))
}

/// Create a redirect
///
/// It applies where no page exists. A redirect whose target is redirected itself leads to the final target; loops are
/// rejected.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/redirects", operation_id = "redirects_create",
    tag = "redirects", request_body = RedirectBody, security(("contributor" = ["content:publish"])),
    responses((status = 201, body = RedirectOut), (status = 409, body = Problem)))]
async fn redirects_create(
    caller: Contributor,
    ApiJson(body): ApiJson<RedirectBody>,
) -> ApiResult<(StatusCode, Json<RedirectOut>)> {
    let made = redirects::create(&caller.ctx, &caller.db, body.into()).await?;
    Ok((StatusCode::CREATED, Json(made.into())))
}

/// Update a redirect
#[utoipa::path(put, path = "/api/v1/websites/{websiteId}/redirects/{redirectId}", operation_id = "redirects_update",
    tag = "redirects",
    params(("If-Match" = String, Header, description = "The revision to change, in quotes; a list, or `*` for any")),
    request_body = RedirectBody, security(("contributor" = ["content:publish"])),
    responses((status = 200, body = RedirectOut), (status = 409, body = Problem), (status = 412, body = Problem),
              (status = 428, body = Problem)))]
async fn redirects_update(
    caller: Contributor,
    ApiPath(path): ApiPath<RedirectPath>,
    headers: HeaderMap,
    ApiJson(body): ApiJson<RedirectBody>,
) -> ApiResult<impl IntoResponse> {
    let seen = named(&headers)?;
    let changed = redirects::update(&caller.ctx, &caller.db, &path.redirect_id, &seen, body.into()).await?;
    Ok(tagged(changed.into()))
}

/// Delete a redirect
#[utoipa::path(delete, path = "/api/v1/websites/{websiteId}/redirects/{redirectId}",
    operation_id = "redirects_delete", tag = "redirects", security(("contributor" = ["content:publish"])),
    responses((status = 204)))]
async fn redirects_delete(caller: Contributor, ApiPath(path): ApiPath<RedirectPath>) -> ApiResult<StatusCode> {
    redirects::remove(&caller.ctx, &caller.db, &path.redirect_id).await?;
    Ok(StatusCode::NO_CONTENT)
}
