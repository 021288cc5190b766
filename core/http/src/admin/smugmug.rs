//! Galleries at SmugMug, to take pictures from.

use axum::Json;
use axum::extract::State;
use futures::StreamExt as _;
use serde::{Deserialize, Serialize};
use stoa_kernel::Failure;
use stoa_site::media::{self, MOST_SMUGMUG_BYTES, SmugmugGallery, SmugmugPicture};
use utoipa::ToSchema;

use crate::calls::{Calls, routes};
use crate::extract::{ApiJson, Contributor};
use crate::problem::{ApiResult, Problem, log};
use crate::state::AppState;

/// Whose galleries.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = SmugmugQuestion)]
pub struct GalleriesBody {
    /// The address of their site there, such as `https://juniper.smugmug.com`.
    address: String,
}

/// Which gallery.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SmugmugGalleryQuestion)]
pub struct PicturesBody {
    /// The key of a gallery of the list.
    gallery_key: String,
}

/// A gallery.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SmugmugGallery)]
pub struct GalleryOut {
    key: String,
    title: String,
    /// Pictures in it; the first 50 can be taken.
    pictures: u64,
}

/// Galleries that everybody may see, the first 20.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SmugmugGalleries)]
pub struct GalleriesOut {
    galleries: Vec<GalleryOut>,
}

/// A picture.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SmugmugPicture)]
pub struct PictureOut {
    /// Its address, from which it can be taken in.
    url: String,
    thumbnail_url: String,
    /// What its owner says about it.
    title: String,
}

/// Pictures of a gallery, the first 50.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SmugmugPictures)]
pub struct PicturesOut {
    pictures: Vec<PictureOut>,
}

impl From<SmugmugGallery> for GalleryOut {
    fn from(gallery: SmugmugGallery) -> Self {
        let SmugmugGallery { key, title, pictures } = gallery;
        Self { key, title, pictures }
    }
}

impl From<SmugmugPicture> for PictureOut {
    fn from(picture: SmugmugPicture) -> Self {
        let SmugmugPicture { url, thumbnail_url, title } = picture;
        Self { url, thumbnail_url, title }
    }
}

/// The routes of this noun.
pub fn routes() -> Calls {
    Calls::new().routes(routes!(smugmug_galleries_list)).routes(routes!(smugmug_pictures_list))
}

/// What the service answers; a message beside the field when it gives none.
async fn answer(state: &AppState, question: &str, field: &'static str) -> Result<Vec<u8>, Failure> {
    let remote = state.remote_files.open(question).await.map_err(|error| {
        log(&error.into());
        Failure::from(media::unreadable(field))
    })?;
    let mut file = remote.file;
    let mut answer = Vec::new();
    while let Some(piece) = file.next().await {
        answer.extend_from_slice(&piece.map_err(|_| Failure::from(media::unreadable(field)))?);
        if answer.len() > MOST_SMUGMUG_BYTES {
            break;
        }
    }
    Ok(answer)
}

/// List galleries at SmugMug
///
/// 409 where whoever runs the server has entered no key for the service.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/assets/smugmug/galleries",
    operation_id = "smugmug_galleries_list", tag = "assets",
    params(("websiteId" = String, Path, description = "The site")),
    request_body = GalleriesBody,
    security(("contributor" = ["content:write"])),
    responses((status = 200, body = GalleriesOut), (status = 400, body = Problem), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem), (status = 409, body = Problem)))]
async fn smugmug_galleries_list(
    State(state): State<AppState>,
    caller: Contributor,
    ApiJson(body): ApiJson<GalleriesBody>,
) -> ApiResult<Json<GalleriesOut>> {
    let question = media::galleries_question(&caller.ctx, &state.settings.smugmug, &body.address)?;
    let galleries = media::read_galleries(&answer(&state, &question, "address").await?)?;
    Ok(Json(GalleriesOut { galleries: galleries.into_iter().map(GalleryOut::from).collect() }))
}

/// List the pictures of a gallery at SmugMug
///
/// 409 where whoever runs the server has entered no key for the service.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/assets/smugmug/pictures",
    operation_id = "smugmug_pictures_list", tag = "assets",
    params(("websiteId" = String, Path, description = "The site")),
    request_body = PicturesBody,
    security(("contributor" = ["content:write"])),
    responses((status = 200, body = PicturesOut), (status = 400, body = Problem), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem), (status = 409, body = Problem)))]
async fn smugmug_pictures_list(
    State(state): State<AppState>,
    caller: Contributor,
    ApiJson(body): ApiJson<PicturesBody>,
) -> ApiResult<Json<PicturesOut>> {
    let question = media::pictures_question(&caller.ctx, &state.settings.smugmug, &body.gallery_key)?;
    let pictures = media::read_pictures(&answer(&state, &question, "galleryKey").await?)?;
    Ok(Json(PicturesOut { pictures: pictures.into_iter().map(PictureOut::from).collect() }))
}
