//! Pictures of a site.

use axum::Json;
use axum::extract::multipart::{Multipart, MultipartError};
use axum::extract::{DefaultBodyLimit, State};
use axum::http::StatusCode;
use bytes::Bytes;
use serde::{Deserialize, Serialize};
use stoa_kernel::error::FieldErrors;
use stoa_kernel::page::PageRequest;
use stoa_kernel::{ErrorCode, Failure};
use stoa_site::media::{self, Asset, AssetPatch, NewAsset};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::extract::{ApiJson, ApiPath, ApiQuery, Contributor, ListQuery, Listing};
use crate::problem::{ApiResult, Problem};
use crate::state::AppState;

/// Largest upload: a picture of 20 MB and what surrounds it.
const UPLOAD_LIMIT: usize = 21_000_000;

/// What to keep in view when a picture is cropped, 0 to 1.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct FocalPoint {
    x: f64,
    y: f64,
}

/// A picture.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AssetOut {
    id: String,
    /// Path on the site; `?format=500w` gives it no wider than 500 pixels.
    url: String,
    filename: String,
    alt_text: String,
    mime_type: String,
    width: i32,
    height: i32,
    focal_point: FocalPoint,
    /// UTC milliseconds.
    created_on: i64,
}

/// What is to be said about a picture.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AssetBody {
    /// Description for those who do not see it, at most 300 characters.
    alt_text: String,
    focal_point: FocalPoint,
}

/// Which picture.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AssetPath {
    asset_id: String,
}

/// Pictures, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct AssetsOut {
    assets: Vec<AssetOut>,
    #[serde(flatten)]
    listing: Listing,
}

/// A picture to be taken in.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "describes the multipart form in the document")]
pub struct AssetForm {
    /// The picture: JPEG, PNG, WebP or GIF, at most 20 MB.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
    /// Description for those who do not see it.
    alt_text: Option<String>,
}

impl From<Asset> for AssetOut {
    fn from(asset: Asset) -> Self {
        Self {
            url: asset.url(),
            id: asset.id.into(),
            filename: asset.filename,
            alt_text: asset.alt_text,
            mime_type: asset.mime_type,
            width: asset.width,
            height: asset.height,
            focal_point: FocalPoint { x: asset.focal_x, y: asset.focal_y },
            created_on: asset.created_on,
        }
    }
}

/// The routes of this noun.
pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(assets_list))
        .routes(routes!(asset_create))
        .layer(DefaultBodyLimit::max(UPLOAD_LIMIT))
        .routes(routes!(asset_update))
}

fn refused(error: &MultipartError) -> Failure {
    let code = match error.status() {
        StatusCode::PAYLOAD_TOO_LARGE => ErrorCode::BodyTooLarge,
        _ => ErrorCode::BadRequest,
    };
    Failure::new(code, error.body_text())
}

async fn read_form(mut form: Multipart) -> Result<NewAsset, Failure> {
    let mut file: Option<(String, Bytes)> = None;
    let mut alt_text = String::new();
    while let Some(field) = form.next_field().await.map_err(|error| refused(&error))? {
        match field.name() {
            Some("file") => {
                let filename = field.file_name().unwrap_or_default().to_owned();
                file = Some((filename, field.bytes().await.map_err(|error| refused(&error))?));
            }
            Some("altText") => alt_text = field.text().await.map_err(|error| refused(&error))?,
            _ => {}
        }
    }
    let missing = || Failure::validation(FieldErrors::from([("file".to_owned(), "Choose a picture.".to_owned())]));
    let (filename, bytes) = file.ok_or_else(missing)?;
    Ok(NewAsset { filename, alt_text, focal_point: (0.5, 0.5), bytes })
}

/// List pictures
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/assets", operation_id = "assets_list", tag = "assets",
    params(("websiteId" = String, Path, description = "The site"), ListQuery),
    security(("contributor" = ["content:read"])),
    responses((status = 200, body = AssetsOut), (status = 401, body = Problem), (status = 403, body = Problem),
              (status = 404, body = Problem)))]
async fn assets_list(caller: Contributor, ApiQuery(query): ApiQuery<ListQuery>) -> ApiResult<Json<AssetsOut>> {
    let page = media::list(&caller.ctx, &caller.db, &PageRequest::from(query)).await?;
    let listing = Listing::from(page.next_cursor);
    Ok(Json(AssetsOut { assets: page.items.into_iter().map(AssetOut::from).collect(), listing }))
}

/// Add a picture
#[utoipa::path(post, path = "/api/assets", operation_id = "asset_create", tag = "assets",
    params(("X-Website-Id" = String, Header, description = "The site")),
    request_body(content = AssetForm, content_type = "multipart/form-data"),
    security(("contributor" = ["content:write"])),
    responses((status = 201, body = AssetOut), (status = 400, body = Problem), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 413, body = Problem)))]
async fn asset_create(
    State(state): State<AppState>,
    caller: Contributor,
    form: Multipart,
) -> ApiResult<(StatusCode, Json<AssetOut>)> {
    let new = read_form(form).await?;
    let asset = media::create(&caller.ctx, &caller.db, state.blobs.as_ref(), new).await?;
    Ok((StatusCode::CREATED, Json(asset.into())))
}

/// Change what is said about a picture
#[utoipa::path(put, path = "/api/v1/websites/{websiteId}/assets/{assetId}", operation_id = "asset_update",
    tag = "assets",
    params(("websiteId" = String, Path, description = "The site"),
           ("assetId" = String, Path, description = "The picture")),
    request_body = AssetBody,
    security(("contributor" = ["content:write"])),
    responses((status = 200, body = AssetOut), (status = 400, body = Problem), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem)))]
async fn asset_update(
    caller: Contributor,
    ApiPath(path): ApiPath<AssetPath>,
    ApiJson(body): ApiJson<AssetBody>,
) -> ApiResult<Json<AssetOut>> {
    let patch = AssetPatch { alt_text: body.alt_text, focal_point: (body.focal_point.x, body.focal_point.y) };
    Ok(Json(media::update(&caller.ctx, &caller.db, &path.asset_id, patch).await?.into()))
}
