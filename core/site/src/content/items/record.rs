//! Record type of an item, derived from its first block and its link.

use stoa_document::Document;
use stoa_kernel::content::CollectionType;

/// Type of an item or product; number and name are visible to templates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordType {
    /// Text.
    Text,
    /// Begins with an image.
    Image,
    /// Begins with a quote.
    Quote,
    /// Is about an external URL.
    Link,
    /// Begins with an audio file.
    Audio,
    /// Begins with a video.
    Video,
    /// A product.
    StoreItem,
    /// An event.
    Event,
    /// Begins with a gallery.
    Gallery,
}

impl RecordType {
    /// The type of an item of a collection, from the kind of its first block and whether it is about an external URL.
    pub fn of(collection_type: CollectionType, promoted: Option<&str>, leads_elsewhere: bool) -> Self {
        match (collection_type, promoted) {
            (CollectionType::Products, _) => Self::StoreItem,
            (CollectionType::Events, _) => Self::Event,
            _ if leads_elsewhere => Self::Link,
            (_, Some("image")) => Self::Image,
            (_, Some("quote")) => Self::Quote,
            (_, Some("audio")) => Self::Audio,
            (_, Some("video")) => Self::Video,
            (_, Some("gallery")) => Self::Gallery,
            _ => Self::Text,
        }
    }

    /// Its number.
    pub const fn code(self) -> i32 {
        match self {
            Self::Text => 1,
            Self::Image => 2,
            Self::Quote => 4,
            Self::Link => 5,
            Self::Audio => 7,
            Self::Video => 8,
            Self::StoreItem => 11,
            Self::Event => 12,
            Self::Gallery => 14,
        }
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Image => "image",
            Self::Quote => "quote",
            Self::Link => "link",
            Self::Audio => "audio",
            Self::Video => "video",
            Self::StoreItem => "store-item",
            Self::Event => "event",
            Self::Gallery => "gallery",
        }
    }
}

/// Kinds of blocks that lists can show in place of an image.
const PROMOTED: [&str; 5] = ["audio", "gallery", "image", "quote", "video"];

/// Kind of the first block of a document, if lists can show it in place of an image.
pub fn promoted_block(document: &Document) -> Option<&str> {
    let first = document.blocks().next()?;
    PROMOTED.contains(&first.kind.as_str()).then_some(first.kind.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    // spec: enum.record-type
    #[test]
    fn record_type_by_first_block_or_link() {
        let of = |promoted, leads_elsewhere| RecordType::of(CollectionType::Generic, promoted, leads_elsewhere);
        for (promoted, code) in [("image", 2), ("quote", 4), ("audio", 7), ("video", 8), ("gallery", 14)] {
            let record = of(Some(promoted), false);
            assert_eq!((record.code(), record.name()), (code, promoted));
        }
        assert_eq!((of(None, false).code(), of(None, true).code(), of(Some("image"), true).code()), (1, 5, 5));
        for (collection_type, code) in [(CollectionType::Events, 12), (CollectionType::Products, 11)] {
            assert_eq!(RecordType::of(collection_type, Some("video"), true).code(), code);
        }
    }
}
