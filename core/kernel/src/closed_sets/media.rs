//! Images and files: their kinds, their kinds as gallery items, and the places that use them.

use crate::closed_set::closed_set;
use crate::content::CollectionKind;

closed_set! {
    /// Kind of a file.
    AssetKind {
        /// Images, SVG included.
        Picture = "picture",
        /// Videos.
        Video = "video",
        /// Audio.
        Audio = "audio",
        /// Everything else.
        Document = "document",
    }
}

impl AssetKind {
    /// The kind of files of a media type.
    pub fn of(mime_type: &str) -> Self {
        match mime_type.split('/').next() {
            Some("image") => Self::Picture,
            Some("video") => Self::Video,
            Some("audio") => Self::Audio,
            _ => Self::Document,
        }
    }

    /// Prefix of media types of this kind; none for documents, which are all others.
    pub const fn mime_prefix(self) -> Option<&'static str> {
        match self {
            Self::Picture => Some("image/"),
            Self::Video => Some("video/"),
            Self::Audio => Some("audio/"),
            Self::Document => None,
        }
    }
}

closed_set! {
    /// Kind of a gallery item, for editors.
    GalleryItemMedia {
        /// An item without an image.
        EmptyImage = "empty-image",
        /// An image uploaded for this item.
        ImageFile = "image-file",
        /// An image that requires a licence.
        LicensedImage = "licensed-image",
        /// An image that is also used elsewhere.
        ReusedImage = "reused-image",
        /// Another file of the site.
        ReusedAsset = "reused-asset",
        /// A video.
        Video = "video",
    }
}

closed_set! {
    /// Kind of a place that uses an image or file.
    AssetUseKind {
        /// A page.
        Page = "page",
        /// A folder.
        Folder = "folder",
        /// A blog.
        Blog = "blog",
        /// A store.
        Store = "store",
        /// An area of the theme.
        Area = "area",
        /// An item of a blog.
        Post = "post",
        /// A product.
        Product = "product",
        /// The logo.
        Logo = "logo",
        /// Header, footer and popup.
        HeaderFooter = "header-footer",
        /// The settings of the site.
        Settings = "settings",
        /// A video whose poster it is.
        Film = "film",
        /// A file of the theme.
        Template = "template",
        /// A saved section.
        SavedSection = "saved-section",
    }
}

impl From<CollectionKind> for AssetUseKind {
    fn from(kind: CollectionKind) -> Self {
        match kind {
            CollectionKind::Page => Self::Page,
            CollectionKind::Blog => Self::Blog,
            CollectionKind::Store => Self::Store,
            CollectionKind::Folder => Self::Folder,
            CollectionKind::Item => Self::Post,
            CollectionKind::Area => Self::Area,
        }
    }
}
