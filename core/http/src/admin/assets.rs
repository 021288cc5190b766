//! Pictures and files of a site.

use axum::Json;
use axum::extract::multipart::{Multipart, MultipartError};
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderMap, StatusCode};
use futures::channel::mpsc;
use futures::{SinkExt as _, StreamExt as _};
use serde::{Deserialize, Serialize};
use stoa_commerce::catalogue::{self, Pictured};
use stoa_kernel::error::FieldErrors;
use stoa_kernel::ports::{PortError, RemoteFile};
use stoa_kernel::{ErrorCode, Failure, Precondition};
use stoa_site::drawn_of;
use stoa_site::media::{
    self, Asset, AssetKind, AssetPatch, AssetQuery, Film, GalleryItemMedia, NewUpload, Place, Use, VARIANT_WIDTHS,
};
use utoipa::{IntoParams, ToSchema};

use crate::calls::{Calls, routes};
use crate::extract::{ApiJson, ApiPath, ApiQuery, Contributor, ListQuery, Listing};
use crate::precondition::seen;
use crate::problem::{ApiResult, Problem};
use crate::state::AppState;

/// Largest upload in one piece: a file of 300 MB and what surrounds it.
const UPLOAD_LIMIT: usize = 301_000_000;
/// The kind of a place that is a product.
const PRODUCT: &str = "product";
/// Pieces of a file that wait to be written.
const PIECES_WAITING: usize = 4;

/// What to keep in view when a picture is cropped, 0 to 1.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct FocalPoint {
    x: f64,
    y: f64,
}

/// What a file is to people.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum AssetKindName {
    /// Pictures and drawings.
    Picture,
    /// Films.
    Video,
    /// Sound.
    Audio,
    /// Everything else.
    Document,
}

/// A picture or file.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AssetOut {
    id: String,
    /// Path on the site; `?format=500w` gives a picture no wider than 500 pixels.
    url: String,
    filename: String,
    kind: AssetKindName,
    alt_text: String,
    mime_type: String,
    /// Pixels; 0 when it is no picture.
    width: i32,
    /// Pixels; 0 when it is no picture.
    height: i32,
    /// Size of the file.
    bytes: i64,
    focal_point: FocalPoint,
    /// The folder it lies in; none for the top.
    folder_id: Option<String>,
    /// 1, and one more each time the file was replaced.
    version: i64,
    /// UTC milliseconds.
    created_on: i64,
    /// What galleries call it.
    title: String,
    /// What galleries say about it.
    body: String,
    /// What it is as an item of a gallery: `image-file`, `reused-asset` or `video`.
    media_type: String,
    /// Changes with what is said about it.
    standing: String,
    /// The same address as `url`, under the name that templates know.
    asset_url: String,
    /// Width and height, such as `1600x1200`.
    original_size: String,
    media_focal_point: FocalPoint,
    /// Average colours of its parts; none where they are not known.
    #[schema(value_type = Option<Object>)]
    color_data: Option<serde_json::Value>,
    /// The original size and the widths in which it can be had, with commas.
    system_data_variants: String,
    /// Empty: files are no components.
    component_key: String,
    /// None: nothing here has to be licensed.
    #[schema(value_type = Option<Object>)]
    licensed_asset_preview: Option<serde_json::Value>,
    /// The film elsewhere that it is the still picture of.
    oembed: Option<OembedOut>,
    /// None: files have no overlay of their own.
    #[schema(value_type = Option<Object>)]
    overlay: Option<serde_json::Value>,
    /// The picture that stands for a film until it plays; none for none, and for what is no film.
    poster_id: Option<String>,
    /// None: files have no main picture.
    main_image_id: Option<String>,
    /// Its id, under the name that templates know.
    system_data_id: String,
}

/// A film that lies with another service.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Oembed)]
pub struct OembedOut {
    /// One frame that plays it.
    html: String,
    provider_name: String,
    /// Its page there.
    url: String,
}

/// What is to be said about a picture or file.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AssetBody {
    /// Description for those who do not see it, at most 300 characters.
    alt_text: String,
    focal_point: FocalPoint,
    /// A new name; its ending stays the one of the content.
    filename: Option<String>,
    /// What galleries call it, at most 200 characters; stays when left out.
    title: Option<String>,
    /// What galleries say about it, at most 2000 characters; stays when left out.
    body: Option<String>,
    /// The picture that stands for a film until it plays; empty for none, stays when left out.
    poster_id: Option<String>,
}

/// Which pictures and files.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct AssetsQuery {
    /// Where the page before ended.
    cursor: Option<String>,
    /// Rows wanted, at most 200; 50 unless told.
    #[param(minimum = 1, maximum = 200)]
    limit: Option<u64>,
    /// Words in the name, the description, the title or the text.
    query: Option<String>,
    /// Only this kind.
    kind: Option<AssetKindName>,
    /// Only what lies in this folder.
    folder_id: Option<String>,
    /// Only what lies in no folder, when none is named.
    no_folder: Option<bool>,
    /// Only pictures without a description.
    missing_alt: Option<bool>,
}

/// Which picture or file.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AssetPath {
    asset_id: String,
}

/// Pictures and files, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct AssetsOut {
    assets: Vec<AssetOut>,
    #[serde(flatten)]
    listing: Listing,
}

/// A picture or file to be taken in.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "describes the multipart form in the document")]
pub struct AssetForm {
    /// The folder it goes to; stands before the file.
    folder_id: Option<String>,
    /// Description for those who do not see it; stands before the file.
    alt_text: Option<String>,
    /// A picture (JPEG, PNG, WebP, GIF, SVG) of at most 20 MB; or a film, sound or document of at most 300 MB.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

/// A file elsewhere on the web.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FetchBody {
    /// Its address.
    url: String,
    /// Description for those who do not see it.
    alt_text: Option<String>,
    /// The folder it goes to; none for the top.
    folder_id: Option<String>,
}

/// What goes where.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MoveBody {
    /// At most 200 pictures and files.
    asset_ids: Vec<String>,
    /// The folder they go to; none for the top.
    folder_id: Option<String>,
}

/// How many were moved.
#[derive(Debug, Serialize, ToSchema)]
pub struct MovedOut {
    moved: u64,
}

/// A place that shows a picture or links to a file.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UseOut {
    /// `page`, `blog`, `store`, `post`, `product`, `logo`, `header-footer`, `settings`, `film`, `template` or
    /// `saved-section`.
    kind: String,
    /// Id of the place; a template's path; empty for the logo.
    id: String,
    /// What people call it.
    title: String,
    /// The store of a product; none for other places.
    collection_id: Option<String>,
}

/// Where a picture or file is in use.
#[derive(Debug, Serialize, ToSchema)]
pub struct UsesOut {
    uses: Vec<UseOut>,
}

impl From<AssetKind> for AssetKindName {
    fn from(kind: AssetKind) -> Self {
        match kind {
            AssetKind::Picture => Self::Picture,
            AssetKind::Video => Self::Video,
            AssetKind::Audio => Self::Audio,
            AssetKind::Document => Self::Document,
        }
    }
}

impl From<AssetKindName> for AssetKind {
    fn from(name: AssetKindName) -> Self {
        match name {
            AssetKindName::Picture => Self::Picture,
            AssetKindName::Video => Self::Video,
            AssetKindName::Audio => Self::Audio,
            AssetKindName::Document => Self::Document,
        }
    }
}

impl From<Asset> for AssetOut {
    fn from(asset: Asset) -> Self {
        let size = format!("{}x{}", asset.width, asset.height);
        let own = u32::try_from(asset.width).unwrap_or(0);
        let variants = VARIANT_WIDTHS.into_iter().filter(|width| *width <= own && asset.has_widths);
        Self {
            system_data_variants: variants.fold(size.clone(), |all, width| format!("{all},{width}w")),
            original_size: size,
            url: asset.url(),
            standing: asset.standing(),
            asset_url: asset.url(),
            media_type: GalleryItemMedia::of(Some(&asset)).name().to_owned(),
            media_focal_point: FocalPoint { x: asset.focal_x, y: asset.focal_y },
            color_data: asset.color_data.as_ref().and_then(|colours| serde_json::to_value(colours).ok()),
            component_key: String::new(),
            licensed_asset_preview: None,
            overlay: None,
            main_image_id: None,
            poster_id: asset.poster_id.as_ref().map(ToString::to_string),
            system_data_id: asset.id.to_string(),
            kind: asset.kind().into(),
            id: asset.id.into(),
            filename: asset.filename,
            alt_text: asset.alt_text,
            mime_type: asset.mime_type,
            width: asset.width,
            height: asset.height,
            bytes: asset.bytes,
            focal_point: FocalPoint { x: asset.focal_x, y: asset.focal_y },
            folder_id: asset.folder_id.map(String::from),
            version: asset.version,
            created_on: asset.created_on,
            title: asset.title,
            body: asset.body,
            oembed: asset.film.map(|film| OembedOut {
                html: film.html,
                provider_name: film.provider_name,
                url: film.url,
            }),
        }
    }
}

impl From<AssetsQuery> for AssetQuery {
    fn from(query: AssetsQuery) -> Self {
        Self {
            page: ListQuery { cursor: query.cursor, limit: query.limit }.into(),
            text: query.query.unwrap_or_default(),
            kind: query.kind.map(AssetKind::from),
            place: match query.folder_id.filter(|id| !id.is_empty()) {
                Some(folder) => Place::Folder(folder),
                None if query.no_folder.unwrap_or(false) => Place::NoFolder,
                None => Place::Anywhere,
            },
            missing_alt: query.missing_alt.unwrap_or(false),
        }
    }
}

/// The routes of this noun.
pub fn routes() -> Calls {
    Calls::new()
        .routes(routes!(assets_list))
        .routes(routes!(asset_create))
        .layer(DefaultBodyLimit::max(UPLOAD_LIMIT))
        .routes(routes!(asset_get, asset_update, asset_delete))
        .routes(routes!(asset_uses))
        .routes(routes!(asset_fetch))
        .routes(routes!(assets_move))
}

fn refused(error: &MultipartError) -> Failure {
    let code = match error.status() {
        StatusCode::PAYLOAD_TOO_LARGE => ErrorCode::BodyTooLarge,
        _ => ErrorCode::BadRequest,
    };
    Failure::new(code, error.body_text())
}

/// Takes the file of a form in while it arrives. What the form says behind the file counts too.
async fn take_in(state: &AppState, caller: &Contributor, mut form: Multipart) -> Result<Asset, Failure> {
    let mut new = NewUpload::default();
    let mut taken: Option<Asset> = None;
    while let Some(mut field) = form.next_field().await.map_err(|error| refused(&error))? {
        match field.name() {
            Some("file") if taken.is_none() => {
                new.filename = field.file_name().unwrap_or_default().to_owned();
                let (mut pieces, arriving) = mpsc::channel(PIECES_WAITING);
                let receiving = media::receive(&caller.ctx, &caller.db, &state.media, new.clone(), arriving.boxed());
                // A refused file is read to its end all the same: browsers show no answer before that.
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
    let missing = || Failure::validation(FieldErrors::from([("file".to_owned(), "Choose a file.".to_owned())]));
    let asset = taken.ok_or_else(missing)?;
    if new.alt_text.trim() == asset.alt_text {
        return Ok(asset);
    }
    let focal_point = (asset.focal_x, asset.focal_y);
    let patch = AssetPatch { alt_text: new.alt_text, focal_point, ..AssetPatch::default() };
    Ok(media::update(&caller.ctx, &caller.db, asset.id.as_str(), patch, &Precondition::default()).await?)
}

/// List pictures and files
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/assets", operation_id = "assets_list", tag = "assets",
    params(("websiteId" = String, Path, description = "The site"), AssetsQuery),
    security(("contributor" = ["content:read"])),
    responses((status = 200, body = AssetsOut), (status = 401, body = Problem), (status = 403, body = Problem),
              (status = 404, body = Problem)))]
async fn assets_list(caller: Contributor, ApiQuery(query): ApiQuery<AssetsQuery>) -> ApiResult<Json<AssetsOut>> {
    let page = media::list(&caller.ctx, &caller.db, &query.into()).await?;
    let listing = Listing::from(page.next_cursor);
    Ok(Json(AssetsOut { assets: page.items.into_iter().map(AssetOut::from).collect(), listing }))
}

/// Add a picture or file
///
/// What it is, is read from its content. Pictures lose what cameras wrote into them; drawings (SVG) lose what runs.
#[utoipa::path(post, path = "/api/assets", operation_id = "asset_create", tag = "assets",
    params(("X-Website-Id" = String, Header, description = "The site")),
    request_body(content = AssetForm, content_type = "multipart/form-data"),
    security(("contributor" = ["content:write"]), ("contributor" = ["products:write"])),
    responses((status = 201, body = AssetOut), (status = 400, body = Problem), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem), (status = 409, body = Problem),
              (status = 413, body = Problem), (status = 503, body = Problem)))]
async fn asset_create(
    State(state): State<AppState>,
    caller: Contributor,
    form: Multipart,
) -> ApiResult<(StatusCode, Json<AssetOut>)> {
    let asset = take_in(&state, &caller, form).await?;
    Ok((StatusCode::CREATED, Json(asset.into())))
}

/// What lies at an address: the still picture of a film of a known service, or the file itself.
async fn opened(state: &AppState, url: &str) -> Result<(RemoteFile, Option<(Film, String)>), Failure> {
    let Some(question) = media::film_question(&state.settings.film_services, url) else {
        return Ok((state.remote_files.open(url).await?, None));
    };
    let mut told = state.remote_files.open(&question).await?.file;
    let mut answer = Vec::new();
    while let Some(piece) = told.next().await {
        answer.extend_from_slice(&piece.map_err(Failure::internal)?);
        if answer.len() > media::MOST_ANSWER_BYTES {
            break;
        }
    }
    let facts = media::read_film(url, &answer)?;
    let poster = state.remote_files.open(&facts.poster).await?;
    Ok((poster, Some((facts.film, facts.title))))
}

/// Add a picture or file from an address of the web
///
/// The address of a film at YouTube or Vimeo adds its still picture, which stands for the film in galleries.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/assets/fetch", operation_id = "asset_fetch", tag = "assets",
    params(("websiteId" = String, Path, description = "The site")),
    request_body = FetchBody,
    security(("contributor" = ["content:write"])),
    responses((status = 201, body = AssetOut), (status = 400, body = Problem), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem), (status = 409, body = Problem),
              (status = 413, body = Problem), (status = 503, body = Problem)))]
async fn asset_fetch(
    State(state): State<AppState>,
    caller: Contributor,
    ApiJson(body): ApiJson<FetchBody>,
) -> ApiResult<(StatusCode, Json<AssetOut>)> {
    media::check_may_add(&caller.ctx)?;
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

/// Read a picture or file
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/assets/{assetId}", operation_id = "asset_get", tag = "assets",
    params(("websiteId" = String, Path, description = "The site"),
           ("assetId" = String, Path, description = "The picture or file")),
    security(("contributor" = ["content:read"])),
    responses((status = 200, body = AssetOut), (status = 401, body = Problem), (status = 403, body = Problem),
              (status = 404, body = Problem)))]
async fn asset_get(caller: Contributor, ApiPath(path): ApiPath<AssetPath>) -> ApiResult<Json<AssetOut>> {
    Ok(Json(media::get(&caller.ctx, &caller.db, &path.asset_id).await?.into()))
}

/// Change what is said about a picture or file
#[utoipa::path(put, path = "/api/v1/websites/{websiteId}/assets/{assetId}", operation_id = "asset_update",
    tag = "assets",
    params(("websiteId" = String, Path, description = "The site"),
           ("assetId" = String, Path, description = "The picture or file"),
           ("If-Match" = Option<String>, Header,
            description = "The `standing` it was seen with, in quotes; several, or `*` for any")),
    request_body = AssetBody,
    security(("contributor" = ["content:write"]), ("contributor" = ["products:write"])),
    responses((status = 200, body = AssetOut), (status = 400, body = Problem), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem), (status = 409, body = Problem),
              (status = 412, body = Problem)))]
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
    redraw(&state, &caller).await;
    Ok(Json(updated.into()))
}

/// Lets pages be drawn anew, any of which may show the picture or file.
pub(super) async fn redraw(state: &AppState, caller: &Contributor) {
    state.invalidation.bump(caller.ctx.website(), &[drawn_of::SITE.to_owned()]).await;
}

/// List where a picture or file is in use
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/assets/{assetId}/uses", operation_id = "asset_uses",
    tag = "assets",
    params(("websiteId" = String, Path, description = "The site"),
           ("assetId" = String, Path, description = "The picture or file")),
    security(("contributor" = ["content:read"])),
    responses((status = 200, body = UsesOut), (status = 401, body = Problem), (status = 403, body = Problem),
              (status = 404, body = Problem)))]
async fn asset_uses(caller: Contributor, ApiPath(path): ApiPath<AssetPath>) -> ApiResult<Json<UsesOut>> {
    let places = media::uses(&caller.ctx, &caller.db, &path.asset_id).await?;
    let place = |place: Use| UseOut { kind: place.kind, id: place.id, title: place.title, collection_id: None };
    let product = |Pictured { id, collection_id, name }: Pictured| UseOut {
        kind: PRODUCT.to_owned(),
        id: id.into(),
        title: name,
        collection_id: Some(collection_id.into()),
    };
    let products = in_products(&caller, &path.asset_id).await?;
    Ok(Json(UsesOut { uses: places.into_iter().map(place).chain(products.into_iter().map(product)).collect() }))
}

async fn in_products(caller: &Contributor, asset_id: &str) -> Result<Vec<Pictured>, Failure> {
    let id = asset_id.parse().map_err(|_| Failure::not_found())?;
    Ok(catalogue::pictured(&caller.ctx, &caller.db, &id).await?)
}

/// Delete a picture or file that is not in use
#[utoipa::path(delete, path = "/api/v1/websites/{websiteId}/assets/{assetId}", operation_id = "asset_delete",
    tag = "assets",
    params(("websiteId" = String, Path, description = "The site"),
           ("assetId" = String, Path, description = "The picture or file")),
    security(("contributor" = ["content:write"])),
    responses((status = 204), (status = 401, body = Problem), (status = 403, body = Problem),
              (status = 404, body = Problem), (status = 409, body = Problem)))]
async fn asset_delete(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<AssetPath>,
) -> ApiResult<StatusCode> {
    let products = in_products(&caller, &path.asset_id).await?;
    let place = |Pictured { id, name, .. }| Use { kind: PRODUCT.to_owned(), id: String::from(id), title: name };
    let elsewhere = products.into_iter().map(place).collect();
    media::remove(&caller.ctx, &caller.db, &state.media, &path.asset_id, elsewhere).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Put pictures and files into a folder
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/assets/move", operation_id = "assets_move", tag = "assets",
    params(("websiteId" = String, Path, description = "The site")),
    request_body = MoveBody,
    security(("contributor" = ["content:write"])),
    responses((status = 200, body = MovedOut), (status = 400, body = Problem), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem)))]
async fn assets_move(caller: Contributor, ApiJson(body): ApiJson<MoveBody>) -> ApiResult<Json<MovedOut>> {
    let moved = media::move_to(&caller.ctx, &caller.db, &body.asset_ids, body.folder_id.as_deref()).await?;
    Ok(Json(MovedOut { moved }))
}
