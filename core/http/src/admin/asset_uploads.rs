//! Large files in parts: announced, sent part by part, put together. What was sent outlives a broken line and a
//! new start of the program.

use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use stoa_kernel::{ErrorCode, Failure};
use stoa_site::media::{self, NewUpload, PART_BYTES, Upload};
use utoipa::{IntoParams, ToSchema};

use super::assets::{AssetOut, redraw};
use crate::calls::{Calls, routes};
use crate::extract::{ApiJson, ApiPath, ApiQuery, Contributor};
use crate::problem::{ApiResult, Problem};
use crate::state::AppState;

/// A file to come.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UploadBody {
    /// Its name.
    filename: String,
    /// Its size.
    bytes: u64,
    /// Description for those who do not see it.
    alt_text: Option<String>,
    /// The folder it goes to; none for the top.
    folder_id: Option<String>,
    /// The picture or file whose place it takes, with everything that is said about it.
    replaces_asset_id: Option<String>,
}

/// A file on its way in.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UploadOut {
    id: String,
    filename: String,
    /// Size of the whole file.
    bytes: u64,
    /// Bytes that are there: where the next part begins.
    received: u64,
    /// Bytes of each part but the last.
    part_bytes: u64,
    /// Until when the next part is waited for, UTC milliseconds.
    expires_on: i64,
}

/// Which upload.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct UploadPath {
    upload_id: String,
}

/// Which part.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PartQuery {
    /// Where in the file it begins.
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
            expires_on: upload.expires_on,
        }
    }
}

/// The routes of this noun.
pub fn routes() -> Calls {
    let part = usize::try_from(PART_BYTES).unwrap_or(usize::MAX);
    Calls::new()
        .routes(routes!(asset_upload_part))
        .layer(DefaultBodyLimit::max(part))
        .routes(routes!(asset_upload_begin))
        .routes(routes!(asset_upload_get, asset_upload_cancel))
        .routes(routes!(asset_upload_finish))
}

/// Announce a file that will come in parts
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/asset-uploads", operation_id = "asset_upload_begin",
    tag = "assets",
    params(("websiteId" = String, Path, description = "The site")),
    request_body = UploadBody,
    security(("contributor" = ["content:write"]), ("contributor" = ["products:write"])),
    responses((status = 201, body = UploadOut), (status = 400, body = Problem), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem), (status = 409, body = Problem),
              (status = 413, body = Problem)))]
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

/// Read how far an upload has come
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/asset-uploads/{uploadId}", operation_id = "asset_upload_get",
    tag = "assets",
    params(("websiteId" = String, Path, description = "The site"),
           ("uploadId" = String, Path, description = "The upload")),
    security(("contributor" = ["content:write"]), ("contributor" = ["products:write"])),
    responses((status = 200, body = UploadOut), (status = 401, body = Problem), (status = 403, body = Problem),
              (status = 404, body = Problem)))]
async fn asset_upload_get(caller: Contributor, ApiPath(path): ApiPath<UploadPath>) -> ApiResult<Json<UploadOut>> {
    Ok(Json(media::upload(&caller.ctx, &caller.db, &path.upload_id).await?.into()))
}

/// Send a part
///
/// Parts come in their order. When another one is expected, the answer is 409: ask how far the upload has come.
#[utoipa::path(patch, path = "/api/v1/websites/{websiteId}/asset-uploads/{uploadId}/parts",
    operation_id = "asset_upload_part", tag = "assets",
    params(("websiteId" = String, Path, description = "The site"),
           ("uploadId" = String, Path, description = "The upload"), PartQuery),
    request_body(content = Vec<u8>, content_type = "application/octet-stream"),
    security(("contributor" = ["content:write"]), ("contributor" = ["products:write"])),
    responses((status = 200, body = UploadOut), (status = 400, body = Problem), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem), (status = 409, body = Problem),
              (status = 413, body = Problem)))]
async fn asset_upload_part(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<UploadPath>,
    ApiQuery(query): ApiQuery<PartQuery>,
    part: Result<Bytes, BytesRejection>,
) -> ApiResult<Json<UploadOut>> {
    let refused = |rejection: BytesRejection| match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Failure::plain(ErrorCode::BodyTooLarge),
        _ => Failure::new(ErrorCode::BadRequest, rejection.body_text()),
    };
    let part = (query.offset, part.map_err(refused)?);
    Ok(Json(media::append(&caller.ctx, &caller.db, &state.media, &path.upload_id, part).await?.into()))
}

/// Put the parts together
///
/// A file that cannot be taken in ends its upload.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/asset-uploads/{uploadId}/finish",
    operation_id = "asset_upload_finish", tag = "assets",
    params(("websiteId" = String, Path, description = "The site"),
           ("uploadId" = String, Path, description = "The upload")),
    security(("contributor" = ["content:write"]), ("contributor" = ["products:write"])),
    responses((status = 201, body = AssetOut), (status = 400, body = Problem), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem), (status = 409, body = Problem),
              (status = 413, body = Problem), (status = 503, body = Problem)))]
async fn asset_upload_finish(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<UploadPath>,
) -> ApiResult<(StatusCode, Json<AssetOut>)> {
    let asset = media::finish(&caller.ctx, &caller.db, &state.media, &path.upload_id).await?;
    if asset.version > 1 {
        redraw(&state, &caller).await;
    }
    Ok((StatusCode::CREATED, Json(asset.into())))
}

/// Call an upload off
#[utoipa::path(delete, path = "/api/v1/websites/{websiteId}/asset-uploads/{uploadId}",
    operation_id = "asset_upload_cancel", tag = "assets",
    params(("websiteId" = String, Path, description = "The site"),
           ("uploadId" = String, Path, description = "The upload")),
    security(("contributor" = ["content:write"]), ("contributor" = ["products:write"])),
    responses((status = 204), (status = 401, body = Problem), (status = 403, body = Problem),
              (status = 404, body = Problem)))]
async fn asset_upload_cancel(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<UploadPath>,
) -> ApiResult<StatusCode> {
    media::cancel(&caller.ctx, &caller.db, &state.media, &path.upload_id).await?;
    Ok(StatusCode::NO_CONTENT)
}
