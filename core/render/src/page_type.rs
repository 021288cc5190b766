//! Page types with their numbers, as used in templates and scripts.

/// The type of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageType {
    /// A list of posts or products, or a folder.
    Collection,
    /// A page with blocks.
    Page,
    /// A stand-alone page with blocks, without header and footer.
    Splash,
    /// A post or a product.
    Item,
    /// Page not found (404).
    NotFound,
    /// Error page.
    Error,
    /// Site search.
    Search,
    /// Password form for the whole site.
    LockScreen,
    /// Overlay over a page, such as a popup.
    PopupOverlay,
    /// Password form for a page.
    Protected,
    /// Shown instead of a members-only page to visitors who are not signed in.
    AccessDenied,
    /// The cart.
    Cart,
    /// Checkout.
    Checkout,
    /// Order confirmation.
    OrderConfirmed,
    /// Donation form.
    Donate,
    /// Donation confirmation.
    ContributionConfirmed,
    /// The second form of the cart.
    CartV2,
    /// Confirmation of an order with a subscription.
    SubscriptionConfirmed,
    /// Confirmation of an order whose payment is still pending.
    OrderReceived,
    /// Confirmation of a membership.
    MembershipConfirmed,
    /// Product review form.
    ReviewsRequest,
    /// Preview of a digital product.
    DigitalProductPreview,
    /// Order status.
    OrderStatus,
    /// Newsletter unsubscription.
    NewsletterUnsubscribe,
    /// Preview of a store e-mail.
    CommerceEmailPreview,
    /// Single sign-on.
    SingleSignOn,
}

impl PageType {
    /// All types, ordered by number.
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

    /// HTTP status of its response.
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

/// Temporary page types: generated on demand instead of stored as pages of the site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TemporaryPageType {
    /// A stand-alone page shown before the site.
    SplashPage,
    /// Password form for the whole site.
    LockScreen,
    /// Overlay over a page, such as a popup.
    PopupOverlay,
    /// Checkout.
    Checkout,
    /// Style editor preview.
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

    /// The temporary type of a page type; none for permanent pages. No page type maps to the style editor.
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

/// Full-screen (slide) page types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlideType {
    /// A stand-alone page shown before the site.
    CoverPage,
    /// Password form for the whole site.
    LockScreen,
    /// Overlay over a page, such as a popup.
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

    /// The slide type of a page type; none for other pages.
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
    fn temporary_page_types() {
        let names = TemporaryPageType::ALL.map(TemporaryPageType::name);
        assert_eq!(names, ["splash-page", "lock-screen", "popup-overlay", "checkout", "style"]);
        let found: Vec<&str> =
            PageType::ALL.into_iter().filter_map(TemporaryPageType::of).map(TemporaryPageType::name).collect();
        assert_eq!(found, ["splash-page", "lock-screen", "popup-overlay", "checkout"]);
    }

    // spec: enum.slide-types
    #[test]
    fn slide_page_types() {
        assert_eq!(SlideType::ALL.map(SlideType::name), ["cover-page", "lock-screen", "popup-overlay"]);
        let found: Vec<&str> = PageType::ALL.into_iter().filter_map(SlideType::of).map(SlideType::name).collect();
        assert_eq!(found, ["cover-page", "lock-screen", "popup-overlay"]);
    }

    // spec: enum.page-type
    #[test]
    fn page_type_numbers() {
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
    fn restricted_page_status_codes() {
        let other: Vec<(i64, u16)> =
            PageType::ALL.iter().filter(|kind| kind.status() != 200).map(|kind| (kind.code(), kind.status())).collect();
        assert_eq!(other, [(100, 404), (101, 500), (103, 401), (105, 401), (106, 403)]);
    }
}
