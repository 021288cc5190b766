//! Multipart uploads of large files: start, upload parts, finish. Received parts survive lost connections and server
//! restarts.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use stoa_kernel::id::AssetUploadId;
use stoa_site::media::{self, NewUpload, PART_BYTES, Upload, UploadPart};
use utoipa::{IntoParams, ToSchema};

use crate::admin::assets::asset_out::AssetOut;
use crate::admin::assets::invalidate_pages;
use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiBytes, ApiJson, ApiPath, ApiQuery, Contributor, path_id};
use crate::problem::{ApiResult, Problem};
use crate::route_policy::{Invalidates, changes, reads};
use crate::state::AppState;

/// A multipart upload to start.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UploadBody {
    /// Name of the file.
    filename: String,
    /// Size of the file in bytes.
    bytes: u64,
    /// Alternative text.
    alt_text: Option<String>,
    /// The destination folder; null for the top level.
    folder_id: Option<String>,
    /// The image or file to replace; its metadata is kept.
    replaces_asset_id: Option<String>,
}

/// A multipart upload in progress.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UploadOut {
    id: String,
    filename: String,
    /// Size of the whole file in bytes.
    bytes: u64,
    /// Bytes received so far: the offset of the next part.
    received: u64,
    /// Size of each part except the last, in bytes.
    part_bytes: u64,
    /// When the upload expires unless another part arrives, UTC milliseconds.
    expires_on: i64,
}

/// Path parameters of an upload.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct UploadPath {
    #[serde(deserialize_with = "path_id")]
    upload_id: AssetUploadId,
}

/// Query parameters of a part.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PartQuery {
    /// Offset of the part in the file, in bytes.
    offset: u64,
}

impl From<Upload> for UploadOut {
    fn from(upload: Upload) -> Self {
        Self {
            id: upload.id.into(),
            filename: upload.filename,
            bytes: upload.bytes,
            received: upload.received,
            part_bytes: PART_BYTES,
            expires_on: upload.expires_on.ms(),
        }
    }
}

/// Routes of this module.
pub fn routes() -> ApiRouter {
    let part = usize::try_from(PART_BYTES).unwrap_or(usize::MAX);
    ApiRouter::new()
        .routes(routes!(asset_upload_part: changes(Invalidates::Nothing).upload()))
        .body_limit(part)
        .routes(routes!(asset_upload_begin: changes(Invalidates::Site)))
        .routes(routes!(asset_upload_get: reads(), asset_upload_cancel: changes(Invalidates::Site)))
        .routes(routes!(asset_upload_finish: changes(Invalidates::Site).upload()))
}

/// Start a multipart upload
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/asset-uploads", operation_id = "asset_upload_begin",
    tag = "assets", request_body = UploadBody,
    security(("contributor" = ["content:write"]), ("contributor" = ["products:write"])),
    responses((status = 201, body = UploadOut), (status = 409, body = Problem)))]
async fn asset_upload_begin(
    State(state): State<AppState>,
    caller: Contributor,
    ApiJson(body): ApiJson<UploadBody>,
) -> ApiResult<(StatusCode, Json<UploadOut>)> {
    let new = NewUpload {
        filename: body.filename,
        alt_text: body.alt_text.unwrap_or_default(),
        folder_id: body.folder_id,
        replaces: body.replaces_asset_id,
        bytes: body.bytes,
        film: None,
    };
    let upload = media::begin(&caller.ctx, &caller.db, &state.media, new).await?;
    Ok((StatusCode::CREATED, Json(upload.into())))
}

/// Get the progress of an upload
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/asset-uploads/{uploadId}", operation_id = "asset_upload_get",
    tag = "assets", security(("contributor" = ["content:write"]), ("contributor" = ["products:write"])),
    responses((status = 200, body = UploadOut)))]
async fn asset_upload_get(caller: Contributor, ApiPath(path): ApiPath<UploadPath>) -> ApiResult<Json<UploadOut>> {
    Ok(Json(media::upload(&caller.ctx, &caller.db, &path.upload_id).await?.into()))
}

/// Upload a part
///
/// Parts must be sent in order. An unexpected offset gets 409: get the progress of the upload and continue from there.
#[utoipa::path(patch, path = "/api/v1/websites/{websiteId}/asset-uploads/{uploadId}/parts",
    operation_id = "asset_upload_part", tag = "assets", params(PartQuery),
    request_body(content = Vec<u8>, content_type = "application/octet-stream"),
    security(("contributor" = ["content:write"]), ("contributor" = ["products:write"])),
    responses((status = 200, body = UploadOut), (status = 409, body = Problem)))]
async fn asset_upload_part(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<UploadPath>,
    ApiQuery(query): ApiQuery<PartQuery>,
    ApiBytes(part): ApiBytes,
) -> ApiResult<Json<UploadOut>> {
    let part = UploadPart { offset: query.offset, bytes: part };
    Ok(Json(media::append(&caller.ctx, &caller.db, &state.media, &path.upload_id, part).await?.into()))
}

/// Finish an upload
///
/// A file that is rejected ends its upload.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/asset-uploads/{uploadId}/finish",
    operation_id = "asset_upload_finish", tag = "assets",
    security(("contributor" = ["content:write"]), ("contributor" = ["products:write"])),
    responses((status = 201, body = AssetOut), (status = 400, body = Problem), (status = 409, body = Problem),
              (status = 413, body = Problem)))]
async fn asset_upload_finish(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<UploadPath>,
) -> ApiResult<(StatusCode, Json<AssetOut>)> {
    let asset = media::finish(&caller.ctx, &caller.db, &state.media, &path.upload_id).await?;
    if asset.version > 1 {
        invalidate_pages(&state, &caller).await;
    }
    Ok((StatusCode::CREATED, Json(asset.into())))
}

/// Cancel an upload
#[utoipa::path(delete, path = "/api/v1/websites/{websiteId}/asset-uploads/{uploadId}",
    operation_id = "asset_upload_cancel", tag = "assets",
    security(("contributor" = ["content:write"]), ("contributor" = ["products:write"])), responses((status = 204)))]
async fn asset_upload_cancel(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<UploadPath>,
) -> ApiResult<StatusCode> {
    media::cancel(&caller.ctx, &caller.db, &state.media, &path.upload_id).await?;
    Ok(StatusCode::NO_CONTENT)
}
