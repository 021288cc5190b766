//! Files of digital products.

use axum::Json;
use axum::body::Body;
use axum::extract::State;
use axum::http::StatusCode;
use futures::{StreamExt as _, TryStreamExt as _};
use serde::{Deserialize, Serialize};
use stoa_commerce::downloads::{self, NewFile, ProductFile};
use stoa_kernel::id::{ProductFileId, ProductId};
use stoa_kernel::ports::PortError;
use stoa_site::media::{self, FileRoom};
use utoipa::{IntoParams, ToSchema};

use crate::admin::pages::public_site;
use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiPath, ApiQuery, Contributor, path_id};
use crate::problem::{ApiResult, Problem};
use crate::route_policy::{Invalidates, changes, reads};
use crate::state::AppState;

/// A file that customers get.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProductFileOut {
    id: String,
    /// Name under which it is saved.
    filename: String,
    /// Size in bytes.
    bytes: i64,
    /// UTC milliseconds.
    created_on: i64,
    /// Number of downloads by customers.
    times: i64,
}

/// The files of a product, in the order in which they were added.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProductFilesOut {
    files: Vec<ProductFileOut>,
}

/// A link that previews what customers get.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DigitalPreviewLink {
    /// The complete URL.
    url: String,
    /// When it expires, UTC milliseconds.
    expires_on: i64,
}

/// Query parameters of a new file.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct NewFileQuery {
    /// Name under which customers save it.
    filename: String,
}

/// Path parameters of a digital product.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct DigitalProductPath {
    #[serde(deserialize_with = "path_id")]
    item_id: ProductId,
}

/// Path parameters of a file.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct ProductFilePath {
    #[serde(deserialize_with = "path_id")]
    item_id: ProductId,
    #[serde(deserialize_with = "path_id")]
    file_id: ProductFileId,
}

impl From<Vec<ProductFile>> for ProductFilesOut {
    fn from(files: Vec<ProductFile>) -> Self {
        let out = |file: ProductFile| ProductFileOut {
            id: file.id.into(),
            filename: file.filename,
            bytes: file.bytes,
            created_on: file.created_on.ms(),
            times: file.times,
        };
        Self { files: files.into_iter().map(out).collect() }
    }
}

/// Routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(product_files_list: reads(), product_files_add: changes(Invalidates::Site).upload()))
        .routes(routes!(product_files_remove: changes(Invalidates::Site)))
        .routes(routes!(product_files_preview: changes(Invalidates::Nothing)))
}

/// List the files of a digital product
#[utoipa::path(get,
    path = "/api/content-service/product/1.1/websites/{websiteId}/products/{collectionId}/items/{itemId}/files",
    operation_id = "product_files_list", tag = "products", security(("contributor" = ["products:read"])),
    responses((status = 200, body = ProductFilesOut)))]
async fn product_files_list(
    caller: Contributor,
    ApiPath(path): ApiPath<DigitalProductPath>,
) -> ApiResult<Json<ProductFilesOut>> {
    Ok(Json(downloads::list(&caller.ctx, &caller.db, &path.item_id).await?.into()))
}

/// Add a file to a digital product
///
/// The body is the file itself, at most 300 MB. Customers who bought the product earlier get it too.
#[utoipa::path(post,
    path = "/api/content-service/product/1.1/websites/{websiteId}/products/{collectionId}/items/{itemId}/files",
    operation_id = "product_files_add", tag = "products", params(NewFileQuery),
    request_body(content = Vec<u8>, content_type = "application/octet-stream"),
    security(("contributor" = ["products:write"])),
    responses((status = 201, body = ProductFilesOut), (status = 409, body = Problem)))]
async fn product_files_add(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<DigitalProductPath>,
    ApiQuery(query): ApiQuery<NewFileQuery>,
    body: Body,
) -> ApiResult<(StatusCode, Json<ProductFilesOut>)> {
    let file = body.into_data_stream().map_err(|error| PortError::new("upload", error)).boxed();
    let blobs = state.blobs.as_ref();
    let FileRoom { most_bytes, site_bytes } = media::room_for_file(&caller.ctx, &caller.db, &state.media).await?;
    let new = NewFile { product_id: &path.item_id, filename: &query.filename, file, most_bytes, site_bytes };
    let files = downloads::add(&caller.ctx, &caller.db, blobs, new).await?;
    Ok((StatusCode::CREATED, Json(files.into())))
}

/// Delete a file of a digital product, also for existing buyers
#[utoipa::path(delete,
    path = "/api/content-service/product/1.1/websites/{websiteId}/products/{collectionId}/items/{itemId}/files/{fileId}",
    operation_id = "product_files_remove", tag = "products", security(("contributor" = ["products:write"])),
    responses((status = 204)))]
async fn product_files_remove(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<ProductFilePath>,
) -> ApiResult<StatusCode> {
    let blobs = state.blobs.as_ref();
    downloads::remove(&caller.ctx, &caller.db, blobs, &path.item_id, &path.file_id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Create a preview link for a digital product
///
/// For one hour, anyone who has it sees the page and can open the files without an account.
#[utoipa::path(post,
    path = "/api/content-service/product/1.1/websites/{websiteId}/products/{collectionId}/items/{itemId}/files/preview",
    operation_id = "product_files_preview", tag = "products", security(("contributor" = ["products:read"])),
    responses((status = 201, body = DigitalPreviewLink), (status = 409, body = Problem)))]
async fn product_files_preview(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<DigitalProductPath>,
) -> ApiResult<(StatusCode, Json<DigitalPreviewLink>)> {
    let link = downloads::preview_link(&caller.ctx, &caller.db, &path.item_id).await?;
    let origin = public_site(&state, &caller).await?.origin;
    let url = format!("{origin}{}", link.path);
    Ok((StatusCode::CREATED, Json(DigitalPreviewLink { url, expires_on: link.expires_on.ms() })))
}
