//! Files of the catalogue in formats of plugins: products that go out, numbers of stock and whole products that come
//! in.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse as _, Response};
use serde::Deserialize;
use stoa_commerce::{catalogue, inventory};
use stoa_kernel::contributor_texts::{FILE_LARGER_THAN_1_MB, FILE_LARGER_THAN_5_MB};
use stoa_kernel::id::CollectionId;
use stoa_kernel::{Action, Failure, Resource};

use super::inventory_bulk_update::readable_file;
use super::inventory_bulk_update_out::StockImportPreviewOut;
use super::product_import_out::ProductImportOut;
use crate::admin::customers::email_previews::base_url;
use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiBytes, ApiPath, Contributor, path_id, preferred_language};
use crate::problem::{ApiError, ApiResult};
use crate::rate_limit::RateLimit;
use crate::route_policy::{Invalidates, changes, reads};
use crate::site_plugins::{CatalogueFile, CatalogueFormatsOut, PluginCaller};
use crate::state::AppState;

/// Largest file with products, bytes.
const MAX_PRODUCT_FILE_BYTES: usize = 5 * 1024 * 1024;

/// Path parameters of a format.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct FormatPath {
    plugin_id: String,
    format: String,
}

/// Path parameters of a format for the products of a store.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct StoreFormatPath {
    plugin_id: String,
    format: String,
    #[serde(deserialize_with = "path_id")]
    collection_id: CollectionId,
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
        .merge(
            ApiRouter::new()
                .routes(routes!(
                    catalogue_format_products: changes(Invalidates::Nothing)
                        .limited(RateLimit::CATALOGUE_FORMAT)
                        .upload()
                ))
                .body_limit(MAX_PRODUCT_FILE_BYTES),
        )
}

/// List the formats of plugins
///
/// Formats of files in which the site's plugins export products, or import stock or products.
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
    let file = readable_file(file, FILE_LARGER_THAN_1_MB)?;
    let asking = asks(&caller, &headers);
    let rows = state.plugins.format_rows(asking, &path.plugin_id, &path.format, &file).await?;
    Ok(Json(inventory::preview_rows(&caller.ctx, &caller.db, rows).await?.into()))
}

/// Preview an import of products in the format of a plugin
///
/// The body is a file of at most 5 MiB, which the plugin reads part by part; it has at most 5,000 rows, one for each
/// variant. Nothing is changed: make and change the returned products by `products_create` and `products_update`, with
/// the returned fields, and with `productType` or `revision`.
#[utoipa::path(post,
    path = "/api/v1/websites/{websiteId}/catalogue-formats/{pluginId}/{format}/products/{collectionId}",
    operation_id = "catalogue_format_products", tag = "products",
    request_body(content = Vec<u8>, content_type = "application/octet-stream"),
    security(("contributor" = ["products:write"])), responses((status = 200, body = ProductImportOut)))]
async fn catalogue_format_products(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<StoreFormatPath>,
    headers: HeaderMap,
    file: Result<ApiBytes, ApiError>,
) -> ApiResult<Json<ProductImportOut>> {
    caller.ctx.authorise(Resource::Products, Action::Write)?;
    let file = readable_file(file, FILE_LARGER_THAN_5_MB)?;
    let asking = asks(&caller, &headers);
    let rows = state.plugins.format_products(asking, &path.plugin_id, &path.format, file.to_vec()).await?;
    Ok(Json(catalogue::preview_products(&caller.ctx, &caller.db, &path.collection_id, rows).await?.into()))
}
