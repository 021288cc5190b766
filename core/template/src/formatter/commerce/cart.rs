//! The cart in page headers.

use stoa_locale::Number;

use super::amount::native;
use crate::compile::call::Arguments;
use crate::formatter::first;
use crate::run::{Machine, Stop};
use crate::value::Node;

type Result<'r> = std::result::Result<Node<'r>, Stop>;

pub(super) fn quantity<'r>(machine: &mut Machine<'r>, _: &Arguments, values: &[Node<'r>]) -> Result<'r> {
    let cart = first(values);
    let entries = [cart.member("items"), cart.member("entries")]
        .into_iter()
        .find(|entries| entries.as_array().is_some())
        .unwrap_or(Node::Missing);
    machine.charge(entries.size())?;
    let total =
        entries.values().iter().fold(0_i64, |total, entry| total.saturating_add(entry.member("quantity").to_integer()));
    machine.text(format!("<span class=\"sqs-cart-quantity\">{total}</span>"))
}

pub(super) fn subtotal<'r>(machine: &mut Machine<'r>, _: &Arguments, values: &[Node<'r>]) -> Result<'r> {
    let cents = first(values).member("subtotalCents").to_integer();
    let amount = native(&Number::from_minor(cents, 2));
    machine.text(format!("<span class=\"sqs-cart-subtotal\">{amount}</span>"))
}

pub(super) fn url<'r>(machine: &mut Machine<'r>, _: &Arguments, _: &[Node<'r>]) -> Result<'r> {
    machine.text("/cart")
}
