use super::model::{Asset, AssetKind};

/// Kind of a gallery item, for editors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GalleryItemMedia {
    /// An item without an image.
    EmptyImage,
    /// An image uploaded for this item.
    ImageFile,
    /// An image that requires a licence.
    LicensedImage,
    /// An image that is also used elsewhere.
    ReusedImage,
    /// Another file of the site.
    ReusedAsset,
    /// A video.
    Video,
}

impl GalleryItemMedia {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::EmptyImage, Self::ImageFile, Self::LicensedImage, Self::ReusedImage, Self::ReusedAsset, Self::Video];

    /// Its name in data of templates.
    pub const fn name(self) -> &'static str {
        match self {
            Self::EmptyImage => "empty-image",
            Self::ImageFile => "image-file",
            Self::LicensedImage => "licensed-image",
            Self::ReusedImage => "reused-image",
            Self::ReusedAsset => "reused-asset",
            Self::Video => "video",
        }
    }

    /// Kind of a file as a gallery item. Images of the library do not belong to one place, so none is a reused image.
    pub fn of(asset: Option<&Asset>) -> Self {
        match asset {
            None => Self::EmptyImage,
            Some(asset) if asset.film.is_some() || asset.kind() == AssetKind::Video => Self::Video,
            Some(asset) if asset.kind() == AssetKind::Picture => Self::ImageFile,
            Some(_) => Self::ReusedAsset,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // spec: enum.gallery-item-media
    #[test]
    fn gallery_item_kinds_and_missing_image() {
        let names: Vec<&str> = GalleryItemMedia::ALL.iter().map(|media| media.name()).collect();
        let expected = ["empty-image", "image-file", "licensed-image", "reused-image", "reused-asset", "video"];
        assert_eq!(names, expected);
        assert_eq!(GalleryItemMedia::of(None), GalleryItemMedia::EmptyImage);
    }
}
