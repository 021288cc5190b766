//! Which taxes apply at a place and time.

use stoa_address::{EVERYWHERE, Place};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::money::Cents;

use super::model::{RegionalTaxRule, TaxPatch};
use crate::CommerceError;
use crate::pricing::TaxRule;
use crate::quotes::{QuotedCart, Quotes};

/// The taxes at a place and time. All rules that match the place apply together, such as one of the country and one of
/// the region; rules for everywhere apply where no other does, and while the place is unknown.
pub(crate) fn applicable(
    taxes: &[RegionalTaxRule],
    place: Option<&Place>,
    now: Timestamp,
    inclusive: bool,
) -> Vec<TaxRule> {
    let valid = || taxes.iter().filter(|tax| tax.rule.is_valid(now));
    let mut named: Vec<&RegionalTaxRule> =
        valid().filter(|tax| place.is_some_and(|place| tax.rule.names(place))).collect();
    if named.is_empty() {
        named = valid().filter(|tax| tax.rule.country == EVERYWHERE).collect();
    }
    let applied = |tax: &RegionalTaxRule| TaxRule {
        id: Some(tax.id.to_string()),
        rate_basis_points: tax.rule.rate_basis_points,
        inclusive,
        label: tax.rule.label.clone(),
        on_shipping: tax.rule.on_shipping,
        lines: None,
    };
    named.into_iter().map(applied).collect()
}

/// Whether the same taxes apply at two places; two rules with the same name and rate are the same tax.
pub(crate) fn apply_alike(
    taxes: &[RegionalTaxRule],
    one: Option<&Place>,
    other: Option<&Place>,
    now: Timestamp,
) -> bool {
    let charged = |place| {
        let rules = applicable(taxes, place, now, false).into_iter();
        rules.map(|rule| TaxRule { id: None, ..rule }).collect::<Vec<_>>()
    };
    charged(one) == charged(other)
}

/// The taxes at a place as a plugin names them; none when it gave no answer. A cart in which nothing is taxed needs none.
pub(crate) async fn by_plugin(
    quotes: &mut Quotes<'_>,
    plugin: &str,
    cart: QuotedCart,
    shipping_cents: Option<Cents>,
    place: &Place,
) -> Result<Option<Vec<TaxRule>>, CommerceError> {
    let is_taxed = cart.lines.iter().any(|line| line.is_taxable && line.total_cents > Cents::ZERO)
        || shipping_cents.is_some_and(|price| price > Cents::ZERO);
    if !is_taxed {
        return Ok(Some(Vec::new()));
    }
    quotes.taxes(plugin, cart, shipping_cents, place).await
}

impl TaxPatch {
    fn is_valid(&self, now: Timestamp) -> bool {
        self.valid_from.is_none_or(|from| from <= now) && self.valid_until.is_none_or(|until| now < until)
    }

    fn names(&self, place: &Place) -> bool {
        self.country == place.country
            && (self.region.is_empty() || place.is_in_region(&self.region))
            && (self.postal_prefix.is_empty() || place.has_postal_prefix(&self.postal_prefix))
    }
}
