//! A shipping zone as a contributor submits it, with the check of its values.

use stoa_address::{EVERYWHERE, is_country};
use stoa_kernel::Failure;
use stoa_kernel::checkout::ShippingKind;
use stoa_kernel::error::Checks;
use stoa_kernel::money::Cents;
use stoa_kernel::token::random_token;

use super::model::{ShippingOption, ZonePlace};

use crate::contributor_texts;

/// Maximum length of the id of a plugin, bytes.
const MAX_PLUGIN_ID_BYTES: usize = 100;
/// Maximum price or threshold, minor units.
const MAX_CENTS: Cents = Cents(99_999_999_999);

/// Values of a zone as submitted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ZonePatch {
    /// Name for contributors.
    pub name: String,
    /// Its countries and regions.
    pub places: Vec<ZonePlace>,
    /// Delivery options, in display order; a new one has no id.
    pub options: Vec<ShippingOption>,
}

impl ZonePatch {
    /// Validates the values and normalises them for storage.
    pub(super) fn checked(mut self) -> Result<Self, Failure> {
        let mut checks = Checks::default();
        self.name = self.name.trim().to_owned();
        let length = self.name.chars().count();
        checks.require((1..=100).contains(&length), "name", contributor_texts::ENTER_A_NAME_OF_AT_MOST_100);
        checks.require(!self.places.is_empty(), "places", contributor_texts::CHOOSE_AT_LEAST_ONE_COUNTRY);
        checks.require(self.places.len() <= 250, "places", contributor_texts::ZONE_CAN_HAVE_AT_MOST_250_COUNTRIES);
        for (index, place) in self.places.iter_mut().enumerate() {
            check_place(place, &format!("places[{index}]"), &mut checks);
        }
        checks.require(self.options.len() <= 30, "options", contributor_texts::ZONE_CAN_HAVE_AT_MOST_30_DELIVERY);
        let mut known: Vec<String> = Vec::new();
        for (index, option) in self.options.iter_mut().enumerate() {
            check_option(option, &format!("options[{index}]"), &mut checks);
            // An option keeps its id, so that carts keep their selection.
            if option.id.is_empty() || known.contains(&option.id) {
                option.id = random_token(12);
            }
            known.push(option.id.clone());
        }
        checks.finish()?;
        Ok(self)
    }
}

fn check_place(place: &mut ZonePlace, field: &str, checks: &mut Checks) {
    place.country = place.country.trim().to_uppercase();
    checks.require(
        is_country(&place.country),
        &format!("{field}.country"),
        stoa_kernel::shared_problem_texts::COUNTRY_MISSING,
    );
    let regions = place.regions.iter().map(|region| region.trim().to_owned()).filter(|region| !region.is_empty());
    place.regions = regions.collect();
    let short = place.regions.len() <= 100 && place.regions.iter().all(|region| region.chars().count() <= 100);
    let fits = short && (place.country != EVERYWHERE || place.regions.is_empty());
    checks.require(fits, &format!("{field}.regions"), contributor_texts::ENTER_AT_MOST_100_REGIONS_OF_ONE);
}

fn check_option(option: &mut ShippingOption, field: &str, checks: &mut Checks) {
    option.label = option.label.trim().to_owned();
    let named = (1..=100).contains(&option.label.chars().count()) && !option.label.chars().any(char::is_control);
    checks.require(named, &format!("{field}.label"), contributor_texts::ENTER_A_NAME_OF_AT_MOST_100);
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    let id_fits = option.id.len() <= 40 && option.id.bytes().all(plain);
    checks.require(id_fits, &format!("{field}.id"), contributor_texts::LEAVE_THE_ID_OF_A_NEW_OPTION);
    let amount = |cents: Cents| (Cents::ZERO..=MAX_CENTS).contains(&cents);
    checks.require(
        amount(option.price_cents),
        &format!("{field}.priceCents"),
        contributor_texts::PRICE_IS_OUT_OF_RANGE,
    );
    let threshold = option.free_over_cents.is_none_or(amount);
    checks.require(threshold, &format!("{field}.freeOverCents"), contributor_texts::AMOUNT_IS_OUT_OF_RANGE);
    let pickup = option.pickup.take();
    let plugin = option.plugin.take();
    let is_short = plugin.as_ref().is_none_or(|id| id.len() <= MAX_PLUGIN_ID_BYTES);
    checks.require(is_short, &format!("{field}.plugin"), contributor_texts::CHOOSE_A_PLUGIN);
    match option.kind {
        ShippingKind::Plugin => {
            let named = plugin.as_ref().is_some_and(|id| !id.is_empty());
            checks.require(named, &format!("{field}.plugin"), contributor_texts::CHOOSE_A_PLUGIN);
            option.plugin = plugin;
        }
        ShippingKind::Pickup => {
            option.pickup = Some(pickup.unwrap_or_default().checked(&format!("{field}.pickup."), checks));
        }
        ShippingKind::ByWeight | ShippingKind::BySubtotal => check_bands(option, field, checks),
        ShippingKind::LocalDelivery => {
            let codes = option.postal_codes.iter().map(|code| code.trim().to_uppercase());
            option.postal_codes = codes.filter(|code| !code.is_empty()).collect();
            let fit = (1..=500).contains(&option.postal_codes.len())
                && option.postal_codes.iter().all(|code| code.chars().count() <= 20);
            checks.require(
                fit,
                &format!("{field}.postalCodes"),
                contributor_texts::ENTER_1_TO_500_POSTAL_CODE_PREFIXES,
            );
        }
        ShippingKind::Flat | ShippingKind::PerItem => {}
    }
}

fn check_bands(option: &ShippingOption, field: &str, checks: &mut Checks) {
    let limits: Vec<i64> = option.bands.iter().map(|band| band.up_to.unwrap_or(i64::MAX)).collect();
    let rising = limits.windows(2).all(|pair| matches!(pair, [one, other] if one < other));
    let positive = limits.iter().all(|limit| *limit > 0);
    let priced = option.bands.iter().all(|band| (Cents::ZERO..=MAX_CENTS).contains(&band.price_cents));
    let fit = (1..=50).contains(&limits.len()) && rising && positive && priced;
    let message = contributor_texts::RATE_TIERS.english();
    checks.require(fit, &format!("{field}.bands"), message);
}
