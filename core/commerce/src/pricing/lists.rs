//! Price list rules, complete:
//!
//! - a list's fixed price for a variant takes precedence over its fixed price for the product, and both over its
//!   percentage off everything;
//! - when several lists apply, the lowest price counts, on a tie the list with the smallest id;
//! - the general price, on sale or not, is the maximum: a list with a higher price changes nothing;
//! - a percentage is taken off the general price; the amount taken off is rounded like discounts, half up.

pub use stoa_entity::tenant::order::{ListEffect, ListPrice};
use stoa_kernel::money::{Cents, Money, MoneyError};

use super::model::DiscountEffect;
use super::totals::discount_off;

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

/// A customer's price for the general price `general`, minor units: never more than that.
///
/// # Errors
/// When an amount overflows.
pub fn list_effect_on(effect: ListEffect, general: Money) -> Result<Cents, MoneyError> {
    match effect {
        ListEffect::Percent { rate_basis_points } => {
            Ok(general.cents() - discount_off(DiscountEffect::Percent { rate_basis_points }, general)?)
        }
        ListEffect::Price { price_cents } => Ok(price_cents.min(general.cents())),
    }
}

/// The customer's price for the general price `general`, and the list that it comes from; none when no list lowers the
/// price.
///
/// # Errors
/// When an amount overflows.
pub fn list_price(general: Money, offers: &[ListOffer]) -> Result<(Cents, Option<ListPrice>), MoneyError> {
    let mut lowered: Vec<(Cents, &ListOffer)> = Vec::with_capacity(offers.len());
    for offer in offers {
        let price = list_effect_on(offer.effect, general)?;
        if price < general.cents() {
            lowered.push((price, offer));
        }
    }
    let best = lowered.into_iter().min_by(|(one, offer), (other, rival)| (one, &offer.id).cmp(&(other, &rival.id)));
    let from = |offer: &ListOffer| ListPrice {
        id: offer.id.clone(),
        name: offer.name.clone(),
        general_price_cents: general.cents(),
        effect: offer.effect,
    };
    Ok(best.map_or((general.cents(), None), |(price, offer)| (price, Some(from(offer)))))
}
