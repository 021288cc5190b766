//! JSON of an image or file.

use serde::{Deserialize, Serialize};
use stoa_kernel::media::{AssetKind, GalleryItemMedia};
use stoa_site::media::{self, Asset, VARIANT_WIDTHS};
use utoipa::ToSchema;

/// Focal point that stays visible when an image is cropped, 0 to 1.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct FocalPoint {
    pub(super) x: f64,
    pub(super) y: f64,
}

/// An image or file, with all properties that images have in templates; some of them are always empty.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AssetOut {
    id: String,
    /// Path on the site; `?format=500w` returns an image at most 500 pixels wide.
    url: String,
    filename: String,
    kind: AssetKind,
    alt_text: String,
    mime_type: String,
    /// Pixels; 0 unless it is an image.
    width: i32,
    /// Pixels; 0 unless it is an image.
    height: i32,
    /// Size of the file in bytes.
    bytes: i64,
    focal_point: FocalPoint,
    /// The folder it is in; null at the top level.
    folder_id: Option<String>,
    /// Version of the file, from 1, incremented by each replacement.
    version: i64,
    /// UTC milliseconds.
    created_on: i64,
    /// Title in galleries.
    title: String,
    /// Caption in galleries.
    body: String,
    /// Its type as a gallery item.
    media_type: GalleryItemMedia,
    /// Version for `If-Match`; changes with the metadata.
    standing: String,
    /// The same as `url`, under the name used by templates.
    asset_url: String,
    /// Width and height, such as `1600x1200`.
    original_size: String,
    media_focal_point: FocalPoint,
    /// Average colours of its parts; null if unknown.
    #[schema(value_type = Option<Object>)]
    color_data: Option<serde_json::Value>,
    /// The original size and the available widths, separated by commas.
    system_data_variants: String,
    /// Always empty: files are not components.
    component_key: String,
    /// Always null: no asset needs a licence.
    #[schema(value_type = Option<Object>)]
    licensed_asset_preview: Option<serde_json::Value>,
    /// The external video whose thumbnail it is.
    oembed: Option<OembedOut>,
    /// Always null: files have no overlay of their own.
    #[schema(value_type = Option<Object>)]
    overlay: Option<serde_json::Value>,
    /// The poster image of a video; null for none, and for anything but videos.
    poster_id: Option<String>,
    /// Always null: files have no main image.
    main_image_id: Option<String>,
    /// Its id, under the name used by templates.
    system_data_id: String,
}

/// A video hosted by another service.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Oembed)]
pub struct OembedOut {
    /// HTML of an iframe that plays it.
    html: String,
    provider_name: String,
    /// Address of its page at that service.
    url: String,
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
            media_type: media::gallery_item_media(Some(&asset)),
            media_focal_point: FocalPoint { x: asset.focal_x, y: asset.focal_y },
            color_data: asset.color_data.as_ref().and_then(|colours| serde_json::to_value(colours).ok()),
            component_key: String::new(),
            licensed_asset_preview: None,
            overlay: None,
            main_image_id: None,
            poster_id: asset.poster_id.as_ref().map(ToString::to_string),
            system_data_id: asset.id.to_string(),
            kind: asset.kind(),
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
            created_on: asset.created_on.ms(),
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
