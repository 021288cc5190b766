use stoa_entity::tenant::price_list;
use stoa_kernel::Failure;
use stoa_kernel::error::Checks;
use stoa_kernel::id::{PriceListId, ProductId};

use crate::{CommerceError, named_customers};

/// Largest amount, minor units.
const MOST_CENTS: i64 = 99_999_999_999;
/// Most prices of one list's own.
const MOST_PRICES: usize = 500;

/// Whom a list is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// Customers that it names.
    Named,
    /// Everybody who is signed in.
    SignedIn,
}

impl Audience {
    const ALL: [Audience; 2] = [Audience::Named, Audience::SignedIn];

    /// Its name in the table.
    pub(super) fn name(self) -> &'static str {
        match self {
            Audience::Named => "named",
            Audience::SignedIn => "signed-in",
        }
    }
}

/// A price of a list's own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnPrice {
    /// The product.
    pub product_id: String,
    /// The variant; none for all variants of the product.
    pub variant_id: Option<String>,
    /// Price of one, minor units.
    pub price_cents: i64,
}

/// What a contributor wants a list to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PriceListPatch {
    /// Name shown to contributors.
    pub name: String,
    /// Whether it applies at all.
    pub enabled: bool,
    /// From when it applies, UTC milliseconds.
    pub starts_on: Option<i64>,
    /// Until when it applies, UTC milliseconds.
    pub ends_on: Option<i64>,
    /// Whom it is for.
    pub audience: Audience,
    /// Addresses of the customers that it names.
    pub customers: Vec<String>,
    /// What it takes off everything, basis points; 0 for nothing.
    pub rate_basis_points: i64,
    /// Its own prices.
    pub prices: Vec<OwnPrice>,
}

/// A price of a list's own with what it is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PricedProduct {
    /// The price.
    pub price: OwnPrice,
    /// Name of the product.
    pub product_name: String,
    /// The variant's values, such as `M / Blue`; none for all variants of the product.
    pub variant_text: Option<String>,
}

/// A list as contributors see it among others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PriceListSummary {
    /// Its id.
    pub id: PriceListId,
    /// Name shown to contributors.
    pub name: String,
    /// Whether it applies at all.
    pub enabled: bool,
    /// From when it applies, UTC milliseconds.
    pub starts_on: Option<i64>,
    /// Until when it applies, UTC milliseconds.
    pub ends_on: Option<i64>,
    /// Whom it is for.
    pub audience: Audience,
    /// What it takes off everything, basis points; 0 for nothing.
    pub rate_basis_points: i64,
    /// Customers that it names.
    pub customer_count: i64,
    /// Prices of its own.
    pub price_count: i64,
    /// Raised by each change.
    pub revision: i64,
    /// When it was made, UTC milliseconds.
    pub created_on: i64,
    /// When it was last changed, UTC milliseconds.
    pub updated_on: i64,
}

/// A list with all it holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PriceListView {
    /// The list.
    pub summary: PriceListSummary,
    /// Addresses of the customers that it names.
    pub customers: Vec<String>,
    /// Its own prices.
    pub prices: Vec<PricedProduct>,
}

impl PriceListPatch {
    /// Checks the values and brings them into the form in which they are stored: a list for everybody who is signed in
    /// names nobody.
    pub(super) fn checked(mut self) -> Result<Self, Failure> {
        let mut checks = Checks::default();
        self.name = self.name.trim().to_owned();
        let named = (1..=60).contains(&self.name.chars().count()) && !self.name.chars().any(char::is_control);
        checks.require(named, "name", "Enter a name of at most 60 characters.");
        let ordered = !matches!((self.starts_on, self.ends_on), (Some(from), Some(until)) if from >= until);
        checks.require(ordered, "endsOn", "The end must be after the beginning.");
        self.customers = match self.audience {
            Audience::Named => named_customers::checked(self.customers, &mut checks),
            Audience::SignedIn => Vec::new(),
        };
        let rate = (0..=10_000).contains(&self.rate_basis_points);
        checks.require(rate, "rateBasisPoints", "Enter a percentage of at most 100 %.");
        self.check_prices(&mut checks);
        let does_something = self.rate_basis_points != 0 || !self.prices.is_empty();
        checks.require(does_something, "rateBasisPoints", "Enter a percentage, or prices of products.");
        checks.finish()?;
        Ok(self)
    }

    fn check_prices(&mut self, checks: &mut Checks) {
        checks.require(self.prices.len() <= MOST_PRICES, "prices", "A list can have at most 500 prices of its own.");
        let in_range = self.prices.iter().all(|price| (0..=MOST_CENTS).contains(&price.price_cents));
        checks.require(in_range, "prices", "Enter a price of zero or more for each product.");
        let place = |price: &OwnPrice| (price.product_id.clone(), price.variant_id.clone());
        self.prices.sort_by_key(place);
        let is_double = |pair: &[OwnPrice]| matches!(pair, [one, other] if place(one) == place(other));
        checks.require(!self.prices.windows(2).any(is_double), "prices", "A product or variant has two prices.");
    }
}

impl PriceListSummary {
    pub(super) fn new(row: price_list::Model, customer_count: i64, price_count: i64) -> Result<Self, CommerceError> {
        let audience = Audience::ALL.into_iter().find(|audience| audience.name() == row.audience);
        let unreadable = || CommerceError::Unreadable {
            column: "price_list.audience",
            source: format!("'{}' is none of the names", row.audience).into(),
        };
        Ok(Self {
            audience: audience.ok_or_else(unreadable)?,
            id: row.id,
            name: row.name,
            enabled: row.enabled,
            starts_on: row.starts_on,
            ends_on: row.ends_on,
            rate_basis_points: row.rate_basis_points,
            customer_count,
            price_count,
            revision: row.revision,
            created_on: row.created_on,
            updated_on: row.updated_on,
        })
    }
}

/// What the table calls the variant of a price.
pub(super) fn variant_key(price: &OwnPrice) -> String {
    price.variant_id.clone().unwrap_or_default()
}

/// The product of a price, as far as it can be one.
pub(super) fn product_of(price: &OwnPrice) -> Option<ProductId> {
    price.product_id.parse().ok()
}
