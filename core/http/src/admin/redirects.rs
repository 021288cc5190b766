//! Addresses of a site that lead elsewhere.

use axum::Json;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{AppendHeaders, IntoResponse};
use serde::{Deserialize, Serialize};
use stoa_site::redirects::{self, NewRedirect, Redirect};
use utoipa::ToSchema;

use crate::calls::{Calls, routes};
use crate::extract::{ApiJson, ApiPath, Contributor};
use crate::precondition::named;
use crate::problem::{ApiResult, Problem};

/// An address that leads elsewhere.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Redirect)]
pub struct RedirectOut {
    id: String,
    /// Path that leads elsewhere; with `/*` at its end, it and everything below it.
    source: String,
    /// A path or an address elsewhere; `/*` at its end takes the rest of the path along.
    target: String,
    /// Whether browsers may remember it for good (301) or ask again (302).
    permanent: bool,
    /// Whether it was left behind by a page that moved.
    automatic: bool,
    revision: i64,
    /// UTC milliseconds.
    updated_on: i64,
}

/// All redirects of a site, in the order of their sources.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Redirects)]
pub struct RedirectsOut {
    redirects: Vec<RedirectOut>,
}

/// An address that shall lead elsewhere.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = NewRedirect)]
pub struct RedirectBody {
    source: String,
    target: String,
    permanent: bool,
}

/// A redirect of a site.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct RedirectPath {
    redirect_id: String,
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
            updated_on: redirect.updated_on,
        }
    }
}

impl From<RedirectBody> for NewRedirect {
    fn from(body: RedirectBody) -> Self {
        Self { source: body.source, target: body.target, permanent: body.permanent }
    }
}

/// The routes of this noun.
pub fn routes() -> Calls {
    Calls::new().routes(routes!(redirects_list, redirects_create)).routes(routes!(redirects_update, redirects_delete))
}

fn tagged(redirect: RedirectOut) -> impl IntoResponse {
    (AppendHeaders([(header::ETAG, format!("\"{}\"", redirect.revision))]), Json(redirect))
}

/// List redirects
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/redirects", operation_id = "redirects_list", tag = "redirects",
    params(("websiteId" = String, Path, description = "The site")),
    security(("contributor" = ["content:read"])),
    responses((status = 200, body = RedirectsOut), (status = 401, body = Problem), (status = 403, body = Problem),
              (status = 404, body = Problem)))]
async fn redirects_list(caller: Contributor) -> ApiResult<Json<RedirectsOut>> {
    let found = redirects::list(&caller.ctx, &caller.db).await?;
    Ok(Json(RedirectsOut { redirects: found.into_iter().map(RedirectOut::from).collect() }))
}

/// Let an address lead elsewhere
///
/// It does where no page answers. What leads to an address that leads on itself leads to the end of the way; a circle is
/// refused.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/redirects", operation_id = "redirects_create",
    tag = "redirects",
    params(("websiteId" = String, Path, description = "The site")),
    request_body = RedirectBody,
    security(("contributor" = ["content:publish"])),
    responses((status = 201, body = RedirectOut), (status = 400, body = Problem), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem), (status = 409, body = Problem)))]
async fn redirects_create(
    caller: Contributor,
    ApiJson(body): ApiJson<RedirectBody>,
) -> ApiResult<(StatusCode, Json<RedirectOut>)> {
    let made = redirects::create(&caller.ctx, &caller.db, body.into()).await?;
    Ok((StatusCode::CREATED, Json(made.into())))
}

/// Change a redirect
#[utoipa::path(put, path = "/api/v1/websites/{websiteId}/redirects/{redirectId}", operation_id = "redirects_update",
    tag = "redirects",
    params(("websiteId" = String, Path, description = "The site"),
           ("redirectId" = String, Path, description = "The redirect"),
           ("If-Match" = String, Header,
            description = "The revision that is changed, in quotes; several, or `*` for any")),
    request_body = RedirectBody,
    security(("contributor" = ["content:publish"])),
    responses((status = 200, body = RedirectOut), (status = 400, body = Problem), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem), (status = 409, body = Problem),
              (status = 412, body = Problem), (status = 428, body = Problem)))]
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

/// End a redirect
#[utoipa::path(delete, path = "/api/v1/websites/{websiteId}/redirects/{redirectId}", operation_id = "redirects_delete",
    tag = "redirects",
    params(("websiteId" = String, Path, description = "The site"),
           ("redirectId" = String, Path, description = "The redirect")),
    security(("contributor" = ["content:publish"])),
    responses((status = 204), (status = 401, body = Problem), (status = 403, body = Problem),
              (status = 404, body = Problem)))]
async fn redirects_delete(caller: Contributor, ApiPath(path): ApiPath<RedirectPath>) -> ApiResult<StatusCode> {
    redirects::remove(&caller.ctx, &caller.db, &path.redirect_id).await?;
    Ok(StatusCode::NO_CONTENT)
}
