//! The kinds of pages by their numbers, as templates and scripts know them.

/// Which kind a page is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageType {
    /// A list of posts or products, or a folder.
    Collection,
    /// A page of blocks.
    Page,
    /// A page of blocks that stands alone, without header and footer.
    Splash,
    /// A post or a product.
    Item,
    /// No such page.
    NotFound,
    /// Something went wrong.
    Error,
    /// The search of the site.
    Search,
    /// Asks for the password of the whole site.
    LockScreen,
    /// What is laid over a page.
    PopupOverlay,
    /// Asks for the password of a page.
    Protected,
    /// For members, and the visitor is none.
    AccessDenied,
    /// The cart.
    Cart,
    /// The checkout.
    Checkout,
    /// After an order.
    OrderConfirmed,
    /// Giving money.
    Donate,
    /// After money was given.
    ContributionConfirmed,
    /// The cart in its second form.
    CartV2,
    /// After an order that repeats.
    SubscriptionConfirmed,
    /// After an order whose payment is not settled.
    OrderReceived,
    /// After joining.
    MembershipConfirmed,
    /// Asks for a review.
    ReviewsRequest,
    /// A digital product before it is published.
    DigitalProductPreview,
    /// Where an order is.
    OrderStatus,
    /// Leaving a mailing list.
    NewsletterUnsubscribe,
    /// A letter of the shop before it is sent.
    CommerceEmailPreview,
    /// Signing in elsewhere.
    SingleSignOn,
}

impl PageType {
    /// All kinds, in the order of their numbers.
    pub const ALL: [PageType; 26] = [
        PageType::Collection,
        PageType::Page,
        PageType::Splash,
        PageType::Item,
        PageType::NotFound,
        PageType::Error,
        PageType::Search,
        PageType::LockScreen,
        PageType::PopupOverlay,
        PageType::Protected,
        PageType::AccessDenied,
        PageType::Cart,
        PageType::Checkout,
        PageType::OrderConfirmed,
        PageType::Donate,
        PageType::ContributionConfirmed,
        PageType::CartV2,
        PageType::SubscriptionConfirmed,
        PageType::OrderReceived,
        PageType::MembershipConfirmed,
        PageType::ReviewsRequest,
        PageType::DigitalProductPreview,
        PageType::OrderStatus,
        PageType::NewsletterUnsubscribe,
        PageType::CommerceEmailPreview,
        PageType::SingleSignOn,
    ];

    /// Its number.
    pub const fn code(self) -> i64 {
        match self {
            PageType::Collection => 1,
            PageType::Page => 2,
            PageType::Splash => 3,
            PageType::Item => 50,
            PageType::NotFound => 100,
            PageType::Error => 101,
            PageType::Search => 102,
            PageType::LockScreen => 103,
            PageType::PopupOverlay => 104,
            PageType::Protected => 105,
            PageType::AccessDenied => 106,
            PageType::Cart => 200,
            PageType::Checkout => 201,
            PageType::OrderConfirmed => 202,
            PageType::Donate => 203,
            PageType::ContributionConfirmed => 204,
            PageType::CartV2 => 205,
            PageType::SubscriptionConfirmed => 206,
            PageType::OrderReceived => 207,
            PageType::MembershipConfirmed => 208,
            PageType::ReviewsRequest => 209,
            PageType::DigitalProductPreview => 210,
            PageType::OrderStatus => 211,
            PageType::NewsletterUnsubscribe => 300,
            PageType::CommerceEmailPreview => 301,
            PageType::SingleSignOn => 400,
        }
    }

    /// HTTP status of its answers.
    pub fn status(self) -> u16 {
        match self {
            PageType::NotFound => 404,
            PageType::Error => 500,
            PageType::LockScreen | PageType::Protected => 401,
            PageType::AccessDenied => 403,
            _ => 200,
        }
    }
}

/// Pages that are no page of the site's own and are made while they are needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TemporaryPageType {
    /// A page that stands alone, before the others.
    SplashPage,
    /// Asks for the password of the whole site.
    LockScreen,
    /// What is laid over a page.
    PopupOverlay,
    /// The checkout.
    Checkout,
    /// Where the look of a site is tried.
    Style,
}

impl TemporaryPageType {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::SplashPage, Self::LockScreen, Self::PopupOverlay, Self::Checkout, Self::Style];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::SplashPage => "splash-page",
            Self::LockScreen => "lock-screen",
            Self::PopupOverlay => "popup-overlay",
            Self::Checkout => "checkout",
            Self::Style => "style",
        }
    }

    /// What a kind of page is; none for those that last. No page has the kind of a style.
    pub const fn of(kind: PageType) -> Option<Self> {
        match kind {
            PageType::Splash => Some(Self::SplashPage),
            PageType::LockScreen => Some(Self::LockScreen),
            PageType::PopupOverlay => Some(Self::PopupOverlay),
            PageType::Checkout => Some(Self::Checkout),
            _ => None,
        }
    }
}

/// Pages that fill the window like a slide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlideType {
    /// A page that stands alone, before the others.
    CoverPage,
    /// Asks for the password of the whole site.
    LockScreen,
    /// What is laid over a page.
    PopupOverlay,
}

impl SlideType {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::CoverPage, Self::LockScreen, Self::PopupOverlay];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::CoverPage => "cover-page",
            Self::LockScreen => "lock-screen",
            Self::PopupOverlay => "popup-overlay",
        }
    }

    /// What a kind of page is; none for those that are no slides.
    pub const fn of(kind: PageType) -> Option<Self> {
        match kind {
            PageType::Splash => Some(Self::CoverPage),
            PageType::LockScreen => Some(Self::LockScreen),
            PageType::PopupOverlay => Some(Self::PopupOverlay),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // spec: enum.temporary-page-types
    #[test]
    fn five_kinds_of_pages_are_temporary() {
        let names = TemporaryPageType::ALL.map(TemporaryPageType::name);
        assert_eq!(names, ["splash-page", "lock-screen", "popup-overlay", "checkout", "style"]);
        let found: Vec<&str> =
            PageType::ALL.into_iter().filter_map(TemporaryPageType::of).map(TemporaryPageType::name).collect();
        assert_eq!(found, ["splash-page", "lock-screen", "popup-overlay", "checkout"]);
    }

    // spec: enum.slide-types
    #[test]
    fn three_kinds_of_pages_are_slides() {
        assert_eq!(SlideType::ALL.map(SlideType::name), ["cover-page", "lock-screen", "popup-overlay"]);
        let found: Vec<&str> = PageType::ALL.into_iter().filter_map(SlideType::of).map(SlideType::name).collect();
        assert_eq!(found, ["cover-page", "lock-screen", "popup-overlay"]);
    }

    // spec: enum.page-type
    #[test]
    fn each_kind_has_its_number() {
        let expected = [
            (PageType::Collection, 1),
            (PageType::Page, 2),
            (PageType::Splash, 3),
            (PageType::Item, 50),
            (PageType::NotFound, 100),
            (PageType::Error, 101),
            (PageType::Search, 102),
            (PageType::LockScreen, 103),
            (PageType::PopupOverlay, 104),
            (PageType::Protected, 105),
            (PageType::AccessDenied, 106),
            (PageType::Cart, 200),
            (PageType::Checkout, 201),
            (PageType::OrderConfirmed, 202),
            (PageType::Donate, 203),
            (PageType::ContributionConfirmed, 204),
            (PageType::CartV2, 205),
            (PageType::SubscriptionConfirmed, 206),
            (PageType::OrderReceived, 207),
            (PageType::MembershipConfirmed, 208),
            (PageType::ReviewsRequest, 209),
            (PageType::DigitalProductPreview, 210),
            (PageType::OrderStatus, 211),
            (PageType::NewsletterUnsubscribe, 300),
            (PageType::CommerceEmailPreview, 301),
            (PageType::SingleSignOn, 400),
        ];
        assert_eq!(PageType::ALL.map(|kind| (kind, kind.code())), expected);
    }

    #[test]
    fn pages_that_keep_something_back_say_so_by_their_status() {
        let other: Vec<(i64, u16)> =
            PageType::ALL.iter().filter(|kind| kind.status() != 200).map(|kind| (kind.code(), kind.status())).collect();
        assert_eq!(other, [(100, 404), (101, 500), (103, 401), (105, 401), (106, 403)]);
    }
}
