use stoa_entity::tenant::tax_rule;
use stoa_kernel::Failure;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::error::Checks;
use stoa_kernel::id::TaxRuleId;

use stoa_address::{EVERYWHERE, is_country};

/// A tax rule of a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegionalTaxRule {
    /// Its id.
    pub id: TaxRuleId,
    /// Its values.
    pub rule: TaxPatch,
    /// Increased by each change.
    pub revision: i64,
    /// When it was created.
    pub created_on: Timestamp,
    /// When it was last changed.
    pub updated_on: Timestamp,
}

/// Values of a tax rule as submitted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaxPatch {
    /// Name on the invoice.
    pub label: String,
    /// ISO 3166 code of two letters; `*` where no other tax rule applies.
    pub country: String,
    /// State, province, prefecture; empty for the whole country.
    pub region: String,
    /// Prefix of the postal codes; empty for all.
    pub postal_prefix: String,
    /// The rate in basis points: 700 is 7 %.
    pub rate_basis_points: i64,
    /// Whether it also applies to delivery.
    pub on_shipping: bool,
    /// Start of validity.
    pub valid_from: Option<Timestamp>,
    /// End of validity.
    pub valid_until: Option<Timestamp>,
}

impl TaxPatch {
    /// Validates the values and normalises them for storage.
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
        checks.require(region, "region", "Enter at most one country and 100 characters for a region.");
        let prefix = self.postal_prefix.chars().count() <= 20 && (!everywhere || self.postal_prefix.is_empty());
        checks.require(prefix, "postalPrefix", "Postal codes belong to one country and have at most 20 characters.");
        let rate = (1..=10_000).contains(&self.rate_basis_points);
        checks.require(rate, "rateBasisPoints", "Enter a rate above 0 % and up to 100 %.");
        let ordered = !matches!((self.valid_from, self.valid_until), (Some(from), Some(until)) if from >= until);
        checks.require(ordered, "validUntil", "The end must be after the start.");
        checks.finish()?;
        Ok(self)
    }
}

impl From<tax_rule::Model> for RegionalTaxRule {
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
