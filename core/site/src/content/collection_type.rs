use super::model::CollectionKind;

macro_rules! collection_types {
    ($($(#[$doc:meta])* $variant:ident = $code:literal, $name:literal;)*) => {
        /// Type of a collection. The number is stored and visible to templates.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum CollectionType {
            $($(#[$doc])* $variant,)*
        }

        impl CollectionType {
            /// Every type, by number.
            pub const ALL: &'static [CollectionType] = &[$(CollectionType::$variant,)*];

            /// Its number.
            pub const fn code(self) -> i32 {
                match self { $(CollectionType::$variant => $code,)* }
            }

            /// Its name.
            pub const fn name(self) -> &'static str {
                match self { $(CollectionType::$variant => $name,)* }
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

    /// The type with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|own| own.name() == name)
    }

    /// The kind of a collection of this type; none for types that cannot be created on their own.
    pub(crate) fn kind(self) -> Option<CollectionKind> {
        match self {
            CollectionType::Page
            | CollectionType::SplashPage
            | CollectionType::SlideGallery
            | CollectionType::SlideAlbum
            | CollectionType::SlideVideo
            | CollectionType::Twitter
            | CollectionType::Foursquare
            | CollectionType::Instagram
            | CollectionType::FiveHundredPx
            | CollectionType::Flickr
            | CollectionType::Donation
            | CollectionType::Scheduling => Some(CollectionKind::Page),
            CollectionType::Index => Some(CollectionKind::Folder),
            CollectionType::Generic | CollectionType::Events | CollectionType::Portfolio => Some(CollectionKind::Blog),
            _ => None,
        }
    }

    /// Kind of the block that a new page of this type contains; none for a blank page.
    pub(crate) fn first_block(self) -> Option<&'static str> {
        match self {
            CollectionType::SlideGallery => Some("gallery"),
            CollectionType::SlideAlbum => Some("album"),
            CollectionType::SlideVideo => Some("video"),
            CollectionType::Twitter => Some("twitter"),
            CollectionType::Foursquare => Some("foursquare"),
            CollectionType::Instagram => Some("instagram"),
            CollectionType::FiveHundredPx => Some("five-hundred-px"),
            CollectionType::Flickr => Some("flickr"),
            CollectionType::Donation => Some("donation"),
            CollectionType::Scheduling => Some("scheduling"),
            _ => None,
        }
    }

    /// Whether the owner sorts its items by hand.
    pub fn is_orderable(self) -> bool {
        self == CollectionType::Portfolio
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // spec: enum.collection-types, enum.collection-types.open
    #[test]
    fn collection_type_numbers_and_names() {
        let codes: Vec<i32> = CollectionType::ALL.iter().map(|own| own.code()).collect();
        assert_eq!(codes, (1..=25).collect::<Vec<i32>>(), "stored numbers do not move");
        for own in CollectionType::ALL {
            assert_eq!(CollectionType::from_code(own.code()), Some(*own));
            assert_eq!(CollectionType::from_name(own.name()), Some(*own), "{} is there twice", own.name());
        }
        for (code, name) in [(13, "products"), (24, "lessons"), (25, "course"), (14, "events"), (10, "page")] {
            assert_eq!(CollectionType::from_code(code).map(CollectionType::name), Some(name));
        }
        assert_eq!((CollectionType::from_code(0), CollectionType::from_code(26)), (None, None));
    }
}
