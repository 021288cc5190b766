//! Images and videos as templates get them.

use std::collections::HashMap;

use serde_json::{Value, json};
use stoa_commerce::catalogue::Picture;
use stoa_kernel::id::AssetId;
use stoa_kernel::media::GalleryItemMedia;
use stoa_messages::Texts;
use stoa_site::media::{Asset, VARIANT_WIDTHS, gallery_item_media};

use super::prepare::video_player;

struct Parts<'a> {
    id: &'a str,
    url: String,
    filename: &'a str,
    alt_text: &'a str,
    width: i32,
    height: i32,
    focal: (f64, f64),
    color_data: Value,
    /// Whether it is served in smaller widths.
    has_widths: bool,
}

/// An image for templates; the poster image of an external video includes the video's embed frame.
pub(crate) fn of_asset(asset: &Asset) -> Value {
    let mut value = image(&Parts {
        id: asset.id.as_str(),
        url: asset.url(),
        filename: &asset.filename,
        alt_text: &asset.alt_text,
        width: asset.width,
        height: asset.height,
        focal: (asset.focal_x, asset.focal_y),
        color_data: json!(asset.color_data),
        has_widths: asset.has_widths,
    });
    if let Value::Object(members) = &mut value {
        members.insert("title".to_owned(), json!(asset.title));
        members.insert("body".to_owned(), json!(asset.body));
        members.insert("mediaType".to_owned(), json!(gallery_item_media(Some(asset))));
        members.insert("mimeType".to_owned(), json!(asset.mime_type));
        if let Some(film) = &asset.film {
            members.insert("oembed".to_owned(), json!({"html": film.html, "providerName": film.provider_name}));
        }
    }
    value
}

/// An image or video of a gallery for templates; a video includes its poster image.
pub(crate) fn in_gallery(asset: &Asset, assets: &HashMap<AssetId, Asset>, texts: Texts<'_>) -> Value {
    let mut value = of_asset(asset);
    if let (Value::Object(members), Some(film)) = (&mut value, &asset.film) {
        members.insert("film".to_owned(), video_player(&film.url, texts));
    }
    let poster = asset.poster_id.as_ref().and_then(|id| assets.get(id));
    if let (Value::Object(members), Some(poster)) = (&mut value, poster) {
        members.insert("poster".to_owned(), of_asset(poster));
    }
    value
}

/// A product image for templates.
pub(crate) fn of_image(picture: &Picture) -> Value {
    image(&Parts {
        id: picture.id.as_str(),
        url: picture.url(),
        filename: &picture.filename,
        alt_text: &picture.alt_text,
        width: picture.width,
        height: picture.height,
        focal: (picture.focal_x, picture.focal_y),
        color_data: serde_json::from_str(&picture.color_data).unwrap_or_default(),
        has_widths: picture.has_widths,
    })
}

fn image(parts: &Parts<'_>) -> Value {
    let own_width = u32::try_from(parts.width).unwrap_or(0);
    let size = format!("{}x{}", parts.width, parts.height);
    let widths: Vec<u32> = VARIANT_WIDTHS.into_iter().filter(|width| parts.has_widths && *width <= own_width).collect();
    let variants = widths.iter().map(|width| format!(",{width}w")).collect::<String>();
    let mut sources: Vec<String> =
        widths.iter().map(|width| format!("{}?format={width}w {width}w", parts.url)).collect();
    // If its width is between two sizes, its original width is offered as well; wider images are offered only in
    // smaller sizes.
    let is_between = own_width > 0 && !widths.contains(&own_width);
    if !parts.has_widths && own_width > 0 {
        sources.push(format!("{} {own_width}w", parts.url));
    } else if let Some(whole) = VARIANT_WIDTHS.into_iter().find(|width| is_between && *width > own_width) {
        sources.push(format!("{}?format={whole}w {own_width}w", parts.url));
    }
    json!({
        "id": parts.id,
        "assetUrl": parts.url,
        "originalSize": size,
        "width": parts.width,
        "height": parts.height,
        "mediaFocalPoint": {"x": parts.focal.0, "y": parts.focal.1},
        "colorData": parts.color_data,
        "altText": parts.alt_text,
        "title": "",
        "body": "",
        "componentKey": "",
        "licensedAssetPreview": null,
        "oembed": null,
        "overlay": null,
        "mainImageId": null,
        "systemDataId": parts.id,
        "mediaType": GalleryItemMedia::ImageFile,
        "filename": parts.filename,
        "systemDataVariants": format!("{size}{variants}"),
        "srcset": sources.join(", "),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts() -> Parts<'static> {
        Parts {
            id: "a",
            url: "/assets/a/k.webp".to_owned(),
            filename: "k.webp",
            alt_text: "Kiln",
            width: 600,
            height: 400,
            focal: (0.5, 0.25),
            color_data: Value::Null,
            has_widths: true,
        }
    }

    // spec: image.width-steps
    #[test]
    fn image_variants_limited_to_width_and_steps() {
        let small = image(&parts());
        assert_eq!(small["systemDataVariants"], "600x400,100w,300w,500w");
        let expected = "/assets/a/k.webp?format=100w 100w, /assets/a/k.webp?format=300w 300w, \
                        /assets/a/k.webp?format=500w 500w, /assets/a/k.webp?format=750w 600w";
        assert_eq!(small["srcset"], expected);
        assert_eq!(small["mediaFocalPoint"]["y"], 0.25);
        let moving = image(&Parts { has_widths: false, ..parts() });
        assert_eq!(
            (&moving["systemDataVariants"], &moving["srcset"]),
            (&json!("600x400"), &json!("/assets/a/k.webp 600w"))
        );
        let wide = image(&Parts { width: 6000, ..parts() });
        assert!(wide["srcset"].as_str().unwrap_or_default().ends_with("/assets/a/k.webp?format=2500w 2500w"), "{wide}");
    }
}
