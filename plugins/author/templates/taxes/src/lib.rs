//! A standard and a reduced tax rate, and none for businesses that name their tax number.

mod texts;

use stoa_plugin_sdk::carts::{Cart, Place};
use stoa_plugin_sdk::taxes::{Tax, Taxes};
use stoa_plugin_sdk::{CallContext, Error, Money, setting};

use texts::text;

struct Plugin;

impl Taxes for Plugin {
    fn calculate(
        cart: Cart,
        _shipping: Option<Money>,
        _destination: Place,
        ctx: CallContext,
    ) -> Result<Vec<Tax>, Error> {
        let taxed = cart.lines.iter().filter(|line| line.taxable);
        if cart.customer.tax_id.is_some_and(|id| !id.trim().is_empty()) {
            let lines = taxed.map(|line| line.id.clone()).collect();
            let name = text(&ctx.locale, "reverse-charge");
            return Ok(vec![Tax { name, rate_basis_points: 0, lines, on_shipping: true }]);
        }
        let tag = setting("reducedTag").and_then(|tag| tag.as_str().map(str::to_owned));
        let tag = tag.unwrap_or_else(|| "reduced-tax".to_owned());
        let (reduced, standard): (Vec<_>, Vec<_>) = taxed.partition(|line| line.tags.contains(&tag));
        let tax = |key: &str, default: u32, lines: Vec<&stoa_plugin_sdk::carts::Line>, on_shipping: bool| Tax {
            name: text(&ctx.locale, "tax"),
            rate_basis_points: rate(key, default),
            lines: lines.into_iter().map(|line| line.id.clone()).collect(),
            on_shipping,
        };
        let mut taxes = vec![tax("standard", 1900, standard, true)];
        if !reduced.is_empty() {
            taxes.push(tax("reduced", 700, reduced, false));
        }
        Ok(taxes)
    }
}

/// A rate in basis points.
fn rate(key: &str, default: u32) -> u32 {
    let said = setting(key).and_then(|value| value.as_u64()).and_then(|rate| u32::try_from(rate).ok());
    said.unwrap_or(default).min(10_000)
}

stoa_plugin_sdk::plugin!(taxes: Plugin);
