//! Pages and collections: their kinds, types, statuses and access, and the steps of their history.

use crate::closed_set::closed_set;

closed_set! {
    /// Kind of a page or collection.
    CollectionKind {
        /// A page of blocks.
        Page = "page",
        /// A collection of posts.
        Blog = "blog",
        /// A collection of products.
        Store = "store",
        /// Groups pages in a navigation.
        Folder = "folder",
        /// An entry of a blog, such as a post or an event; made of blocks.
        Item = "item",
        /// An area of the theme: appears on every page whose template has a place for it, and has no URL; made of
        /// blocks.
        Area = "area",
    }
}

impl CollectionKind {
    /// Whether it has a document with a draft that is published separately.
    pub const fn has_draft(self) -> bool {
        matches!(self, Self::Page | Self::Item | Self::Area)
    }

    /// Whether it has no URL of its own at the top level.
    pub const fn is_nested(self) -> bool {
        matches!(self, Self::Item | Self::Area)
    }

    /// Whether it lists posts or products.
    pub const fn lists_items(self) -> bool {
        matches!(self, Self::Blog | Self::Store)
    }
}

macro_rules! collection_types {
    ($($(#[$doc:meta])* $type:ident = $code:literal, $name:tt;)*) => {
        /// Type of a page or collection. The number is stored and visible to templates.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize, utoipa::ToSchema)]
        pub enum CollectionType {
            $(
                $(#[$doc])*
                #[serde(rename = $name)]
                $type,
            )*
        }

        impl CollectionType {
            /// Every type, by number.
            pub const ALL: &'static [Self] = &[$(Self::$type,)*];

            /// Its number.
            pub const fn code(self) -> i32 {
                match self { $(Self::$type => $code,)* }
            }

            /// Its name.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$type => $name,)* }
            }
        }
    };
}

collection_types! {
    /// Blog posts, newest first.
    Generic = 1, "generic";
    /// Something to subscribe to.
    Subscription = 2, "subscription";
    /// Posts of Twitter.
    Twitter = 3, "twitter";
    /// Places of Foursquare.
    Foursquare = 4, "foursquare";
    /// Images of Instagram.
    Instagram = 5, "instagram";
    /// Images of one gallery block.
    GalleryBlock = 6, "gallery-block";
    /// A page that is part of a theme.
    TemplatePage = 7, "template-page";
    /// A splash page, without header and footer.
    SplashPage = 8, "splash-page";
    /// A folder with a page of its own.
    Index = 9, "index";
    /// A page of blocks.
    Page = 10, "page";
    /// Images of 500px.
    FiveHundredPx = 11, "500px";
    /// Images of Flickr.
    Flickr = 12, "flickr";
    /// Products of a store.
    Products = 13, "products";
    /// Events with dates and locations.
    Events = 14, "events";
    /// A slide show of images.
    SlideGallery = 15, "slide-gallery";
    /// A playlist of tracks.
    SlideAlbum = 16, "slide-album";
    /// A playlist of videos.
    SlideVideo = 17, "slide-video";
    /// Tracks of one album block.
    AlbumBlock = 18, "album-block";
    /// Projects in the order chosen by the owner.
    Portfolio = 19, "portfolio";
    /// Posts imported from a feed.
    BlogFeed = 20, "blog-feed";
    /// An area for members.
    MemberArea = 21, "member-area";
    /// Something to donate to.
    Donation = 22, "donation";
    /// Appointments that can be booked.
    Scheduling = 23, "scheduling";
    /// Lessons.
    Lessons = 24, "lessons";
    /// Lessons in chapters.
    Course = 25, "course";
}

impl CollectionType {
    /// The type with this number.
    pub fn from_code(code: i32) -> Option<Self> {
        Self::ALL.iter().copied().find(|own| own.code() == code)
    }

    /// The kind of a collection of this type; none for types that cannot be created on their own.
    pub const fn kind(self) -> Option<CollectionKind> {
        match self {
            Self::Page
            | Self::SplashPage
            | Self::SlideGallery
            | Self::SlideAlbum
            | Self::SlideVideo
            | Self::Twitter
            | Self::Foursquare
            | Self::Instagram
            | Self::FiveHundredPx
            | Self::Flickr
            | Self::Donation
            | Self::Scheduling => Some(CollectionKind::Page),
            Self::Index => Some(CollectionKind::Folder),
            Self::Generic | Self::Events | Self::Portfolio => Some(CollectionKind::Blog),
            _ => None,
        }
    }

    /// Whether the owner sorts its items by hand.
    pub const fn is_orderable(self) -> bool {
        matches!(self, Self::Portfolio)
    }
}

closed_set! {
    /// Who may open a page.
    #[derive(Default)]
    PageAccess {
        /// Everyone.
        #[default]
        Public = "public",
        /// Contributors only.
        Private = "private",
        /// Visitors who know the password.
        Password = "password",
        /// Signed-in site users.
        Members = "members",
    }
}

closed_set! {
    /// How a store or blog lists its items.
    #[derive(Default)]
    ViewMode {
        /// As the theme prescribes.
        #[default]
        OfTheme = "" / "theme",
        /// In one column, with text.
        List = "list" / "list",
        /// In a grid, with text.
        Grid = "grid" / "grid",
        /// In a grid of large images, with little besides the name.
        Product = "product" / "product",
    }
}

closed_set! {
    /// Publication status of a page or item.
    PageStatus {
        /// Unpublished.
        Draft = "draft",
        /// The draft waits for review by someone who may publish it.
        NeedsReview = "needs-review",
        /// The draft is published automatically at a future time.
        Scheduled = "scheduled",
        /// Published.
        Published = "published",
        /// Visible to contributors only.
        Private = "private",
    }
}

closed_set! {
    /// Kind of a step in the history of a page.
    StepKind {
        /// An edit.
        Edit = "edit",
        /// Undo of a step of the same author.
        Undo = "undo",
        /// Redo of an undone step.
        Redo = "redo",
        /// An older version was restored.
        Restore = "restore",
        /// The whole draft was saved at once.
        Replace = "replace",
        /// The draft was reset to the published version.
        Discard = "discard",
        /// No change; the version was published or named.
        Mark = "mark",
    }
}

impl StepKind {
    /// Whether editors send steps of this kind; others are made by the server.
    pub const fn is_of_editor(self) -> bool {
        matches!(self, Self::Edit | Self::Undo | Self::Redo)
    }
}

closed_set! {
    /// Kind of a label of items.
    LabelKind {
        /// A tag.
        Tag = "tag",
        /// A category.
        Category = "category",
    }
}

impl LabelKind {
    /// Name of the field that lists the labels of an item.
    pub const fn plural(self) -> &'static str {
        match self {
            Self::Tag => "tags",
            Self::Category => "categories",
        }
    }

    /// Maximum length of a label, in characters.
    pub const fn max_length(self) -> usize {
        match self {
            Self::Tag => 50,
            Self::Category => 25,
        }
    }
}

closed_set! {
    /// Order of a list of items.
    #[derive(Default)]
    ItemSort {
        /// Never published items first, then by first publication, newest first.
        #[default]
        Published = "published",
        /// By creation, newest first.
        Created = "created",
        /// By last change, newest first.
        Changed = "changed",
        /// By title, ascending.
        Title = "title",
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use sea_orm::ActiveEnum as _;

    use super::*;

    // spec: enum.collection-types, enum.collection-types.open
    #[test]
    fn collection_type_numbers_and_names() {
        let codes: Vec<i32> = CollectionType::ALL.iter().map(|own| own.code()).collect();
        assert_eq!(codes, (1..=25).collect::<Vec<i32>>(), "stored numbers do not move");
        let names: HashSet<&str> = CollectionType::ALL.iter().map(|own| own.as_str()).collect();
        assert_eq!(names.len(), CollectionType::ALL.len());
        for own in CollectionType::ALL {
            assert_eq!(CollectionType::from_code(own.code()), Some(*own));
            assert_eq!(serde_json::to_value(own).unwrap(), own.as_str());
        }
        for (code, name) in [(13, "products"), (24, "lessons"), (25, "course"), (14, "events"), (10, "page")] {
            assert_eq!(CollectionType::from_code(code).map(CollectionType::as_str), Some(name));
        }
        assert_eq!((CollectionType::from_code(0), CollectionType::from_code(26)), (None, None));
    }

    #[test]
    fn view_mode_of_theme_is_empty() {
        assert_eq!(ViewMode::try_from_value(&String::new()).unwrap(), ViewMode::default());
        assert_eq!(serde_json::to_value(ViewMode::OfTheme).unwrap(), "theme");
    }
}
