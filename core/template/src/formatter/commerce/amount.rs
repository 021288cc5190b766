//! Older number and money formats: amounts in cents, American separators.

use stoa_locale::{CurrencyCode, Locale, MoneyOptions, MoneyStyle, Number, NumberOptions};

use crate::compile::call::Arguments;
use crate::formatter::first;
use crate::formatter::number::{money_parts, number};
use crate::run::{Machine, Stop};
use crate::value::Node;

type Result<'r> = std::result::Result<Node<'r>, Stop>;

const TWO_DIGITS: NumberOptions = NumberOptions {
    minimum_fraction: Some(2),
    maximum_fraction: Some(2),
    style: stoa_locale::NumberStyle::Decimal,
    grouping: Some(true),
    rounding: stoa_locale::RoundingMode::HalfEven,
    minimum_integer: None,
    minimum_significant: None,
    maximum_significant: None,
};

/// Text such as 1,234.50 for any amount.
pub(super) fn plain(amount: &Number) -> String {
    Locale::default_ref().format_number(amount, &TWO_DIGITS)
}

/// The amount in a span that scripts of the page can find.
pub(super) fn native(amount: &Number) -> String {
    format!("<span class=\"sqs-money-native\">{}</span>", plain(amount))
}

/// A number or numeric text in hundredths; other text is 0, other values none.
fn from_cents(node: Node<'_>) -> Option<Number> {
    match (number(node), node.as_str()) {
        (Some(cents), _) => Some(cents.scaled(-2)),
        (None, Some(_)) => Some(Number::from(0)),
        (None, None) => None,
    }
}

pub(super) fn money_format<'r>(machine: &mut Machine<'r>, _: &Arguments, values: &[Node<'r>]) -> Result<'r> {
    match from_cents(first(values)) {
        Some(amount) => machine.text(plain(&amount)),
        None => Ok(Node::Missing),
    }
}

pub(super) fn money_string<'r>(machine: &mut Machine<'r>, _: &Arguments, values: &[Node<'r>]) -> Result<'r> {
    match from_cents(first(values)) {
        Some(amount) => machine.text(native(&amount)),
        None => Ok(Node::Missing),
    }
}

pub(super) fn accounting_format<'r>(machine: &mut Machine<'r>, _: &Arguments, values: &[Node<'r>]) -> Result<'r> {
    let (Some(_), Some(dollars)) = (machine.context.locale, CurrencyCode::parse("USD")) else {
        return Ok(Node::Missing);
    };
    let amount = from_cents(first(values)).unwrap_or_else(|| Number::from(0));
    machine.text(Locale::default_ref().format_money(&amount, dollars, &MoneyOptions::default()))
}

pub(super) fn localised<'r>(machine: &mut Machine<'r>, arguments: &Arguments, values: &[Node<'r>]) -> Result<'r> {
    let Some((amount, currency)) = money_parts(first(values)) else { return Ok(Node::Missing) };
    let named = arguments.get(0).and_then(|tag| Locale::parse(tag).ok());
    let Some(locale) = named.as_ref().or(machine.context.locale) else { return Ok(Node::Missing) };
    let options = MoneyOptions { style: MoneyStyle::Symbol, ..MoneyOptions::default() };
    let text = locale.format_money(&amount, currency, &options);
    machine.text(text)
}

pub(super) fn percentage<'r>(machine: &mut Machine<'r>, arguments: &Arguments, values: &[Node<'r>]) -> Result<'r> {
    if machine.context.locale.is_none() {
        return Ok(Node::Missing);
    }
    let trim = arguments.items().any(|word| word == "trim");
    let options =
        NumberOptions { minimum_fraction: Some(if trim { 0 } else { 2 }), maximum_fraction: Some(3), ..TWO_DIGITS };
    let amount = number(first(values)).unwrap_or_else(|| Number::from(0));
    machine.text(Locale::default_ref().format_number(&amount, &options))
}
