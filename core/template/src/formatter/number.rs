//! Numbers and money.

use stoa_locale::{CurrencyCode, Number};

use super::options::{money_options, number_options};
use super::{Formatter, entry, first, printing};
use crate::compile::call::{Arguments, Rule};
use crate::limits::LOCALE_STEPS;
use crate::parse::pattern::PositionHint;
use crate::run::{Machine, Stop};
use crate::value::{Amount, Node};

pub(super) static FORMATTERS: &[Formatter] =
    &[entry("decimal", Rule::ANY, decimal), printing("money", Rule::ANY, money, print_money)];

type Result<'r> = std::result::Result<Node<'r>, Stop>;

/// A number or numeric text.
pub(super) fn number(node: Node<'_>) -> Option<Number> {
    match (node.as_amount(), node.as_str()) {
        (Some(Amount::Integer(integer)), _) => Some(Number::from(integer)),
        (Some(Amount::Float(float)), _) => Number::from_f64(float),
        (None, Some(text)) => Number::parse(text),
        (None, None) => None,
    }
}

/// The amount and the currency of a money object: decimalValue with currencyCode, or value with currency.
fn money_nodes<'r>(node: Node<'r>) -> Option<(Node<'r>, CurrencyCode)> {
    static PLACES: [[PositionHint; 2]; 2] = [const { [const { PositionHint::unknown() }; 2] }; 2];
    for (names, places) in [["decimalValue", "currencyCode"], ["value", "currency"]].into_iter().zip(&PLACES) {
        let ([value, currency], [value_place, currency_place]) = (names, places);
        let value = node.member_at(value, Some(value_place));
        if value.is_absent() {
            continue;
        }
        let currency = node.member_at(currency, Some(currency_place));
        if !currency.is_absent() {
            return Some((value, CurrencyCode::parse(currency.as_str()?)?));
        }
    }
    None
}

/// Like [`money_nodes`], with the amount as a number.
pub(crate) fn money_parts(node: Node<'_>) -> Option<(Number, CurrencyCode)> {
    let (value, currency) = money_nodes(node)?;
    Some((number(value)?, currency))
}

pub(super) fn decimal_text<'a>(
    machine: &Machine<'_>,
    node: Node<'_>,
    options: impl Iterator<Item = &'a str>,
) -> Option<String> {
    let locale = machine.context.locale?;
    Some(locale.format_number(&number(node)?, &number_options(options)))
}

pub(super) fn money_text<'a>(
    machine: &Machine<'_>,
    node: Node<'_>,
    options: impl Iterator<Item = &'a str>,
) -> Option<String> {
    let locale = machine.context.locale?;
    let (amount, currency) = money_parts(node)?;
    Some(locale.format_money(&amount, currency, &money_options(options)))
}

fn decimal<'r>(machine: &mut Machine<'r>, arguments: &Arguments, values: &[Node<'r>]) -> Result<'r> {
    machine.charge(LOCALE_STEPS)?;
    match decimal_text(machine, first(values), arguments.items()) {
        Some(text) => machine.text(text),
        None => Ok(Node::Missing),
    }
}

fn money<'r>(machine: &mut Machine<'r>, arguments: &Arguments, values: &[Node<'r>]) -> Result<'r> {
    machine.charge(LOCALE_STEPS)?;
    match money_text(machine, first(values), arguments.items()) {
        Some(text) => machine.text(text),
        None => Ok(Node::Missing),
    }
}

fn print_money<'r>(
    machine: &mut Machine<'r>,
    arguments: &Arguments,
    values: &[Node<'r>],
) -> std::result::Result<(), Stop> {
    machine.charge(LOCALE_STEPS)?;
    let (Some(locale), Some((value, currency))) = (machine.context.locale, money_nodes(first(values))) else {
        return Ok(());
    };
    let options = money_options(arguments.items());
    if let Some(amount) = value.as_str() {
        return machine.write_with(|out| locale.write_money_text(amount, currency, &options, out));
    }
    let Some(amount) = number(value) else { return Ok(()) };
    machine.write_with(|out| locale.write_money(&amount, currency, &options, out))
}
