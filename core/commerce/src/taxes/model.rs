//! Tax rules of places, and how they are submitted.

use stoa_entity::tenant::tax_rule;
use stoa_kernel::Failure;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::error::Checks;
use stoa_kernel::id::TaxRuleId;

use stoa_address::{EVERYWHERE, is_country};

use crate::contributor_texts;

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
        checks.require(named, "label", contributor_texts::ENTER_A_NAME_OF_AT_MOST_60);
        checks.require(is_country(&self.country), "country", stoa_kernel::shared_problem_texts::COUNTRY_MISSING);
        let everywhere = self.country == EVERYWHERE;
        let region = self.region.chars().count() <= 100 && (!everywhere || self.region.is_empty());
        checks.require(region, "region", contributor_texts::ENTER_AT_MOST_ONE_COUNTRY_AND_100);
        let prefix = self.postal_prefix.chars().count() <= 20 && (!everywhere || self.postal_prefix.is_empty());
        checks.require(prefix, "postalPrefix", contributor_texts::POSTAL_CODES_BELONG_TO_ONE_COUNTRY);
        let rate = (1..=10_000).contains(&self.rate_basis_points);
        checks.require(rate, "rateBasisPoints", contributor_texts::ENTER_A_RATE_ABOVE);
        let ordered = !matches!((self.valid_from, self.valid_until), (Some(from), Some(until)) if from >= until);
        checks.require(ordered, "validUntil", contributor_texts::END_MUST_BE_AFTER_THE_START);
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
