//! Conversions and checks of what plugins for shipping, taxes and discounts are told and say.

use std::collections::BTreeSet;

use super::{invalid, money_in};
use crate::bindings::carts::stoa::plugin0_2_0::carts;
use crate::bindings::discounts::interface as discounts;
use crate::bindings::imports::stoa::plugin::types;
use crate::bindings::shipping::interface as shipping;
use crate::bindings::taxes::interface as taxes;
use crate::capability::secret_places::OPEN;
use crate::error::PluginErrorKind;
use crate::model::{CartDiscount, CartLine, CartPlace, CartProductKind, CartTax, Money, QuotedCart, ShippingRate};

/// Most options, taxes or discounts of an answer.
const MAX_ENTRIES: usize = 50;
const MAX_LABEL_CHARS: usize = 100;
const MAX_TAX_NAME_CHARS: usize = 60;
const MAX_CODE_CHARS: usize = 40;
const MAX_BASIS_POINTS: u32 = 10_000;
/// Largest price of a delivery, minor units.
const MAX_MINOR: i64 = 99_999_999_999;

/// A text that people typed, in which what looks like a placeholder of a secret is taken apart.
pub(super) fn typed(text: &str) -> String {
    text.replace(OPEN, "$ {secret:")
}

pub(crate) fn cart_in(cart: &QuotedCart) -> carts::Cart {
    carts::Cart {
        lines: cart.lines.iter().map(line_in).collect(),
        subtotal: money_in(&cart.subtotal),
        prices_include_tax: cart.prices_include_tax,
        customer: carts::Customer { signed_in: cart.signed_in, tax_id: cart.tax_id.as_deref().map(typed) },
    }
}

fn line_in(line: &CartLine) -> carts::Line {
    carts::Line {
        id: line.id.clone(),
        product_id: line.product_id.clone(),
        sku: line.sku.clone(),
        title: typed(&line.title),
        kind: match line.kind {
            CartProductKind::Physical => carts::ProductKind::Physical,
            CartProductKind::Digital => carts::ProductKind::Digital,
            CartProductKind::Service => carts::ProductKind::Service,
            CartProductKind::GiftCard => carts::ProductKind::GiftCard,
            CartProductKind::Donation => carts::ProductKind::Donation,
            CartProductKind::Other => carts::ProductKind::Other,
        },
        quantity: line.quantity,
        unit_price: money_in(&line.unit_price),
        total: money_in(&line.total),
        weight_grams: line.weight_grams,
        shipped: line.shipped,
        taxable: line.taxable,
        discountable: line.discountable,
        tags: line.tags.clone(),
        categories: line.categories.clone(),
    }
}

pub(crate) fn place_in(place: &CartPlace) -> carts::Place {
    carts::Place {
        country: place.country.clone(),
        region: typed(&place.region),
        postal_code: typed(&place.postal_code),
    }
}

/// Converts delivery options; refuses those that cannot be offered.
pub(crate) fn rates_out(rates: Vec<shipping::Rate>, currency: &str) -> Result<Vec<ShippingRate>, PluginErrorKind> {
    check_count("delivery options", rates.len())?;
    let mut codes = BTreeSet::new();
    let mut offered = Vec::with_capacity(rates.len());
    for rate in rates {
        let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        if !(1..=MAX_CODE_CHARS).contains(&rate.code.len()) || !rate.code.bytes().all(plain) {
            return Err(invalid("a delivery option whose code is not made of 1 to 40 of a-z, 0-9 and -"));
        }
        if !codes.insert(rate.code.clone()) {
            return Err(invalid(format!("the delivery option `{}` twice", rate.code)));
        }
        if matches!((rate.min_days, rate.max_days), (Some(least), Some(most)) if least > most) {
            return Err(invalid(format!("the delivery option `{}` arrives earlier than it can", rate.code)));
        }
        offered.push(ShippingRate {
            label: checked_label(rate.label, MAX_LABEL_CHARS)?,
            price: amount_out(rate.price, currency, MAX_MINOR)?,
            code: rate.code,
            min_days: rate.min_days,
            max_days: rate.max_days,
        });
    }
    Ok(offered)
}

/// Converts taxes; refuses rates above 100 %, also in their sum.
pub(crate) fn taxes_out(said: Vec<taxes::Tax>, cart: &QuotedCart) -> Result<Vec<CartTax>, PluginErrorKind> {
    check_count("taxes", said.len())?;
    let all: u64 = said.iter().map(|tax| u64::from(tax.rate_basis_points)).sum();
    if said.iter().any(|tax| tax.rate_basis_points > MAX_BASIS_POINTS) || all > 50 * u64::from(MAX_BASIS_POINTS) {
        return Err(invalid("a tax above 100 %"));
    }
    for line in &cart.lines {
        let own = said.iter().filter(|tax| tax.lines.contains(&line.id));
        if own.map(|tax| u64::from(tax.rate_basis_points)).sum::<u64>() > u64::from(MAX_BASIS_POINTS) {
            return Err(invalid(format!("taxes above 100 % on the line `{}`", line.id)));
        }
    }
    let on_shipping = said.iter().filter(|tax| tax.on_shipping).map(|tax| u64::from(tax.rate_basis_points));
    if on_shipping.sum::<u64>() > u64::from(MAX_BASIS_POINTS) {
        return Err(invalid("taxes above 100 % on shipping"));
    }
    said.into_iter()
        .map(|tax| {
            Ok(CartTax {
                name: checked_label(tax.name, MAX_TAX_NAME_CHARS)?,
                rate_basis_points: tax.rate_basis_points,
                lines: known_lines(tax.lines, cart)?,
                on_shipping: tax.on_shipping,
            })
        })
        .collect()
}

/// Converts discounts; refuses amounts above what the lines cost.
pub(crate) fn discounts_out(
    said: Vec<discounts::Discount>,
    cart: &QuotedCart,
) -> Result<Vec<CartDiscount>, PluginErrorKind> {
    check_count("discounts", said.len())?;
    said.into_iter()
        .map(|discount| {
            let lines = known_lines(discount.lines, cart)?;
            let lowered = |line: &&CartLine| line.discountable && (lines.is_empty() || lines.contains(&line.id));
            let cost = cart.lines.iter().filter(lowered).map(|line| line.total.minor);
            let most = cost.fold(0, i64::saturating_add);
            Ok(CartDiscount {
                label: checked_label(discount.label, MAX_LABEL_CHARS)?,
                amount: amount_out(discount.amount, &cart.subtotal.currency, most)?,
                lines,
            })
        })
        .collect()
}

pub(super) fn check_count(what: &str, count: usize) -> Result<(), PluginErrorKind> {
    if count <= MAX_ENTRIES { Ok(()) } else { Err(invalid(format!("more than {MAX_ENTRIES} {what}"))) }
}

pub(super) fn checked_label(label: String, most: usize) -> Result<String, PluginErrorKind> {
    let length = label.trim().chars().count();
    if (1..=most).contains(&length) && !label.chars().any(char::is_control) {
        return Ok(label.trim().to_owned());
    }
    Err(invalid(format!("a name that is not of 1 to {most} characters on one line")))
}

fn amount_out(amount: types::Money, currency: &str, most: i64) -> Result<Money, PluginErrorKind> {
    if amount.currency != currency {
        return Err(invalid(format!("an amount in {}, not in {currency}", amount.currency)));
    }
    if !(0..=most).contains(&amount.minor) {
        return Err(invalid(format!("the amount {}, which is not from 0 to {most}", amount.minor)));
    }
    Ok(Money { minor: amount.minor, currency: amount.currency })
}

fn known_lines(lines: Vec<String>, cart: &QuotedCart) -> Result<Vec<String>, PluginErrorKind> {
    match lines.iter().find(|id| !cart.lines.iter().any(|line| line.id == **id)) {
        Some(unknown) => Err(invalid(format!("the line `{unknown}`, which the cart does not have"))),
        None => Ok(lines),
    }
}
