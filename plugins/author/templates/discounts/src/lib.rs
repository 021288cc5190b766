//! Takes something off larger quantities.

mod texts;

use stoa_plugin_sdk::carts::Cart;
use stoa_plugin_sdk::discounts::{Discount, Discounts};
use stoa_plugin_sdk::{CallContext, Error, Money, setting};

use texts::text;

/// The largest number of discounts in an answer.
const MOST: usize = 50;

struct Plugin;

impl Discounts for Plugin {
    fn evaluate(cart: Cart, ctx: CallContext) -> Result<Vec<Discount>, Error> {
        let number = |key: &str, default: i64| setting(key).and_then(|value| value.as_i64()).unwrap_or(default);
        let (pieces, percent) = (number("pieces", 3), number("percent", 10).clamp(0, 100));
        let label = text(&ctx.locale, "off")
            .replace("{percent}", &percent.to_string())
            .replace("{pieces}", &pieces.to_string());
        let many = cart.lines.into_iter().filter(|line| line.discountable && i64::from(line.quantity) >= pieces);
        let discount = |line: stoa_plugin_sdk::carts::Line| Discount {
            label: label.clone(),
            lines: vec![line.id],
            amount: Money { minor: line.total.minor / 100 * percent, currency: line.total.currency },
        };
        Ok(many.map(discount).take(MOST).collect())
    }
}

stoa_plugin_sdk::plugin!(discounts: Plugin);
