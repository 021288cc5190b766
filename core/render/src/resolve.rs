//! Routing: which page a URL refers to.

#[cfg(test)]
mod tests;

use stoa_commerce::CommerceError;
use stoa_commerce::catalogue::{self, CatalogueItem};
use stoa_commerce::downloads::DigitalPreview;
use stoa_entity::TenantTx;
use stoa_kernel::catalogue::ListOrder;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::content::{CollectionKind, PageAccess};
use stoa_kernel::{Actor, TenantCtx, value_named};
use stoa_site::content::{self, Collection, FolderBehavior};
use stoa_site::posts::{self, Post};
use url::form_urlencoded;

use crate::data::{FixedPage, fixed_page};
use crate::{NewsPage, PageType, RenderError};

/// A parsed URL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Address {
    Home,
    Top(String),
    Below(String, String),
    Fixed(&'static dyn FixedPage),
    Checkout,
    Donate { item_id: String },
    OrderConfirmed { only: Option<PageType>, order_id: String, auth_code: String },
    OrderStatus { token: String },
    ReviewsRequest { token: String, said: Option<String> },
    PaymentConfirm { attempt_id: String },
    PopupOverlay,
    Unknown,
}

/// The query parameters that change what a page shows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct PageQuery {
    /// Slug of a store category.
    pub(crate) category: Option<String>,
    /// Cursor of a list.
    pub(crate) cursor: Option<String>,
    /// Tag of posts or products.
    pub(crate) tag: Option<String>,
    /// Author of posts.
    pub(crate) author: Option<String>,
    /// Sort order of products.
    pub(crate) order: ListOrder,
    /// Whether to show only products in stock.
    pub(crate) in_stock: bool,
    /// Minimum price, as entered.
    pub(crate) least: Option<String>,
    /// Maximum price, as entered.
    pub(crate) most: Option<String>,
    /// Whether products are shown as a list instead of a grid; none for the owner's choice.
    pub(crate) as_list: Option<bool>,
    /// Search terms of the site search.
    pub(crate) words: Option<String>,
    /// Kind of results of the site search.
    pub(crate) kind: Option<String>,
}

/// The page of a URL, with its content.
#[derive(Clone, Debug)]
pub(crate) enum Target {
    Page(Collection),
    Store(Collection),
    Product(Collection, Box<CatalogueItem>),
    Blog(Collection),
    Post(Collection, Box<Post>),
    /// A page at a path of its own.
    Fixed(&'static dyn FixedPage),
    Checkout,
    /// Preview of a digital product.
    DigitalPreview(Box<DigitalPreview>),
    /// Donation form of a product.
    Donate {
        item_id: String,
    },
    OrderConfirmed {
        /// The page type of the URL; none for any type that confirms the order.
        only: Option<PageType>,
        order_id: String,
        auth_code: String,
    },
    OrderStatus {
        token: String,
    },
    /// Review form for the items of an order.
    ReviewsRequest {
        token: String,
        /// Result of the previous submission.
        said: Option<String>,
    },
    PaymentConfirm {
        attempt_id: String,
    },
    /// A folder with an index page.
    Folder(Collection),
    /// The site has a password that was not entered.
    SiteLocked,
    /// A page whose password was not entered.
    Locked(Collection),
    /// A members-only page, and the visitor is not signed in.
    Denied(Collection),
    /// The site's popup overlay.
    PopupOverlay,
    /// A page behind a link in a newsletter or account e-mail.
    News(Box<NewsPage>),
    NotFound,
    /// The error page.
    Failed,
}

impl Address {
    pub(crate) fn read(path: &str, query: &str) -> Self {
        let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
        if let Some(page) = fixed_page(&parts) {
            return Address::Fixed(page);
        }
        match parts.as_slice() {
            [] => Address::Home,
            ["checkout"] => Address::Checkout,
            ["checkout", "donate"] => Address::Donate { item_id: parameter(query, "donatePageId").unwrap_or_default() },
            ["checkout", "order-confirmed"] => confirmed(None, query),
            ["checkout", "contribution-confirmed"] => confirmed(Some(PageType::ContributionConfirmed), query),
            ["checkout", "subscription-confirmed"] => confirmed(Some(PageType::SubscriptionConfirmed), query),
            ["checkout", "order-received"] => confirmed(Some(PageType::OrderReceived), query),
            ["checkout", "membership-confirmed"] => confirmed(Some(PageType::MembershipConfirmed), query),
            ["checkout", "order-status", token] => Address::OrderStatus { token: (*token).to_owned() },
            ["commerce", "reviews", token] => {
                Address::ReviewsRequest { token: (*token).to_owned(), said: parameter(query, "said") }
            }
            ["checkout", "test-card", attempt] => Address::PaymentConfirm { attempt_id: (*attempt).to_owned() },
            ["checkout", ..] => Address::Unknown,
            ["account", ..] => Address::Unknown,
            ["popup-overlay"] => Address::PopupOverlay,
            [top] if is_plain(top) => Address::Top((*top).to_owned()),
            [top, below] if is_plain(top) && is_plain(below) => Address::Below((*top).to_owned(), (*below).to_owned()),
            _ => Address::Unknown,
        }
    }

    /// Whether the page shows data of one visitor.
    pub(crate) fn is_personal(&self) -> bool {
        !matches!(self, Address::Home | Address::Top(_) | Address::Below(..) | Address::PopupOverlay | Address::Unknown)
    }
}

/// An order confirmation: of one page type only, or any.
fn confirmed(only: Option<PageType>, query: &str) -> Address {
    Address::OrderConfirmed {
        only,
        order_id: parameter(query, "oid").unwrap_or_default(),
        auth_code: parameter(query, "authCode").unwrap_or_default(),
    }
}

impl PageQuery {
    pub(crate) fn read(query: &str) -> Self {
        let plain = |name: &str| parameter(query, name).filter(|value| !value.is_empty() && value.len() <= 100);
        let is = |name: &str, value: &str| parameter(query, name).is_some_and(|given| given == value);
        Self {
            category: plain("category"),
            cursor: plain("cursor"),
            tag: plain("tag"),
            author: plain("author"),
            order: plain("sort").and_then(|name| value_named(&name)).unwrap_or_default(),
            in_stock: is("stock", "in"),
            least: plain("min"),
            most: plain("max"),
            as_list: [("list", true), ("grid", false)]
                .into_iter()
                .find_map(|(name, list)| is("view", name).then_some(list)),
            words: plain("q"),
            kind: plain("type"),
        }
    }
}

impl PageQuery {
    /// The view in the URL.
    pub(crate) fn view(&self) -> Option<&'static str> {
        self.as_list.map(|list| if list { "list" } else { "grid" })
    }

    /// Filters of a list of posts, as query parameters.
    pub(crate) fn of_posts(&self) -> Vec<(&'static str, &str)> {
        [("category", &self.category), ("tag", &self.tag), ("author", &self.author)]
            .into_iter()
            .filter_map(|(name, value)| Some((name, value.as_deref()?)))
            .collect()
    }

    /// The query parameters without the cursor.
    pub(crate) fn parameters(&self) -> Vec<(&'static str, &str)> {
        let order = (self.order != ListOrder::default()).then(|| self.order.as_str());
        [
            ("category", self.category.as_deref()),
            ("tag", self.tag.as_deref()),
            ("author", self.author.as_deref()),
            ("sort", order),
            ("stock", self.in_stock.then_some("in")),
            ("min", self.least.as_deref()),
            ("max", self.most.as_deref()),
            ("view", self.view()),
        ]
        .into_iter()
        .filter_map(|(name, value)| Some((name, value?)))
        .collect()
    }
}

fn is_plain(part: &str) -> bool {
    let odd = |letter: char| letter.is_ascii() && !letter.is_ascii_alphanumeric() && !matches!(letter, '-' | '_' | '.');
    part.chars().count() <= 200 && !part.contains(odd)
}

/// A decoded query parameter.
pub(crate) fn parameter(query: &str, name: &str) -> Option<String> {
    let mut pairs = form_urlencoded::parse(query.as_bytes()).take(1000);
    pairs.find_map(|(key, value)| (key == name).then(|| value.into_owned()))
}

/// The visitor's access rights to protected pages.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Credentials<'a> {
    /// Tokens of entered passwords.
    pub(crate) keys: Option<&'a str>,
    /// Whether the visitor is signed in as a site user.
    pub(crate) is_member: bool,
    /// Whether the site password is not required, because the visitor is a contributor.
    pub(crate) is_inside: bool,
}

impl<'a> Credentials<'a> {
    pub(crate) fn of(ctx: &TenantCtx, keys: Option<&'a str>) -> Self {
        Self { keys, is_member: matches!(ctx.actor(), Actor::SiteUser(_)), is_inside: false }
    }
}

/// Finds the page of a URL among those that a visitor can see.
pub(crate) async fn resolve(
    tx: &TenantTx,
    address: Address,
    shown: Credentials<'_>,
    now: Timestamp,
) -> Result<Target, RenderError> {
    if !shown.is_inside
        && let Some(lock) = content::site_lock(tx).await?
        && !shown.keys.is_some_and(|keys| lock.opens(keys, now))
    {
        return Ok(Target::SiteLocked);
    }
    let collection_target = |collection| collection_target(collection, shown, now);
    Ok(match address {
        Address::Home => content::home(tx).await?.map_or(Target::NotFound, collection_target),
        Address::Top(url_id) => content::by_url(tx, &url_id).await?.map_or(Target::NotFound, collection_target),
        Address::Below(top, below) => match content::by_url(tx, &top).await? {
            Some(collection) => item_target(tx, collection, &below, shown, now).await?,
            None => Target::NotFound,
        },
        Address::Fixed(page) => Target::Fixed(page),
        Address::Checkout => Target::Checkout,
        Address::Donate { item_id } => Target::Donate { item_id },
        Address::OrderConfirmed { only, order_id, auth_code } => Target::OrderConfirmed { only, order_id, auth_code },
        Address::OrderStatus { token } => Target::OrderStatus { token },
        Address::ReviewsRequest { token, said } => Target::ReviewsRequest { token, said },
        Address::PaymentConfirm { attempt_id } => Target::PaymentConfirm { attempt_id },
        Address::PopupOverlay => Target::PopupOverlay,
        Address::Unknown => Target::NotFound,
    })
}

/// Shown instead of a collection and its items to those without access.
enum Guard {
    Locked,
    Denied,
}

fn guard(collection: &Collection, shown: Credentials<'_>, now: Timestamp) -> Option<Guard> {
    let lock = collection.settings.lock.as_ref();
    if lock.is_some_and(|lock| !shown.keys.is_some_and(|keys| lock.opens(keys, now))) {
        return Some(Guard::Locked);
    }
    (collection.settings.access == PageAccess::Members && !shown.is_member).then_some(Guard::Denied)
}

fn collection_target(collection: Collection, shown: Credentials<'_>, now: Timestamp) -> Target {
    match guard(&collection, shown, now) {
        Some(Guard::Locked) => return Target::Locked(collection),
        Some(Guard::Denied) => return Target::Denied(collection),
        None => {}
    }
    match collection.kind {
        CollectionKind::Folder if collection.settings.folder_behavior == FolderBehavior::Index => {
            Target::Folder(collection)
        }
        CollectionKind::Folder | CollectionKind::Item | CollectionKind::Area => Target::NotFound,
        CollectionKind::Page => Target::Page(collection),
        CollectionKind::Blog => Target::Blog(collection),
        CollectionKind::Store => Target::Store(collection),
    }
}

async fn item_target(
    tx: &TenantTx,
    collection: Collection,
    url_id: &str,
    shown: Credentials<'_>,
    now: Timestamp,
) -> Result<Target, RenderError> {
    match guard(&collection, shown, now) {
        Some(Guard::Locked) => return Ok(Target::Locked(collection)),
        Some(Guard::Denied) => return Ok(Target::Denied(collection)),
        None => {}
    }
    match collection.kind {
        CollectionKind::Page | CollectionKind::Folder | CollectionKind::Item | CollectionKind::Area => {
            Ok(Target::NotFound)
        }
        CollectionKind::Blog => {
            let post = posts::by_url(tx, &collection.id, url_id, now).await?;
            Ok(post.map_or(Target::NotFound, |post| Target::Post(collection, Box::new(post))))
        }
        CollectionKind::Store => match catalogue::item_by_url(tx, &collection.id, url_id).await {
            Ok(item) => Ok(Target::Product(collection, Box::new(item))),
            Err(CommerceError::NotFound) => Ok(Target::NotFound),
            Err(error) => Err(error.into()),
        },
    }
}
