use stoa_entity::tenant::tax_rule;
use stoa_kernel::Failure;
use stoa_kernel::error::Checks;
use stoa_kernel::id::TaxRuleId;

use crate::place::{EVERYWHERE, is_country};

/// A tax at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacedTax {
    /// Its id.
    pub id: TaxRuleId,
    /// What it is.
    pub rule: TaxPatch,
    /// Raised by each change.
    pub revision: i64,
    /// When it was made, UTC milliseconds.
    pub created_on: i64,
    /// When it was last changed, UTC milliseconds.
    pub updated_on: i64,
}

/// What a contributor wants a tax to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaxPatch {
    /// Name on the bill.
    pub label: String,
    /// ISO 3166 code of two letters; `*` for wherever no other tax applies.
    pub country: String,
    /// State, province, prefecture; empty for the whole country.
    pub region: String,
    /// Beginning of the postal codes; empty for all.
    pub postal_prefix: String,
    /// The rate in basis points: 700 is 7 %.
    pub rate_basis_points: i64,
    /// Whether it is charged on delivery too.
    pub on_shipping: bool,
    /// From when it applies, UTC milliseconds.
    pub valid_from: Option<i64>,
    /// Until when it applies, UTC milliseconds.
    pub valid_until: Option<i64>,
}

impl TaxPatch {
    /// Checks the values and brings them into the form in which they are stored.
    pub(super) fn checked(mut self) -> Result<Self, Failure> {
        let mut checks = Checks::default();
        self.label = self.label.trim().to_owned();
        self.country = self.country.trim().to_uppercase();
        self.region = self.region.trim().to_owned();
        self.postal_prefix = self.postal_prefix.trim().to_uppercase();
        let named = (1..=60).contains(&self.label.chars().count()) && !self.label.chars().any(char::is_control);
        checks.require(named, "label", "Enter a name of at most 60 characters.");
        checks.require(is_country(&self.country), "country", "Choose a country.");
        let everywhere = self.country == EVERYWHERE;
        let region = self.region.chars().count() <= 100 && (!everywhere || self.region.is_empty());
        checks.require(region, "region", "A region belongs to one country and has at most 100 characters.");
        let prefix = self.postal_prefix.chars().count() <= 20 && (!everywhere || self.postal_prefix.is_empty());
        checks.require(prefix, "postalPrefix", "Postal codes belong to one country and have at most 20 characters.");
        let rate = (1..=10_000).contains(&self.rate_basis_points);
        checks.require(rate, "rateBasisPoints", "Enter a rate above 0 % and up to 100 %.");
        let ordered = !matches!((self.valid_from, self.valid_until), (Some(from), Some(until)) if from >= until);
        checks.require(ordered, "validUntil", "The end must be after the beginning.");
        checks.finish()?;
        Ok(self)
    }
}

impl From<tax_rule::Model> for PlacedTax {
    fn from(row: tax_rule::Model) -> Self {
        Self {
            id: row.id,
            rule: TaxPatch {
                label: row.label,
                country: row.country,
                region: row.region,
                postal_prefix: row.postal_prefix,
                rate_basis_points: row.rate_basis_points,
                on_shipping: row.on_shipping,
                valid_from: row.valid_from,
                valid_until: row.valid_until,
            },
            revision: row.revision,
            created_on: row.created_on,
            updated_on: row.updated_on,
        }
    }
}
