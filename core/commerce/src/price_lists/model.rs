//! Price lists and the check of their values.

use stoa_entity::tenant::price_list;
use stoa_kernel::Failure;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::error::Checks;
use stoa_kernel::id::{PriceListId, ProductId};
use stoa_kernel::money::Cents;
use stoa_kernel::pricing::PriceListAudience;

use crate::contributor_texts;
use crate::named_customers;

/// Maximum amount, minor units.
const MAX_CENTS: Cents = Cents(99_999_999_999);
/// Maximum number of fixed prices per list.
const MAX_PRICES: usize = 500;

/// A fixed price in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnPrice {
    /// The product.
    pub product_id: String,
    /// The variant; none for all variants of the product.
    pub variant_id: Option<String>,
    /// Price per piece, minor units.
    pub price_cents: Cents,
}

/// Values of a price list as submitted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PriceListPatch {
    /// Name shown to contributors.
    pub name: String,
    /// Whether it is enabled.
    pub enabled: bool,
    /// Start of validity.
    pub starts_on: Option<Timestamp>,
    /// End of validity.
    pub ends_on: Option<Timestamp>,
    /// Who it is for.
    pub audience: PriceListAudience,
    /// E-mail addresses of the named customers.
    pub customers: Vec<String>,
    /// Percentage off all products, basis points; 0 for none.
    pub rate_basis_points: i64,
    /// Its fixed prices.
    pub prices: Vec<OwnPrice>,
}

/// A fixed price with the names of its product and variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PricedProduct {
    /// The price.
    pub price: OwnPrice,
    /// Name of the product.
    pub product_name: String,
    /// The variant's option values, such as `M / Blue`; none for all variants of the product.
    pub variant_text: Option<String>,
}

/// A price list in the overview.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PriceListSummary {
    /// Its id.
    pub id: PriceListId,
    /// Name shown to contributors.
    pub name: String,
    /// Whether it is enabled.
    pub enabled: bool,
    /// Start of validity.
    pub starts_on: Option<Timestamp>,
    /// End of validity.
    pub ends_on: Option<Timestamp>,
    /// Who it is for.
    pub audience: PriceListAudience,
    /// Percentage off all products, basis points; 0 for none.
    pub rate_basis_points: i64,
    /// Number of named customers.
    pub customer_count: i64,
    /// Number of fixed prices.
    pub price_count: i64,
    /// Increased by each change.
    pub revision: i64,
    /// When it was created.
    pub created_on: Timestamp,
    /// When it was last changed.
    pub updated_on: Timestamp,
}

/// A price list with its customers and prices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PriceListView {
    /// The list.
    pub summary: PriceListSummary,
    /// E-mail addresses of the named customers.
    pub customers: Vec<String>,
    /// Its fixed prices.
    pub prices: Vec<PricedProduct>,
}

impl PriceListPatch {
    /// Validates the values and normalises them for storage: a list for all signed-in customers has no named customers.
    pub(super) fn checked(mut self) -> Result<Self, Failure> {
        let mut checks = Checks::default();
        self.name = self.name.trim().to_owned();
        let named = (1..=60).contains(&self.name.chars().count()) && !self.name.chars().any(char::is_control);
        checks.require(named, "name", contributor_texts::ENTER_A_NAME_OF_AT_MOST_60);
        let ordered = !matches!((self.starts_on, self.ends_on), (Some(from), Some(until)) if from >= until);
        checks.require(ordered, "endsOn", contributor_texts::END_MUST_BE_AFTER_THE_START);
        self.customers = match self.audience {
            PriceListAudience::Named => named_customers::checked(self.customers, &mut checks),
            PriceListAudience::SignedIn => Vec::new(),
        };
        let rate = (0..=10_000).contains(&self.rate_basis_points);
        checks.require(rate, "rateBasisPoints", contributor_texts::ENTER_A_PERCENTAGE_OF_AT_MOST_100);
        self.check_prices(&mut checks);
        let does_something = self.rate_basis_points != 0 || !self.prices.is_empty();
        checks.require(does_something, "rateBasisPoints", contributor_texts::ENTER_A_PERCENTAGE_OR_PRICES_FOR_PRODUCTS);
        checks.finish()?;
        Ok(self)
    }

    fn check_prices(&mut self, checks: &mut Checks) {
        checks.require(self.prices.len() <= MAX_PRICES, "prices", contributor_texts::LIST_CAN_HAVE_AT_MOST_500_PRICES);
        let in_range = self.prices.iter().all(|price| (Cents::ZERO..=MAX_CENTS).contains(&price.price_cents));
        checks.require(in_range, "prices", contributor_texts::ENTER_A_PRICE_OF_ZERO_OR_MORE);
        let place = |price: &OwnPrice| (price.product_id.clone(), price.variant_id.clone());
        self.prices.sort_by_key(place);
        let is_double = |pair: &[OwnPrice]| matches!(pair, [one, other] if place(one) == place(other));
        checks.require(
            !self.prices.windows(2).any(is_double),
            "prices",
            contributor_texts::PRODUCT_OR_VARIANT_HAS_TWO_PRICES,
        );
    }
}

impl PriceListSummary {
    pub(super) fn new(row: price_list::Model, customer_count: i64, price_count: i64) -> Self {
        Self {
            audience: row.audience,
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
        }
    }
}

/// The variant key of a price in the table; empty for all variants.
pub(super) fn variant_key(price: &OwnPrice) -> String {
    price.variant_id.clone().unwrap_or_default()
}

/// The product id of a price; none when it is malformed.
pub(super) fn product_of(price: &OwnPrice) -> Option<ProductId> {
    price.product_id.parse().ok()
}
