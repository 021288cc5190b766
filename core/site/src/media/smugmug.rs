//! Public galleries of SmugMug users, for import: request URLs and responses of the SmugMug API.

use serde::Deserialize;
use serde_json::{Map, Value};
use stoa_kernel::{Action, Resource, TenantCtx};
use url::Url;

use crate::SiteError;
use crate::contributor_texts;

/// Maximum number of galleries in the list.
const MAX_GALLERIES: usize = 20;
/// Maximum number of images in the list of a gallery.
const MAX_PICTURES: usize = 50;
/// Maximum size of a response, in bytes.
pub const MAX_SMUGMUG_BYTES: usize = 2_000_000;
const NO_PERSON: &str = contributor_texts::SMUGMUG_ADDRESS.english();
const UNREADABLE: &str = contributor_texts::SMUGMUG_KNOWS_NOTHING.english();
const MAX_NAME_LENGTH: usize = 60;

/// Endpoint and API key.
#[derive(Clone)]
pub struct SmugmugService {
    /// Base URL of the API.
    pub url: String,
    /// API key of the operator; empty if not configured.
    pub key: String,
}

impl std::fmt::Debug for SmugmugService {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("SmugmugService").field("url", &self.url).finish_non_exhaustive()
    }
}

/// A gallery.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SmugmugGallery {
    /// Key to request its images.
    pub key: String,
    /// Its title.
    pub title: String,
    /// Number of images.
    pub pictures: u64,
}

/// An image of a gallery.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SmugmugPicture {
    /// URL of the largest public size.
    pub url: String,
    /// URL of a thumbnail.
    pub thumbnail_url: String,
    /// Title set by its owner.
    pub title: String,
}

#[derive(Deserialize)]
struct ApiResponse<T> {
    #[serde(rename = "Response")]
    response: T,
    #[serde(rename = "Expansions", default)]
    expansions: Map<String, Value>,
}

#[derive(Deserialize)]
struct Albums {
    #[serde(rename = "Album", default)]
    albums: Vec<Album>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Album {
    album_key: String,
    #[serde(default)]
    name: String,
    #[serde(default)]
    image_count: u64,
}

#[derive(Deserialize)]
struct Images {
    #[serde(rename = "AlbumImage", default)]
    images: Vec<Image>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Image {
    #[serde(default)]
    title: String,
    #[serde(default)]
    caption: String,
    #[serde(default)]
    thumbnail_url: String,
    #[serde(default)]
    is_video: bool,
    #[serde(default)]
    uris: Uris,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Uris {
    #[serde(default)]
    largest_image: String,
}

/// Request URL for the galleries of a user, from the URL of the user's SmugMug site.
///
/// # Errors
/// When the caller may not add images; a message when no API key is configured, or the URL has no user name.
pub fn galleries_url(ctx: &TenantCtx, service: &SmugmugService, address: &str) -> Result<String, SiteError> {
    let person = person_of(address).ok_or_else(|| SiteError::field("address", NO_PERSON))?;
    question(ctx, service, &format!("user/{person}!albums"), MAX_GALLERIES)
}

/// Request URL for the images of a gallery.
///
/// # Errors
/// When the caller may not add images; a message when no API key is configured, or the gallery key is invalid.
pub fn gallery_images_url(ctx: &TenantCtx, service: &SmugmugService, gallery: &str) -> Result<String, SiteError> {
    if !is_name(gallery) {
        return Err(SiteError::field("galleryKey", contributor_texts::SMUGMUG_GALLERY));
    }
    question(ctx, service, &format!("album/{gallery}!images"), MAX_PICTURES)
}

fn question(ctx: &TenantCtx, service: &SmugmugService, call: &str, most: usize) -> Result<String, SiteError> {
    ctx.authorise(Resource::Content, Action::Write)?;
    if service.key.is_empty() {
        return Err(SiteError::Conflict(contributor_texts::SMUGMUG_HAS_NO_KEY.english().to_owned()));
    }
    let address = format!("{}/api/v2/{call}", service.url.trim_end_matches('/'));
    let count = most.to_string();
    let wanted = [
        ("APIKey", service.key.as_str()),
        ("_accept", "application/json"),
        ("_verbosity", "1"),
        ("_expand", "LargestImage"),
        ("count", &count),
    ];
    Url::parse_with_params(&address, wanted).map(String::from).map_err(|_| SiteError::field("address", NO_PERSON))
}

/// The galleries in a response.
///
/// # Errors
/// A message for `address` when the response has no readable gallery.
pub fn read_galleries(answer: &[u8]) -> Result<Vec<SmugmugGallery>, SiteError> {
    let answer: ApiResponse<Albums> = serde_json::from_slice(answer).map_err(|_| unreadable("address"))?;
    let albums = answer.response.albums.into_iter().filter(|album| is_name(&album.album_key));
    let gallery =
        |album: Album| SmugmugGallery { key: album.album_key, title: short(&album.name), pictures: album.image_count };
    Ok(albums.take(MAX_GALLERIES).map(gallery).collect())
}

/// The images in a response, without videos.
///
/// # Errors
/// A message for `galleryKey` when the response has no readable image.
pub fn read_images(answer: &[u8]) -> Result<Vec<SmugmugPicture>, SiteError> {
    let answer: ApiResponse<Images> = serde_json::from_slice(answer).map_err(|_| unreadable("galleryKey"))?;
    let largest = |image: &Image| {
        let said = answer.expansions.get(&image.uris.largest_image)?;
        said.pointer("/LargestImage/Url").and_then(Value::as_str).filter(|url| is_web(url)).map(str::to_owned)
    };
    let picture = |image: Image| {
        let url = largest(&image)?;
        let title = if image.caption.trim().is_empty() { image.title } else { image.caption };
        let thumbnail_url = if is_web(&image.thumbnail_url) { image.thumbnail_url } else { url.clone() };
        Some(SmugmugPicture { thumbnail_url, title: short(&title), url })
    };
    let listed = answer.response.images.into_iter().filter(|image| !image.is_video);
    Ok(listed.filter_map(picture).take(MAX_PICTURES).collect())
}

/// Error for a missing or unreadable response.
pub fn unreadable(field: &'static str) -> SiteError {
    SiteError::field(field, UNREADABLE)
}

fn is_web(url: &str) -> bool {
    url.starts_with("https://") || url.starts_with("http://")
}

fn short(text: &str) -> String {
    text.trim().chars().take(super::model::MAX_TITLE_LENGTH).collect()
}

/// User name: the first label of the host of the user's SmugMug site.
fn person_of(address: &str) -> Option<String> {
    let address = address.trim();
    let whole = if is_web(address) { address.to_owned() } else { format!("https://{address}") };
    let host = Url::parse(&whole).ok()?.host_str()?.to_owned();
    let person = host.strip_suffix(".smugmug.com")?;
    (is_name(person) && !matches!(person, "www" | "api")).then(|| person.to_owned())
}

fn is_name(text: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    !text.is_empty() && text.len() <= MAX_NAME_LENGTH && text.bytes().all(plain)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    // spec: editor.limit.smugmug
    #[test]
    fn gallery_and_image_limits() -> Result<(), SiteError> {
        let albums: Vec<Value> = (0..30)
            .map(|n| json!({"AlbumKey": format!("k{n}"), "Name": format!("Gallery {n}"), "ImageCount": n}))
            .collect();
        let galleries = read_galleries(json!({"Response": {"Album": albums}}).to_string().as_bytes())?;
        assert_eq!((galleries.len(), galleries[19].title.as_str(), galleries[19].pictures), (20, "Gallery 19", 19));

        let images: Vec<Value> = (0..80)
            .map(|n| json!({"Title": format!("Picture {n}"), "Uris": {"LargestImage": format!("/image/{n}!largest")}}))
            .collect();
        let expansions: Map<String, Value> = (0..80)
            .map(|n| {
                let said = json!({"LargestImage": {"Url": format!("https://photos.example/{n}.jpg")}});
                (format!("/image/{n}!largest"), said)
            })
            .collect();
        let answer = json!({"Response": {"AlbumImage": images}, "Expansions": expansions});
        let pictures = read_images(answer.to_string().as_bytes())?;
        assert_eq!((pictures.len(), pictures[49].url.as_str()), (50, "https://photos.example/49.jpg"));
        Ok(())
    }

    #[test]
    fn videos_and_private_images_omitted() -> Result<(), SiteError> {
        let answer = json!({"Response": {"AlbumImage": [
            {"Caption": "No size", "Uris": {"LargestImage": "/a"}},
            {"IsVideo": true, "Uris": {"LargestImage": "/b"}},
            {"Caption": "Odd", "Uris": {"LargestImage": "/c"}},
            {"Title": "IMG_1", "Caption": " A mug ", "ThumbnailUrl": "https://p.example/t.jpg", "Uris": {"LargestImage": "/b"}},
        ]}, "Expansions": {"/b": {"LargestImage": {"Url": "https://p.example/b.jpg"}},
            "/c": {"LargestImage": {"Url": "javascript:x"}}}});
        let expected = SmugmugPicture {
            url: "https://p.example/b.jpg".to_owned(),
            thumbnail_url: "https://p.example/t.jpg".to_owned(),
            title: "A mug".to_owned(),
        };
        assert_eq!(read_images(answer.to_string().as_bytes())?, [expected]);
        assert!(read_images(b"<html>").is_err() && read_galleries(b"{}").is_err());
        Ok(())
    }

    #[test]
    fn user_name_from_site_url() {
        for known in ["https://juniper.smugmug.com/Mugs", "juniper.smugmug.com", " http://juniper.smugmug.com "] {
            assert_eq!(person_of(known).as_deref(), Some("juniper"), "{known}");
        }
        for other in
            ["https://smugmug.com", "www.smugmug.com", "https://smugmug.com.evil.example", "a.b.smugmug.com", ""]
        {
            assert_eq!(person_of(other), None, "{other}");
        }
    }
}
