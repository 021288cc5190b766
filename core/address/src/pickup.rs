//! Pickup locations for orders.

use serde::{Deserialize, Serialize};
use stoa_kernel::error::Checks;

use crate::address::Address;
use crate::destination::Place;

/// Maximum length of the instructions, characters.
const MAX_INSTRUCTIONS: usize = 1_000;

/// A location where customers pick up orders.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct PickupPlace {
    /// Street and house number.
    pub line1: String,
    /// Floor, gate, name of the store.
    pub line2: String,
    /// Town.
    pub city: String,
    /// State, province, prefecture.
    pub region: String,
    /// Postal code.
    pub postal_code: String,
    /// ISO 3166 code of two letters.
    pub country: String,
    /// Opening hours and what to bring; may be empty.
    pub instructions: String,
}

impl PickupPlace {
    /// The location with trimmed fields; adds field errors under `prefix` to `checks`.
    pub fn checked(self, prefix: &str, checks: &mut Checks) -> Self {
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
        let fits = place.instructions.chars().count() <= MAX_INSTRUCTIONS
            && !place.instructions.chars().any(|letter| letter.is_control() && letter != '\n');
        checks.require(fits, &format!("{prefix}instructions"), "Use at most 1,000 characters.");
        place
    }

    /// The address lines, with the country's name in the given language.
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
