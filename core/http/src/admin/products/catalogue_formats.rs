//! Files of the catalogue in formats of plugins: products that go out, and numbers of stock that come in.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse as _, Response};
use serde::Deserialize;
use stoa_commerce::inventory;
use stoa_kernel::{Action, Failure, Resource};

use super::inventory_bulk_update::readable_file;
use super::inventory_bulk_update_out::StockImportPreviewOut;
use crate::admin::customers::email_previews::base_url;
use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiBytes, ApiPath, Contributor, preferred_language};
use crate::problem::{ApiError, ApiResult};
use crate::rate_limit::RateLimit;
use crate::route_policy::{Invalidates, changes, reads};
use crate::site_plugins::{CatalogueFile, CatalogueFormatsOut, PluginCaller};
use crate::state::AppState;

/// Path parameters of a format.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct FormatPath {
    plugin_id: String,
    format: String,
}

fn asks<'a>(caller: &'a Contributor, headers: &'a HeaderMap) -> PluginCaller<'a> {
    PluginCaller { ctx: &caller.ctx, db: &caller.db, language: preferred_language(headers).unwrap_or_default() }
}

/// Routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(catalogue_formats_list: reads()))
        .routes(routes!(catalogue_format_export: reads().limited(RateLimit::CATALOGUE_FORMAT)))
        .routes(routes!(
            catalogue_format_check: changes(Invalidates::Nothing).limited(RateLimit::CATALOGUE_FORMAT)
        ))
}

/// List the formats of plugins
///
/// Formats of files in which the site's plugins export products or import stock.
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/catalogue-formats", operation_id = "catalogue_formats_list",
    tag = "inventory", security(("contributor" = ["products:read"])),
    responses((status = 200, body = CatalogueFormatsOut)))]
async fn catalogue_formats_list(
    State(state): State<AppState>,
    caller: Contributor,
    headers: HeaderMap,
) -> ApiResult<Json<CatalogueFormatsOut>> {
    caller.ctx.authorise(Resource::Products, Action::Read)?;
    Ok(Json(state.plugins.formats(asks(&caller, &headers)).await?))
}

/// Export products in the format of a plugin
///
/// All products, in a file that the plugin writes, of at most 16 MiB. 400 says why the plugin wrote none.
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/catalogue-formats/{pluginId}/{format}/file",
    operation_id = "catalogue_format_export", tag = "inventory", security(("contributor" = ["products:read"])),
    responses((status = 200, body = String, content_type = "text/plain")))]
async fn catalogue_format_export(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<FormatPath>,
    headers: HeaderMap,
) -> ApiResult<Response> {
    caller.ctx.authorise(Resource::Products, Action::Read)?;
    let origin = base_url(&state, &caller).await?;
    let asking = asks(&caller, &headers);
    let file = state.plugins.format_file(asking, &path.plugin_id, &path.format, &origin).await?;
    let CatalogueFile { name, media_type, text } = file;
    let disposition = HeaderValue::from_str(&format!("attachment; filename=\"{name}\"")).map_err(Failure::internal)?;
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static(media_type)),
        (header::CONTENT_DISPOSITION, disposition),
        (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    ];
    Ok((headers, text).into_response())
}

/// Preview a stock import in the format of a plugin
///
/// The body is a file of at most 1 MiB, which the plugin reads. Nothing is changed: send the returned changes, each
/// with its revision, to `inventory/changes`, as after an import from CSV.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/catalogue-formats/{pluginId}/{format}/rows",
    operation_id = "catalogue_format_check", tag = "inventory",
    request_body(content = Vec<u8>, content_type = "application/octet-stream"),
    security(("contributor" = ["products:write"])), responses((status = 200, body = StockImportPreviewOut)))]
async fn catalogue_format_check(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<FormatPath>,
    headers: HeaderMap,
    file: Result<ApiBytes, ApiError>,
) -> ApiResult<Json<StockImportPreviewOut>> {
    caller.ctx.authorise(Resource::Products, Action::Write)?;
    let file = readable_file(file)?;
    let asking = asks(&caller, &headers);
    let rows = state.plugins.format_rows(asking, &path.plugin_id, &path.format, &file).await?;
    Ok(Json(inventory::preview_rows(&caller.ctx, &caller.db, rows).await?.into()))
}
