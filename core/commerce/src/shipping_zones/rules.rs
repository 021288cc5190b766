//! Which delivery options a destination has, and what they cost.

use std::collections::HashMap;

use stoa_address::countries;
use stoa_address::{EVERYWHERE, Place};
use stoa_kernel::checkout::ShippingKind;
use stoa_kernel::money::Cents;

use super::model::{Band, ShippingOption, Zone};
use crate::pricing::ShippingChoice;

/// What is to be shipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Load {
    /// Sum of all lines before discounts, minor units.
    pub(crate) subtotal_cents: Cents,
    /// Weight, grams.
    pub(crate) grams: i64,
    /// Shipped pieces.
    pub(crate) pieces: i64,
}

/// The delivery options for a destination, as far as it is known, followed by all pickup locations: customers who pick
/// up may live anywhere. `quoted` has what plugins named, by the ids of the options that they serve.
pub(crate) fn offers(
    zones: &[Zone],
    place: Option<&Place>,
    load: Load,
    quoted: &HashMap<String, Vec<ShippingChoice>>,
) -> Vec<ShippingChoice> {
    let sent = place.and_then(|place| deciding(zones, place)).map(|zone| zone.options.as_slice()).unwrap_or_default();
    let sent = sent.iter().filter(|option| option.pickup.is_none());
    let handed_over = zones.iter().flat_map(|zone| &zone.options).filter(|option| option.pickup.is_some());
    let choices = |option: &ShippingOption| match quoted.get(&option.id) {
        Some(named) => named.clone(),
        None => offer(option, place, load).into_iter().collect(),
    };
    sent.chain(handed_over).flat_map(choices).collect()
}

/// The options for a destination that plugins serve.
pub(crate) fn plugin_options<'a>(zones: &'a [Zone], place: Option<&Place>) -> Vec<&'a ShippingOption> {
    let zone = place.and_then(|place| deciding(zones, place));
    let options = zone.map(|zone| zone.options.as_slice()).unwrap_or_default();
    options.iter().filter(|option| option.kind == ShippingKind::Plugin).collect()
}

/// The zone that applies to a destination: the most specific match, region before country before everywhere; on a tie
/// the first in the list.
fn deciding<'a>(zones: &'a [Zone], place: &Place) -> Option<&'a Zone> {
    let mut best: Option<(u8, &Zone)> = None;
    for zone in zones {
        let fit = zone.fit(place);
        if fit > best.map_or(0, |(fit, _)| fit) {
            best = Some((fit, zone));
        }
    }
    best.map(|(_, zone)| zone)
}

/// Whether a delivery option selected for one destination is also valid for another: the same zone applies to both, and
/// the option reaches the new destination if it reached the old one.
pub(crate) fn is_still_deliverable(zones: &[Zone], option_id: Option<&str>, before: &Place, after: &Place) -> bool {
    let (from, to) = (deciding(zones, before), deciding(zones, after));
    if from.map(|zone| &zone.id) != to.map(|zone| &zone.id) {
        return false;
    }
    let chosen = to.and_then(|zone| zone.options.iter().find(|option| option_id == Some(option.id.as_str())));
    chosen.is_none_or(|option| goes_to(option, after) || !goes_to(option, before))
}

/// Code and name of the countries that are delivered to.
pub(crate) fn delivery_countries(zones: &[Zone]) -> Vec<(&'static str, &'static str)> {
    let reached = |code: &str| {
        let delivers = |zone: &&Zone| zone.options.iter().any(|option| option.pickup.is_none());
        let mut places = zones.iter().filter(delivers).flat_map(|zone| &zone.places);
        places.any(|place| place.country == EVERYWHERE || place.country == code)
    };
    countries::ALL.iter().filter(|(code, _)| reached(code)).copied().collect()
}

impl Zone {
    /// How specifically it matches a destination: 3 by region, 2 by country, 1 everywhere, 0 not at all.
    fn fit(&self, place: &Place) -> u8 {
        let fit = |own: &super::ZonePlace| match own {
            own if own.country == EVERYWHERE => 1,
            own if own.country != place.country => 0,
            own if own.regions.is_empty() => 2,
            own if own.regions.iter().any(|region| place.is_in_region(region)) => 3,
            _ => 0,
        };
        self.places.iter().map(fit).max().unwrap_or(0)
    }
}

/// Whether an option reaches a destination within its zone.
fn goes_to(option: &ShippingOption, place: &Place) -> bool {
    option.kind != ShippingKind::LocalDelivery || option.postal_codes.iter().any(|code| place.has_postal_prefix(code))
}

/// An option with its price; none when it has no price for the load or does not reach the destination.
pub(super) fn offer(option: &ShippingOption, place: Option<&Place>, load: Load) -> Option<ShippingChoice> {
    let price_cents = match option.kind {
        ShippingKind::Flat | ShippingKind::Pickup => option.price_cents,
        ShippingKind::PerItem => option.price_cents.checked_times(load.pieces)?,
        ShippingKind::ByWeight => band_price(&option.bands, load.grams)?,
        ShippingKind::BySubtotal => band_price(&option.bands, load.subtotal_cents.0)?,
        ShippingKind::LocalDelivery => {
            place.is_some_and(|place| goes_to(option, place)).then_some(option.price_cents)?
        }
        ShippingKind::Plugin => return None,
    };
    let free = option.free_over_cents.is_some_and(|threshold| load.subtotal_cents >= threshold);
    Some(ShippingChoice {
        id: option.id.clone(),
        label: option.label.clone(),
        price_cents: if free { Cents::ZERO } else { price_cents },
        pickup: option.pickup.clone(),
        days: None,
    })
}

fn band_price(bands: &[Band], value: i64) -> Option<Cents> {
    bands.iter().find(|band| band.up_to.is_none_or(|most| value <= most)).map(|band| band.price_cents)
}
