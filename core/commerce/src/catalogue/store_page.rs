//! A store as contributors see and create it.

use stoa_entity::tenant::collection;
use stoa_kernel::Failure;
use stoa_kernel::address::{address_of, is_address_part, is_reserved_address};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::contributor_texts::ADDRESS_RESERVED_CHOOSE_ANOTHER;
use stoa_kernel::error::Checks;
use stoa_kernel::id::{CategoryId, CollectionId};

use crate::contributor_texts;

/// Maximum number of products in a store.
pub const MAX_PRODUCTS: u64 = 200;

/// A store as contributors see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StorePage {
    /// Its id.
    pub id: CollectionId,
    /// Label in navigations.
    pub navigation_title: String,
    /// Heading.
    pub title: String,
    /// Path below the site's root.
    pub url_id: String,
    /// Text under the heading.
    pub description: String,
    /// Whether visitors can open it.
    pub enabled: bool,
    /// The root category, which contains all products; `None` until it is created.
    pub root_category_id: Option<CategoryId>,
    /// Number of products, at most [`MAX_PRODUCTS`].
    pub product_count: u64,
    /// Creation time.
    pub created_on: Timestamp,
    /// Last modification.
    pub updated_on: Timestamp,
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

/// A store to create.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewStore {
    /// Label in navigations; empty for the title.
    pub navigation_title: String,
    /// Heading.
    pub title: String,
    /// Path below the site's root.
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
        checks.require(!self.title.is_empty(), "title", contributor_texts::TITLE_CANNOT_BE_BLANK);
        checks.require(
            self.title.chars().count() <= 200,
            "title",
            contributor_texts::TITLE_CAN_HAVE_AT_MOST_200_CHARACTERS,
        );
        checks.require(
            self.navigation_title.chars().count() <= 200,
            "navigationTitle",
            contributor_texts::NAVIGATION_TITLE_CAN_HAVE_AT_MOST_200,
        );
        checks.require(
            self.description.chars().count() <= 2_000,
            "description",
            contributor_texts::DESCRIPTION_CAN_HAVE_AT_MOST_2000_CHARACTERS,
        );
        checks.require(
            self.url_id.chars().count() >= 3 && url_slug(&self.url_id) == self.url_id,
            "urlId",
            contributor_texts::ADDRESS_NEEDS_3_TO_100_LOWER_CASE,
        );
        checks.require(!is_reserved_address(&self.url_id), "urlId", ADDRESS_RESERVED_CHOOSE_ANOTHER);
        checks.finish()?;
        Ok(self)
    }
}

/// Maximum length of a path segment of a store, product or category, characters.
const MAX_ADDRESS_LENGTH: usize = 100;

/// Converts a title to a slug: lower case, without accents, everything else replaced by single hyphens, at most 100
/// characters.
pub fn url_slug(title: &str) -> String {
    address_of(title, MAX_ADDRESS_LENGTH)
}

/// Characters reserved for a numeric suffix; enough for any number within a site's limits.
const ROOM: usize = 6;

/// A slug, truncated so that a numeric suffix fits.
pub(super) fn with_room(address: &str) -> &str {
    let end = address.char_indices().nth(MAX_ADDRESS_LENGTH - ROOM).map_or(address.len(), |(at, _)| at);
    address.get(..end).unwrap_or(address).trim_end_matches('-')
}

/// Whether a text is a valid slug of a product, possibly with a numeric suffix.
pub(super) fn is_address(text: &str) -> bool {
    is_address_part(text, MAX_ADDRESS_LENGTH + ROOM) && !text.contains("--")
}

/// The first of `base`, `base-1`, `base-2`, … that is not taken; `base` is truncated where the number would not fit.
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

/// The slug of a new store: from its title, or from the fallback title when that gives fewer than three characters;
/// with `-1`, `-2`, … appended while it is taken.
pub fn store_url_id(title: &str, fallback_title: &str, taken: &[String]) -> String {
    let from_title = url_slug(title);
    let base = if from_title.chars().count() < 3 { url_slug(fallback_title) } else { from_title };
    free_url_id(&base, |candidate| taken.iter().any(|taken| taken == candidate))
}
