//! The destination of a cart, as needed for shipping and tax rules.

use serde::{Deserialize, Serialize};
use stoa_kernel::Failure;
use stoa_kernel::error::Checks;
use stoa_kernel::shared_problem_texts::{COUNTRY_MISSING, LINE_TOO_LONG};

use crate::address::{Address, MAX_LINE};
use crate::{countries, regions};

/// Matches every country.
pub const EVERYWHERE: &str = "*";

/// A destination within a country.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Place {
    /// ISO 3166 code of two letters.
    pub country: String,
    /// State, province, prefecture.
    pub region: String,
    /// Postal code.
    pub postal_code: String,
}

impl Place {
    /// The destination with trimmed fields.
    ///
    /// # Errors
    /// Field errors.
    pub fn checked(self) -> Result<Self, Failure> {
        let place = Self {
            country: self.country.trim().to_uppercase(),
            region: self.region.trim().to_owned(),
            postal_code: self.postal_code.trim().to_owned(),
        };
        let mut checks = Checks::default();
        checks.require_said(countries::name(&place.country).is_some(), "country", COUNTRY_MISSING);
        for (name, text) in [("region", &place.region), ("postalCode", &place.postal_code)] {
            let plain = text.chars().count() <= MAX_LINE && !text.chars().any(char::is_control);
            checks.require_said(plain, name, LINE_TOO_LONG.with("count", MAX_LINE));
        }
        checks.finish()?;
        Ok(place)
    }

    /// Whether it is in a region of its country.
    pub fn is_in_region(&self, region: &str) -> bool {
        regions::normalised(&self.country, &self.region) == regions::normalised(&self.country, region)
    }

    /// Whether its postal code starts with `prefix`, ignoring spaces and case.
    pub fn has_postal_prefix(&self, prefix: &str) -> bool {
        compact(&self.postal_code).starts_with(&compact(prefix))
    }
}

/// A postal code in the form used for comparison.
fn compact(code: &str) -> String {
    code.chars().filter(|letter| letter.is_alphanumeric()).collect::<String>().to_uppercase()
}

impl From<&Address> for Place {
    fn from(address: &Address) -> Self {
        Self {
            country: address.country.clone(),
            region: address.region.clone(),
            postal_code: address.postal_code.clone(),
        }
    }
}

impl From<Place> for Address {
    fn from(place: Place) -> Self {
        Self { country: place.country, region: place.region, postal_code: place.postal_code, ..Self::default() }
    }
}

/// Whether a rule can name the country: a known code, or `*`.
pub fn is_country(code: &str) -> bool {
    code == EVERYWHERE || countries::name(code).is_some()
}
