//! What a file is as an item of a gallery.

use stoa_kernel::media::{AssetKind, GalleryItemMedia};

use super::model::Asset;

/// Kind of a file as a gallery item. Images of the library do not belong to one place, so none is a reused image.
pub fn gallery_item_media(asset: Option<&Asset>) -> GalleryItemMedia {
    match asset {
        None => GalleryItemMedia::EmptyImage,
        Some(asset) if asset.film.is_some() || asset.kind() == AssetKind::Video => GalleryItemMedia::Video,
        Some(asset) if asset.kind() == AssetKind::Picture => GalleryItemMedia::ImageFile,
        Some(_) => GalleryItemMedia::ReusedAsset,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // spec: enum.gallery-item-media
    #[test]
    fn gallery_item_kinds_and_missing_image() {
        let names: Vec<&str> = GalleryItemMedia::ALL.iter().map(|media| media.as_str()).collect();
        let expected = ["empty-image", "image-file", "licensed-image", "reused-image", "reused-asset", "video"];
        assert_eq!(names, expected);
        assert_eq!(gallery_item_media(None), GalleryItemMedia::EmptyImage);
    }
}
