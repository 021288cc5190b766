//! Where customers come for what they have bought.

use serde::{Deserialize, Serialize};
use stoa_kernel::error::Checks;

use crate::address::Address;
use crate::place::Place;

/// Most characters of what customers are told about a place.
const MOST_INSTRUCTIONS: usize = 1_000;

/// A place at which orders are handed over.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct PickupPlace {
    /// Street and house.
    pub line1: String,
    /// Floor, gate, name of the shop.
    pub line2: String,
    /// Town.
    pub city: String,
    /// State, province, prefecture.
    pub region: String,
    /// Postal code.
    pub postal_code: String,
    /// ISO 3166 code of two letters.
    pub country: String,
    /// When it is open, and what to bring; may be empty.
    pub instructions: String,
}

impl PickupPlace {
    /// The place trimmed; what is wrong is noted beside its fields, each under `prefix`.
    pub(crate) fn checked(self, prefix: &str, checks: &mut Checks) -> Self {
        let trimmed = |text: String| text.trim().to_owned();
        let place = Self {
            line1: trimmed(self.line1),
            line2: trimmed(self.line2),
            city: trimmed(self.city),
            region: trimmed(self.region),
            postal_code: trimmed(self.postal_code),
            country: trimmed(self.country).to_uppercase(),
            instructions: trimmed(self.instructions),
        };
        place.address().check(prefix, &["firstName", "lastName"], checks);
        let fits = place.instructions.chars().count() <= MOST_INSTRUCTIONS
            && !place.instructions.chars().any(|letter| letter.is_control() && letter != '\n');
        checks.require(fits, &format!("{prefix}instructions"), "Use at most 1,000 characters.");
        place
    }

    /// Lines of its address; the country's name for a reader of a language.
    pub fn lines(&self, language: &str) -> Vec<String> {
        self.address().lines(language)
    }

    fn address(&self) -> Address {
        Address {
            line1: self.line1.clone(),
            line2: self.line2.clone(),
            city: self.city.clone(),
            region: self.region.clone(),
            postal_code: self.postal_code.clone(),
            country: self.country.clone(),
            ..Address::default()
        }
    }
}

impl From<&PickupPlace> for Place {
    fn from(pickup: &PickupPlace) -> Self {
        Self::from(&pickup.address())
    }
}
