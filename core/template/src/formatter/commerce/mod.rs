//! Store formatters.

mod amount;
mod button;
mod cart;
mod form;
mod merchandising;
mod price;
mod subscription;
mod variant;

use stoa_locale::{Locale, Message, MessageArguments, Number};

use super::{Formatter, entry};
use crate::compile::call::Rule;
use crate::run::Machine;

pub(super) static FORMATTERS: &[Formatter] = &[
    entry("add-to-cart-btn", Rule::ANY, button::add_to_cart),
    entry("bookkeeper-money-format", Rule::ANY, amount::accounting_format),
    entry("cart-quantity", Rule::ANY, cart::quantity),
    entry("cart-subtotal", Rule::ANY, cart::subtotal),
    entry("cart-url", Rule::ANY, cart::url),
    entry("from-price", Rule::ANY, price::from_price),
    entry("i18n-money-format", Rule::ANY, amount::localised),
    entry("money-format", Rule::ANY, amount::money_format),
    entry("money-string", Rule::ANY, amount::money_string),
    entry("moneyFormat", Rule::ANY, amount::money_format),
    entry("normal-price", Rule::ANY, price::normal_price),
    entry("percentage-format", Rule::ANY, amount::percentage),
    entry("product-checkout", Rule::ANY, button::checkout),
    entry("product-price", Rule::ANY, price::product_price),
    entry("product-quick-view", Rule::ANY, button::quick_view),
    entry("product-restock-notification", Rule::ANY, merchandising::restock),
    entry("product-scarcity", Rule::ANY, merchandising::scarcity),
    entry("product-status", Rule::ANY, merchandising::status),
    entry("quantity-input", Rule::ANY, button::quantity_input),
    entry("sale-price", Rule::ANY, price::sale_price),
    entry("subscription-price", Rule::ANY, price::subscription_price),
    entry("summary-form-field", Rule::ANY, form::summary),
    entry("variant-descriptor", Rule::ANY, variant::descriptor),
    entry("variants-select", Rule::ANY, variant::select),
];

/// A text of `localizedStrings`, if it has it.
fn stated(machine: &Machine<'_>, key: &str) -> Option<String> {
    let text = machine.resolve_name("localizedStrings").member(key);
    text.as_str().filter(|text| !text.is_empty()).map(str::to_owned)
}

/// A text of `localizedStrings`, or its English default.
fn localised(machine: &Machine<'_>, key: &str, default: &str) -> String {
    stated(machine, key).unwrap_or_else(|| default.to_owned())
}

/// Named texts of a message.
struct NamedTexts<'t> {
    texts: &'t [(&'t str, &'t str)],
}

impl MessageArguments for NamedTexts<'_> {
    fn text(&self, name: &str) -> Option<String> {
        self.texts.iter().find(|(key, _)| *key == name).map(|(_, text)| (*text).to_owned())
    }

    fn number(&self, name: &str) -> Option<Number> {
        Number::parse(&self.text(name)?)
    }

    fn format(&self, names: &[&str], formatter: &str, _: &[&str]) -> Option<String> {
        names.first().filter(|_| formatter == "number").and_then(|name| self.text(name))
    }
}

/// Fills a message with named texts.
fn filled(machine: &Machine<'_>, message: &str, texts: &[(&str, &str)]) -> String {
    let locale = machine.context.locale.unwrap_or(Locale::default_ref());
    Message::parse(message).format(locale, &NamedTexts { texts })
}
