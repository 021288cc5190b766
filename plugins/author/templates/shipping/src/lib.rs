//! Delivery priced by weight.

mod texts;

use stoa_plugin_sdk::carts::{Cart, Place};
use stoa_plugin_sdk::shipping::{Rate, Shipping};
use stoa_plugin_sdk::{CallContext, Error, Money, setting};

use texts::text;

struct Plugin;

impl Shipping for Plugin {
    fn rates(cart: Cart, _destination: Place, ctx: CallContext) -> Result<Vec<Rate>, Error> {
        let shipped = cart.lines.iter().filter(|line| line.shipped);
        let grams: u64 = shipped.map(|line| u64::from(line.weight_grams) * u64::from(line.quantity)).sum();
        let kilos = i64::try_from(grams.div_ceil(1000)).unwrap_or(i64::MAX);
        let minor = cents("baseCents", 500).saturating_add(cents("perKiloCents", 100).saturating_mul(kilos));
        Ok(vec![Rate {
            code: "parcel".to_owned(),
            label: text(&ctx.locale, "parcel"),
            price: Money { minor: minor.min(99_999_999_999), currency: cart.subtotal.currency },
            min_days: Some(2),
            max_days: Some(4),
        }])
    }
}

/// A setting of the site, in cents.
fn cents(key: &str, default: i64) -> i64 {
    setting(key).and_then(|value| value.as_i64()).unwrap_or(default).max(0)
}

stoa_plugin_sdk::plugin!(shipping: Plugin);
