//! Images and files of a site.

pub mod asset_folders;
pub mod asset_out;
pub mod asset_uploads;
pub mod smugmug;
pub mod storage;

use axum::Json;
use axum::extract::State;
use axum::extract::multipart::{Multipart, MultipartError};
use axum::http::{HeaderMap, StatusCode};
use futures::channel::mpsc;
use futures::{SinkExt as _, StreamExt as _};
use serde::{Deserialize, Serialize};
use stoa_commerce::catalogue::{self, ProductUsingAsset};
use stoa_kernel::error::FieldErrors;
use stoa_kernel::id::AssetId;
use stoa_kernel::media::{AssetKind, AssetUseKind};
use stoa_kernel::ports::{PortError, RemoteFile};
use stoa_kernel::{ErrorCode, Failure, Precondition};
use stoa_site::cache_tags;
use stoa_site::media::{self, Asset, AssetPatch, AssetQuery, AssetUse, ExternalVideo, FolderScope, NewUpload};
use utoipa::{IntoParams, ToSchema};

use self::asset_out::{AssetOut, FocalPoint};
use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiJson, ApiMultipart, ApiPath, ApiQuery, Contributor, ListQuery, Listing, path_id};
use crate::precondition::seen;
use crate::problem::{ApiResult, Problem};
use crate::route_policy::{Invalidates, changes, reads};
use crate::state::AppState;

/// Body limit of a single-request upload: a file of 300 MB plus the multipart overhead.
const UPLOAD_LIMIT: usize = 301_000_000;
/// Capacity of the channel of file chunks waiting to be written.
const CHUNK_CHANNEL_CAPACITY: usize = 4;

/// Metadata of an image or file.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AssetBody {
    /// Alternative text, at most 300 characters.
    #[schema(max_length = 300)]
    alt_text: String,
    focal_point: FocalPoint,
    /// New file name; the extension stays that of the content.
    #[schema(min_length = 1)]
    filename: Option<String>,
    /// Title in galleries, at most 200 characters; unchanged if omitted.
    #[schema(max_length = 200)]
    title: Option<String>,
    /// Caption in galleries, at most 2000 characters; unchanged if omitted.
    #[schema(max_length = 2000)]
    body: Option<String>,
    /// The poster image of a video; empty for none, unchanged if omitted.
    poster_id: Option<String>,
}

/// Query parameters of the asset list.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct AssetsQuery {
    /// `nextPageCursor` of the previous page.
    cursor: Option<String>,
    /// Page size, at most 200; 50 by default.
    #[param(minimum = 1, maximum = 200)]
    limit: Option<u64>,
    /// Search text: name, description, title or caption.
    query: Option<String>,
    /// Filter by kind.
    kind: Option<AssetKind>,
    /// Filter by folder.
    folder_id: Option<String>,
    /// Only assets in no folder; applies when `folderId` is not given.
    no_folder: Option<bool>,
    /// Only images without a description.
    missing_alt: Option<bool>,
}

/// Path parameters of an image or file.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AssetPath {
    #[serde(deserialize_with = "path_id")]
    asset_id: AssetId,
}

/// Images and files, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct AssetsOut {
    assets: Vec<AssetOut>,
    #[serde(flatten)]
    listing: Listing,
}

/// An image or file to upload (multipart form).
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "describes the multipart form in the document")]
pub struct AssetForm {
    /// The destination folder; this part must precede the file.
    folder_id: Option<String>,
    /// Alternative text; this part must precede the file.
    alt_text: Option<String>,
    /// An image (JPEG, PNG, WebP, GIF, SVG, HEIC), or a video, audio file or document. The limits of the site apply: by
    /// default 20 MB for an image and 300 MB for any other file. An SVG file has at most 2 MB.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

/// A file to import from a URL.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FetchBody {
    /// URL of the file.
    url: String,
    /// Alternative text.
    alt_text: Option<String>,
    /// The destination folder; null for the top level.
    folder_id: Option<String>,
}

/// Assets to move to a folder.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MoveBody {
    /// At most 200 images and files.
    asset_ids: Vec<String>,
    /// The destination folder; null for the top level.
    folder_id: Option<String>,
}

/// Number of assets moved.
#[derive(Debug, Serialize, ToSchema)]
pub struct MovedOut {
    moved: u64,
}

/// A place where an image is shown or a file is linked.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UseOut {
    kind: AssetUseKind,
    /// Id of the place; the path of a template; empty for `logo`, `header-footer` and `settings`.
    id: String,
    /// Display name.
    title: String,
    /// The store of a product; null for other places.
    collection_id: Option<String>,
}

/// Places where an image or file is used.
#[derive(Debug, Serialize, ToSchema)]
pub struct UsesOut {
    uses: Vec<UseOut>,
}

impl From<AssetsQuery> for AssetQuery {
    fn from(query: AssetsQuery) -> Self {
        Self {
            page: ListQuery { cursor: query.cursor, limit: query.limit }.into(),
            text: query.query.unwrap_or_default(),
            kind: query.kind,
            place: match query.folder_id.filter(|id| !id.is_empty()) {
                Some(folder) => FolderScope::Folder(folder),
                None if query.no_folder.unwrap_or(false) => FolderScope::NoFolder,
                None => FolderScope::Anywhere,
            },
            missing_alt: query.missing_alt.unwrap_or(false),
        }
    }
}

/// Routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(assets_list: reads()))
        .routes(routes!(asset_create: changes(Invalidates::Site).upload()))
        .body_limit(UPLOAD_LIMIT)
        .routes(routes!(
            asset_get: reads(),
            asset_update: changes(Invalidates::Site),
            asset_delete: changes(Invalidates::Site),
        ))
        .routes(routes!(asset_uses: reads()))
        .routes(routes!(asset_fetch: changes(Invalidates::Site).upload()))
        .routes(routes!(assets_move: changes(Invalidates::Site)))
        .merge(smugmug::routes())
        .merge(asset_folders::routes())
        .merge(asset_uploads::routes())
        .merge(storage::routes())
}

fn refused(error: &MultipartError) -> Failure {
    match error.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Failure::plain(ErrorCode::BodyTooLarge),
        _ => Failure::new(ErrorCode::BadRequest, "The request body is incomplete. Please send it again."),
    }
}

/// Stores the file of a multipart form while it arrives. Fields after the file count too.
async fn take_in(state: &AppState, caller: &Contributor, mut form: Multipart) -> Result<Asset, Failure> {
    let mut new = NewUpload::default();
    let mut taken: Option<Asset> = None;
    while let Some(mut field) = form.next_field().await.map_err(|error| refused(&error))? {
        match field.name() {
            Some("file") if taken.is_none() => {
                new.filename = field.file_name().unwrap_or_default().to_owned();
                let (mut pieces, arriving) = mpsc::channel(CHUNK_CHANNEL_CAPACITY);
                let receiving = media::receive(&caller.ctx, &caller.db, &state.media, new.clone(), arriving.boxed());
                // A rejected file is still read to its end: browsers show no response before that.
                let sending = async move {
                    loop {
                        match field.chunk().await {
                            Ok(Some(piece)) => drop(pieces.send(Ok(piece)).await),
                            Ok(None) => return Ok(()),
                            Err(error) => {
                                drop(pieces.send(Err(PortError::new("upload", &error))).await);
                                return Err(refused(&error));
                            }
                        }
                    }
                };
                let (received, sent) = futures::join!(receiving, sending);
                sent?;
                taken = Some(received?);
            }
            Some("altText") => new.alt_text = field.text().await.map_err(|error| refused(&error))?,
            Some("folderId") => {
                let id = field.text().await.map_err(|error| refused(&error))?;
                new.folder_id = Some(id).filter(|id| !id.is_empty());
            }
            _ => {}
        }
    }
    let missing = || {
        Failure::validation(FieldErrors::from([(
            "file".to_owned(),
            stoa_kernel::contributor_texts::CHOOSE_A_FILE.english().to_owned(),
        )]))
    };
    let asset = taken.ok_or_else(missing)?;
    if new.alt_text.trim() == asset.alt_text {
        return Ok(asset);
    }
    let focal_point = (asset.focal_x, asset.focal_y);
    let patch = AssetPatch { alt_text: new.alt_text, focal_point, ..AssetPatch::default() };
    Ok(media::update(&caller.ctx, &caller.db, &asset.id, patch, &Precondition::default()).await?)
}

/// List images and files
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/assets", operation_id = "assets_list", tag = "assets",
    params(AssetsQuery), security(("contributor" = ["content:read"])), responses((status = 200, body = AssetsOut)))]
async fn assets_list(caller: Contributor, ApiQuery(query): ApiQuery<AssetsQuery>) -> ApiResult<Json<AssetsOut>> {
    let page = media::list(&caller.ctx, &caller.db, &query.into()).await?;
    let listing = Listing::from(page.next_cursor);
    Ok(Json(AssetsOut { assets: page.items.into_iter().map(AssetOut::from).collect(), listing }))
}

/// Upload an image or file
///
/// The type is detected from the content. Camera metadata is removed from images, scripts from SVG files.
#[utoipa::path(post, path = "/api/assets", operation_id = "asset_create", tag = "assets",
    params(("X-Website-Id" = String, Header, description = "The site")),
    request_body(content = AssetForm, content_type = "multipart/form-data"),
    security(("contributor" = ["content:write"]), ("contributor" = ["products:write"])),
    responses((status = 201, body = AssetOut), (status = 409, body = Problem)))]
async fn asset_create(
    State(state): State<AppState>,
    caller: Contributor,
    ApiMultipart(form): ApiMultipart,
) -> ApiResult<(StatusCode, Json<AssetOut>)> {
    let asset = take_in(&state, &caller, form).await?;
    Ok((StatusCode::CREATED, Json(asset.into())))
}

/// Opens what a URL stands for: the thumbnail of a video at a known service, or the file itself.
async fn opened(state: &AppState, url: &str) -> Result<(RemoteFile, Option<(ExternalVideo, String)>), Failure> {
    let Some(question) = media::oembed_url(&state.settings.film_services, url) else {
        return Ok((state.remote_files.open(url).await?, None));
    };
    let mut told = state.remote_files.open(&question).await?.file;
    let mut answer = Vec::new();
    while let Some(piece) = told.next().await {
        answer.extend_from_slice(&piece.map_err(Failure::internal)?);
        if answer.len() > media::MAX_OEMBED_BYTES {
            break;
        }
    }
    let facts = media::read_oembed(url, &answer)?;
    let poster = state.remote_files.open(&facts.poster).await?;
    Ok((poster, Some((facts.film, facts.title))))
}

/// Import an image or file from a URL
///
/// The URL of a video at YouTube or Vimeo adds its thumbnail, which represents the video in galleries.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/assets/fetch", operation_id = "asset_fetch", tag = "assets",
    request_body = FetchBody, security(("contributor" = ["content:write"])),
    responses((status = 201, body = AssetOut), (status = 409, body = Problem)))]
async fn asset_fetch(
    State(state): State<AppState>,
    caller: Contributor,
    ApiJson(body): ApiJson<FetchBody>,
) -> ApiResult<(StatusCode, Json<AssetOut>)> {
    media::check_can_add(&caller.ctx)?;
    let (remote, film) = opened(&state, &body.url).await?;
    let title = film.as_ref().map(|(_, title)| title.chars().take(300).collect());
    let new = NewUpload {
        filename: remote.filename,
        alt_text: body.alt_text.or(title).unwrap_or_default(),
        folder_id: body.folder_id,
        replaces: None,
        bytes: remote.bytes,
        film,
    };
    let asset = media::receive(&caller.ctx, &caller.db, &state.media, new, remote.file).await?;
    Ok((StatusCode::CREATED, Json(asset.into())))
}

/// Get an image or file
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/assets/{assetId}", operation_id = "asset_get",
    tag = "assets", security(("contributor" = ["content:read"])), responses((status = 200, body = AssetOut)))]
async fn asset_get(caller: Contributor, ApiPath(path): ApiPath<AssetPath>) -> ApiResult<Json<AssetOut>> {
    Ok(Json(media::get(&caller.ctx, &caller.db, &path.asset_id).await?.into()))
}

/// Update the details of an image or file
#[utoipa::path(put, path = "/api/v1/websites/{websiteId}/assets/{assetId}", operation_id = "asset_update",
    tag = "assets",
    params(("If-Match" = Option<String>, Header, description = "The last known `standing`, in quotes; a list, or `*` for any")),
    request_body = AssetBody, security(("contributor" = ["content:write"]), ("contributor" = ["products:write"])),
    responses((status = 200, body = AssetOut), (status = 409, body = Problem), (status = 412, body = Problem)))]
async fn asset_update(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<AssetPath>,
    headers: HeaderMap,
    ApiJson(body): ApiJson<AssetBody>,
) -> ApiResult<Json<AssetOut>> {
    let focal_point = (body.focal_point.x, body.focal_point.y);
    let AssetBody { alt_text, filename, title, body, poster_id, .. } = body;
    let patch = AssetPatch { alt_text, focal_point, filename, title, body, poster_id };
    let seen = seen(&headers);
    let updated = media::update(&caller.ctx, &caller.db, &path.asset_id, patch, &seen).await?;
    invalidate_pages(&state, &caller).await;
    Ok(Json(updated.into()))
}

/// Invalidates the cached pages of the site: any of them may show the image or link to the file.
pub(super) async fn invalidate_pages(state: &AppState, caller: &Contributor) {
    state.invalidation.invalidate_tags(caller.ctx.website(), &[cache_tags::SITE.to_owned()]).await;
}

/// List the uses of an image or file
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/assets/{assetId}/uses", operation_id = "asset_uses",
    tag = "assets", security(("contributor" = ["content:read"])), responses((status = 200, body = UsesOut)))]
async fn asset_uses(caller: Contributor, ApiPath(path): ApiPath<AssetPath>) -> ApiResult<Json<UsesOut>> {
    let places = media::uses(&caller.ctx, &caller.db, &path.asset_id).await?;
    let place = |place: AssetUse| UseOut { kind: place.kind, id: place.id, title: place.title, collection_id: None };
    let product = |ProductUsingAsset { id, collection_id, name }: ProductUsingAsset| UseOut {
        kind: AssetUseKind::Product,
        id: id.into(),
        title: name,
        collection_id: Some(collection_id.into()),
    };
    let products = product_usages(&caller, &path.asset_id).await?;
    Ok(Json(UsesOut { uses: places.into_iter().map(place).chain(products.into_iter().map(product)).collect() }))
}

async fn product_usages(caller: &Contributor, id: &AssetId) -> Result<Vec<ProductUsingAsset>, Failure> {
    Ok(catalogue::products_using_asset(&caller.ctx, &caller.db, id).await?)
}

/// Delete an unused image or file
#[utoipa::path(delete, path = "/api/v1/websites/{websiteId}/assets/{assetId}", operation_id = "asset_delete",
    tag = "assets", security(("contributor" = ["content:write"])),
    responses((status = 204), (status = 409, body = Problem)))]
async fn asset_delete(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<AssetPath>,
) -> ApiResult<StatusCode> {
    let products = product_usages(&caller, &path.asset_id).await?;
    let place = |ProductUsingAsset { id, name, .. }| AssetUse {
        kind: AssetUseKind::Product,
        id: String::from(id),
        title: name,
    };
    let elsewhere = products.into_iter().map(place).collect();
    media::remove(&caller.ctx, &caller.db, &state.media, &path.asset_id, elsewhere).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Move images and files to a folder
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/assets/move", operation_id = "assets_move", tag = "assets",
    request_body = MoveBody, security(("contributor" = ["content:write"])),
    responses((status = 200, body = MovedOut)))]
async fn assets_move(caller: Contributor, ApiJson(body): ApiJson<MoveBody>) -> ApiResult<Json<MovedOut>> {
    let moved = media::move_to(&caller.ctx, &caller.db, &body.asset_ids, body.folder_id.as_deref()).await?;
    Ok(Json(MovedOut { moved }))
}
