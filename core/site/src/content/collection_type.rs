use super::model::CollectionKind;

macro_rules! collection_types {
    ($($(#[$doc:meta])* $variant:ident = $code:literal, $name:literal;)*) => {
        /// What a collection is, by the number that is kept with it and that templates see.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum CollectionType {
            $($(#[$doc])* $variant,)*
        }

        impl CollectionType {
            /// Every type, in the order of the numbers.
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
    /// Posts, the latest first.
    Generic = 1, "generic";
    /// What is subscribed to.
    Subscription = 2, "subscription";
    /// Posts of a service.
    Twitter = 3, "twitter";
    /// Places of a service.
    Foursquare = 4, "foursquare";
    /// Pictures of a service.
    Instagram = 5, "instagram";
    /// Pictures of one block.
    GalleryBlock = 6, "gallery-block";
    /// A page that a theme brings.
    TemplatePage = 7, "template-page";
    /// A page that stands alone.
    SplashPage = 8, "splash-page";
    /// A folder with an address of its own.
    Index = 9, "index";
    /// A page of blocks.
    Page = 10, "page";
    /// Pictures of a service.
    FiveHundredPx = 11, "500px";
    /// Pictures of a service.
    Flickr = 12, "flickr";
    /// Products of a store.
    Products = 13, "products";
    /// Events with their times and places.
    Events = 14, "events";
    /// Pictures shown one after another.
    SlideGallery = 15, "slide-gallery";
    /// Tracks shown one after another.
    SlideAlbum = 16, "slide-album";
    /// Films shown one after another.
    SlideVideo = 17, "slide-video";
    /// Tracks of one block.
    AlbumBlock = 18, "album-block";
    /// Works in the order that their owner gives them.
    Portfolio = 19, "portfolio";
    /// Posts that come from elsewhere.
    BlogFeed = 20, "blog-feed";
    /// An area for members.
    MemberArea = 21, "member-area";
    /// What donations are given to.
    Donation = 22, "donation";
    /// Times that can be booked.
    Scheduling = 23, "scheduling";
    /// Lessons.
    Lessons = 24, "lessons";
    /// Lessons in chapters.
    Course = 25, "course";
}

impl CollectionType {
    /// The type of a number; none for numbers that stand for none.
    pub fn from_code(code: i32) -> Option<Self> {
        Self::ALL.iter().copied().find(|own| own.code() == code)
    }

    /// The type of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|own| own.name() == name)
    }

    /// Which kind a collection of this type is; none for types that are not made by themselves.
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

    /// The kind of block that a new page of this type begins with; none for a blank one.
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

    /// Whether its owner gives its items their order.
    pub fn is_orderable(self) -> bool {
        self == CollectionType::Portfolio
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // spec: enum.collection-types, enum.collection-types.open
    #[test]
    fn types_of_collections_have_one_number_and_one_name_each() {
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
