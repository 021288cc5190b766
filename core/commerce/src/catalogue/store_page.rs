use stoa_entity::tenant::collection;
use stoa_kernel::Failure;
use stoa_kernel::address::{address_of, is_address_part};
use stoa_kernel::error::Checks;
use stoa_kernel::id::{CategoryId, CollectionId};

/// Most products a store can hold.
pub const MAX_PRODUCTS: u64 = 200;

/// A store as contributors see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StorePage {
    /// Its id.
    pub id: CollectionId,
    /// Text in navigations.
    pub navigation_title: String,
    /// Heading.
    pub title: String,
    /// Address below the root.
    pub url_id: String,
    /// Text under the heading.
    pub description: String,
    /// Whether visitors can open it.
    pub enabled: bool,
    /// The category that stands for all; none until it is made.
    pub root_category_id: Option<CategoryId>,
    /// How many products it holds, at most [`MAX_PRODUCTS`].
    pub product_count: u64,
    /// When it was made, UTC milliseconds.
    pub created_on: i64,
    /// When it was last changed, UTC milliseconds.
    pub updated_on: i64,
}

impl From<collection::Model> for StorePage {
    fn from(row: collection::Model) -> Self {
        Self {
            id: row.id,
            navigation_title: row.navigation_title,
            title: row.title,
            url_id: row.url_id,
            description: row.description,
            enabled: row.enabled,
            root_category_id: None,
            product_count: 0,
            created_on: row.created_on,
            updated_on: row.updated_on,
        }
    }
}

/// A store to be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewStore {
    /// Text in navigations; empty for the title.
    pub navigation_title: String,
    /// Heading.
    pub title: String,
    /// Address below the root.
    pub url_id: String,
    /// Text under the heading.
    pub description: String,
}

impl NewStore {
    pub(super) fn checked(mut self) -> Result<Self, Failure> {
        self.title = self.title.trim().to_owned();
        self.navigation_title = self.navigation_title.trim().to_owned();
        if self.navigation_title.is_empty() {
            self.navigation_title = self.title.clone();
        }
        let mut checks = Checks::default();
        checks.require(!self.title.is_empty(), "title", "Title cannot be blank.");
        checks.require(self.title.chars().count() <= 200, "title", "Title can have at most 200 characters.");
        checks.require(
            self.navigation_title.chars().count() <= 200,
            "navigationTitle",
            "Navigation title can have at most 200 characters.",
        );
        checks.require(
            self.description.chars().count() <= 2_000,
            "description",
            "Description can have at most 2000 characters.",
        );
        checks.require(
            self.url_id.chars().count() >= 3 && url_slug(&self.url_id) == self.url_id,
            "urlId",
            "The address needs 3 to 100 lower-case letters, digits and single hyphens.",
        );
        checks.finish()?;
        Ok(self)
    }
}

/// Longest address of a store, product or category, characters.
const LONGEST_ADDRESS: usize = 100;

/// Turns a title into an address: small letters, accents dropped, everything else one hyphen, at most
/// 100 characters.
pub fn url_slug(title: &str) -> String {
    address_of(title, LONGEST_ADDRESS)
}

/// Room that a number behind an address may need, characters: any that a site's limits let be reached.
const ROOM: usize = 6;

/// An address, cut so that a number behind it still fits.
pub(super) fn with_room(address: &str) -> &str {
    let end = address.char_indices().nth(LONGEST_ADDRESS - ROOM).map_or(address.len(), |(at, _)| at);
    address.get(..end).unwrap_or(address).trim_end_matches('-')
}

/// Whether a text can be the address of a product, which may have a number behind it.
pub(super) fn is_address(text: &str) -> bool {
    is_address_part(text, LONGEST_ADDRESS + ROOM) && !text.contains("--")
}

/// The first of `base`, `base-1`, `base-2`, … that is not taken, `base` cut where the number would not fit.
pub(super) fn free_url_id(base: &str, is_taken: impl Fn(&str) -> bool) -> String {
    if !is_taken(base) {
        return base.to_owned();
    }
    let base = with_room(base);
    let mut suffix = 1_u64;
    loop {
        let candidate = format!("{base}-{suffix}");
        if !is_taken(&candidate) {
            return candidate;
        }
        suffix += 1;
    }
}

/// The address of a new store: from its title, else from the fallback title when that gives fewer
/// than three characters, with `-1`, `-2`, … behind it while it is taken.
pub fn store_url_id(title: &str, fallback_title: &str, taken: &[String]) -> String {
    let from_title = url_slug(title);
    let base = if from_title.chars().count() < 3 { url_slug(fallback_title) } else { from_title };
    free_url_id(&base, |candidate| taken.iter().any(|taken| taken == candidate))
}
