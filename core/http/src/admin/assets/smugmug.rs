//! SmugMug galleries, for importing images.

use axum::Json;
use axum::extract::State;
use futures::StreamExt as _;
use serde::{Deserialize, Serialize};
use stoa_kernel::Failure;
use stoa_site::media::{self, MAX_SMUGMUG_BYTES, SmugmugGallery, SmugmugPicture};
use utoipa::ToSchema;

use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiJson, Contributor};
use crate::problem::{ApiResult, Problem, log};
use crate::route_policy::{Invalidates, changes};
use crate::state::AppState;

/// The SmugMug site whose galleries are listed.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = SmugmugQuestion)]
pub struct SmugmugGalleriesBody {
    /// URL of the SmugMug site, such as `https://juniper.smugmug.com`.
    address: String,
}

/// The gallery whose images are listed.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SmugmugGalleryQuestion)]
pub struct SmugmugImagesBody {
    /// Key of a gallery from the list.
    gallery_key: String,
}

/// A gallery.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SmugmugGallery)]
pub struct GalleryOut {
    key: String,
    title: String,
    /// Number of images; the first 50 can be imported.
    pictures: u64,
}

/// Public galleries, the first 20.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SmugmugGalleries)]
pub struct GalleriesOut {
    galleries: Vec<GalleryOut>,
}

/// An image.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SmugmugPicture)]
pub struct SmugmugImageOut {
    /// URL from which it can be imported.
    url: String,
    thumbnail_url: String,
    /// Title given by its owner.
    title: String,
}

/// Images of a gallery, the first 50.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SmugmugPictures)]
pub struct SmugmugImagesOut {
    pictures: Vec<SmugmugImageOut>,
}

impl From<SmugmugGallery> for GalleryOut {
    fn from(gallery: SmugmugGallery) -> Self {
        let SmugmugGallery { key, title, pictures } = gallery;
        Self { key, title, pictures }
    }
}

impl From<SmugmugPicture> for SmugmugImageOut {
    fn from(picture: SmugmugPicture) -> Self {
        let SmugmugPicture { url, thumbnail_url, title } = picture;
        Self { url, thumbnail_url, title }
    }
}

/// Routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(smugmug_galleries_list: changes(Invalidates::Nothing)))
        .routes(routes!(smugmug_pictures_list: changes(Invalidates::Nothing)))
}

/// Fetches a response of the service; a validation error for the field if there is none.
async fn answer(state: &AppState, question: &str, field: &'static str) -> Result<Vec<u8>, Failure> {
    let remote = state.remote_files.open(question).await.map_err(|error| {
        log(&error.into());
        Failure::from(media::unreadable(field))
    })?;
    let mut file = remote.file;
    let mut answer = Vec::new();
    while let Some(piece) = file.next().await {
        answer.extend_from_slice(&piece.map_err(|_| Failure::from(media::unreadable(field)))?);
        if answer.len() > MAX_SMUGMUG_BYTES {
            break;
        }
    }
    Ok(answer)
}

/// List SmugMug galleries
///
/// 409 if the server has no API key for SmugMug.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/assets/smugmug/galleries",
    operation_id = "smugmug_galleries_list", tag = "assets", request_body = SmugmugGalleriesBody,
    security(("contributor" = ["content:write"])),
    responses((status = 200, body = GalleriesOut), (status = 409, body = Problem)))]
async fn smugmug_galleries_list(
    State(state): State<AppState>,
    caller: Contributor,
    ApiJson(body): ApiJson<SmugmugGalleriesBody>,
) -> ApiResult<Json<GalleriesOut>> {
    let question = media::galleries_url(&caller.ctx, &state.settings.smugmug, &body.address)?;
    let galleries = media::read_galleries(&answer(&state, &question, "address").await?)?;
    Ok(Json(GalleriesOut { galleries: galleries.into_iter().map(GalleryOut::from).collect() }))
}

/// List the images of a SmugMug gallery
///
/// 409 if the server has no API key for SmugMug.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/assets/smugmug/pictures",
    operation_id = "smugmug_pictures_list", tag = "assets", request_body = SmugmugImagesBody,
    security(("contributor" = ["content:write"])),
    responses((status = 200, body = SmugmugImagesOut), (status = 409, body = Problem)))]
async fn smugmug_pictures_list(
    State(state): State<AppState>,
    caller: Contributor,
    ApiJson(body): ApiJson<SmugmugImagesBody>,
) -> ApiResult<Json<SmugmugImagesOut>> {
    let question = media::gallery_images_url(&caller.ctx, &state.settings.smugmug, &body.gallery_key)?;
    let pictures = media::read_images(&answer(&state, &question, "galleryKey").await?)?;
    Ok(Json(SmugmugImagesOut { pictures: pictures.into_iter().map(SmugmugImageOut::from).collect() }))
}
