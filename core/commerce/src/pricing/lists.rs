//! Price list rules, complete:
//!
//! - a list's fixed price for a variant takes precedence over its fixed price for the product, and both over its
//!   percentage off everything;
//! - when several lists apply, the lowest price counts, on a tie the list with the smallest id;
//! - the general price, on sale or not, is the maximum: a list with a higher price changes nothing;
//! - a percentage is taken off the general price; the amount taken off is rounded like discounts, half up.

use serde::{Deserialize, Serialize};
use stoa_kernel::money::{Money, MoneyError};

use super::model::DiscountEffect;

/// Effect of a list on a price.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum ListEffect {
    /// A percentage off.
    Percent {
        /// In basis points: 1000 is 10 %.
        rate_basis_points: i64,
    },
    /// A fixed price.
    Price {
        /// Minor units.
        price_cents: i64,
    },
}

/// An applicable list and its effect on a price.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListOffer {
    /// Its id within the site.
    pub id: String,
    /// Its name, for contributors.
    pub name: String,
    /// Its effect.
    pub effect: ListEffect,
}

/// The list that a price comes from, with the values it was computed from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ListPrice {
    /// Its id within the site.
    pub id: String,
    /// Its name at that time, for contributors.
    pub name: String,
    /// General price, minor units.
    pub general_price_cents: i64,
    /// Its effect on that price.
    #[serde(flatten)]
    pub effect: ListEffect,
}

impl ListEffect {
    /// The customer's price for the general price `general`, minor units: never more than that.
    ///
    /// # Errors
    /// When an amount overflows.
    pub fn on(self, general: Money) -> Result<i64, MoneyError> {
        match self {
            Self::Percent { rate_basis_points } => {
                Ok(general.minor - DiscountEffect::Percent { rate_basis_points }.off(general)?)
            }
            Self::Price { price_cents } => Ok(price_cents.min(general.minor)),
        }
    }
}

/// The customer's price for the general price `general`, and the list that it comes from; none when no list lowers the
/// price.
///
/// # Errors
/// When an amount overflows.
pub fn list_price(general: Money, offers: &[ListOffer]) -> Result<(i64, Option<ListPrice>), MoneyError> {
    let mut lowered: Vec<(i64, &ListOffer)> = Vec::with_capacity(offers.len());
    for offer in offers {
        let price = offer.effect.on(general)?;
        if price < general.minor {
            lowered.push((price, offer));
        }
    }
    let best = lowered.into_iter().min_by(|(one, offer), (other, rival)| (one, &offer.id).cmp(&(other, &rival.id)));
    let from = |offer: &ListOffer| ListPrice {
        id: offer.id.clone(),
        name: offer.name.clone(),
        general_price_cents: general.minor,
        effect: offer.effect,
    };
    Ok(best.map_or((general.minor, None), |(price, offer)| (price, Some(from(offer)))))
}
