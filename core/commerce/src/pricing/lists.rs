//! What price lists make of a price. These are all their rules:
//!
//! - a list's own price for a variant goes before its own price for the product, and either before the percentage that
//!   it takes off everything;
//! - of several lists that fit, the one with the lowest price counts, between equals the one with the smallest id;
//! - what everybody pays, on sale or not, is the most that anybody pays: a list that would cost more changes nothing;
//! - a percentage is taken off what everybody pays, and what it takes off is rounded as discounts are, halves up.

use serde::{Deserialize, Serialize};
use stoa_kernel::money::{Money, MoneyError};

use super::model::DiscountEffect;

/// What a list does to a price.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum ListEffect {
    /// Takes a part off.
    Percent {
        /// In basis points: 1000 is 10 %.
        rate_basis_points: i64,
    },
    /// Has a price of its own.
    Price {
        /// Minor units.
        price_cents: i64,
    },
}

/// A list that fits, and what it does to the price in question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListOffer {
    /// Its id within the site.
    pub id: String,
    /// Its name, for contributors.
    pub name: String,
    /// What it does.
    pub effect: ListEffect,
}

/// The list that a price comes from, with all that it was computed from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ListPrice {
    /// Its id within the site.
    pub id: String,
    /// Its name then, for contributors.
    pub name: String,
    /// What everybody paid, minor units.
    pub general_price_cents: i64,
    /// What it did to that.
    #[serde(flatten)]
    pub effect: ListEffect,
}

impl ListEffect {
    /// What a customer pays for what costs everybody `general`, minor units: never more than that.
    ///
    /// # Errors
    /// When an amount does not fit.
    pub fn on(self, general: Money) -> Result<i64, MoneyError> {
        match self {
            Self::Percent { rate_basis_points } => {
                Ok(general.minor - DiscountEffect::Percent { rate_basis_points }.off(general)?)
            }
            Self::Price { price_cents } => Ok(price_cents.min(general.minor)),
        }
    }
}

/// What a customer pays for what costs everybody `general`, and the list that it comes from; none when no list lowers
/// the price.
///
/// # Errors
/// When an amount does not fit.
pub fn list_price(general: Money, offers: &[ListOffer]) -> Result<(i64, Option<ListPrice>), MoneyError> {
    let mut best: Option<(i64, &ListOffer)> = None;
    for offer in offers {
        let price = offer.effect.on(general)?;
        let is_better = best.is_none_or(|(lowest, known)| (price, &offer.id) < (lowest, &known.id));
        if price < general.minor && is_better {
            best = Some((price, offer));
        }
    }
    let from = |offer: &ListOffer| ListPrice {
        id: offer.id.clone(),
        name: offer.name.clone(),
        general_price_cents: general.minor,
        effect: offer.effect,
    };
    Ok(best.map_or((general.minor, None), |(price, offer)| (price, Some(from(offer)))))
}
