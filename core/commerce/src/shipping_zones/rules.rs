use super::model::{Band, OptionKind, ShippingOption, Zone};
use crate::countries;
use crate::place::{EVERYWHERE, Place};
use crate::pricing::ShippingChoice;

/// What is to be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Load {
    /// Sum of all lines before discounts, minor units.
    pub(crate) subtotal_cents: i64,
    /// Weight, grams.
    pub(crate) grams: i64,
    /// Pieces that are sent.
    pub(crate) pieces: i64,
}

/// The ways of delivery to a place. One zone alone decides: the one that names the place most
/// exactly, its region before its country before everywhere; between equals the first in the list.
pub(crate) fn offers(zones: &[Zone], place: &Place, load: Load) -> Vec<ShippingChoice> {
    let mut best: Option<(u8, &Zone)> = None;
    for zone in zones {
        let fit = zone.fit(place);
        if fit > best.map_or(0, |(fit, _)| fit) {
            best = Some((fit, zone));
        }
    }
    let options = best.map(|(_, zone)| zone.options.as_slice()).unwrap_or_default();
    options.iter().filter_map(|option| option.offer(place, load)).collect()
}

/// Code and name of the countries that are delivered to.
pub(crate) fn reached_countries(zones: &[Zone]) -> Vec<(&'static str, &'static str)> {
    let reached = |code: &str| {
        let mut places = zones.iter().filter(|zone| !zone.options.is_empty()).flat_map(|zone| &zone.places);
        places.any(|place| place.country == EVERYWHERE || place.country == code)
    };
    countries::ALL.iter().filter(|(code, _)| reached(code)).copied().collect()
}

impl Zone {
    /// How exactly it names a place: 3 its region, 2 its country, 1 everywhere, 0 not at all.
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

impl ShippingOption {
    /// The option at its price; none when it does not take the load or does not go there.
    fn offer(&self, place: &Place, load: Load) -> Option<ShippingChoice> {
        let price_cents = match self.kind {
            OptionKind::Flat | OptionKind::Pickup => self.price_cents,
            OptionKind::PerItem => self.price_cents.checked_mul(load.pieces)?,
            OptionKind::ByWeight => band_price(&self.bands, load.grams)?,
            OptionKind::BySubtotal => band_price(&self.bands, load.subtotal_cents)?,
            OptionKind::LocalDelivery => {
                let nearby = self.postal_codes.iter().any(|code| place.has_postal_prefix(code));
                nearby.then_some(self.price_cents)?
            }
        };
        let free = self.free_over_cents.is_some_and(|threshold| load.subtotal_cents >= threshold);
        let price_cents = if free { 0 } else { price_cents };
        Some(ShippingChoice { id: self.id.clone(), label: self.label.clone(), price_cents })
    }
}

fn band_price(bands: &[Band], value: i64) -> Option<i64> {
    bands.iter().find(|band| band.up_to.is_none_or(|most| value <= most)).map(|band| band.price_cents)
}
