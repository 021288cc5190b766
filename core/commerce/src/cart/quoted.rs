//! A cart as plugins are told about it.

use std::collections::HashMap;

use stoa_address::Place;
use stoa_entity::TenantTx;
use stoa_kernel::TenantCtx;
use stoa_kernel::money::Cents;

use super::model::Cart;
use super::price::{Line, Priced, place, priced_line};
use crate::CommerceError;
use crate::checkout::details_of_carts;
use crate::pricing::LineTotals;
use crate::quotes::{QuotedCart, QuotedCheckout, QuotedDelivery, QuotedLine};
use crate::settings::StoreSettings;

/// Facts about the buyer that plugins are told.
#[derive(Clone, Debug, Default)]
pub(super) struct QuotedBuyer {
    pub(super) is_signed_in: bool,
    pub(super) tax_id: Option<String>,
}

impl QuotedBuyer {
    /// Those of the cart. The tax number is the answer to the question that the owner has chosen for it.
    pub(super) async fn of(
        tx: &TenantTx,
        cart: &Cart,
        is_signed_in: bool,
        settings: &StoreSettings,
    ) -> Result<Self, CommerceError> {
        let field = &settings.choices.taxes.tax_id_field;
        if field.is_empty() {
            return Ok(Self { is_signed_in, tax_id: None });
        }
        let mut answers = details_of_carts(tx, std::iter::once(cart.row.id.clone())).await?;
        let answers = answers.remove(&cart.row.id).unwrap_or_default();
        let tax_id = answers.into_iter().find(|answer| answer.field_id == *field).map(|answer| answer.value);
        Ok(Self { is_signed_in, tax_id })
    }
}

/// The lines of a cart, pieces of a variant together. `totals` are those of the lines, in their order.
pub(super) fn quoted_cart(
    settings: &StoreSettings,
    buyer: &QuotedBuyer,
    lines: &[Line],
    totals: &[LineTotals],
) -> QuotedCart {
    let mut quoted: Vec<QuotedLine> = Vec::with_capacity(lines.len());
    let mut places: HashMap<&str, usize> = HashMap::new();
    for (line, totals) in lines.iter().zip(totals) {
        let paid = totals.total_cents - totals.discount_cents;
        let known = places.get(line.variant.id.as_str()).and_then(|place| quoted.get_mut(*place));
        if let Some(same) = known {
            same.quantity += line.entry.quantity;
            same.total_cents += paid;
            continue;
        }
        places.insert(line.variant.id.as_str(), quoted.len());
        quoted.push(quoted_line(line, paid));
    }
    QuotedCart {
        currency: settings.site.currency,
        lines: quoted,
        subtotal_cents: totals.iter().map(|line| line.total_cents).fold(Cents::ZERO, Cents::saturating_add),
        prices_include_tax: settings.choices.prices_include_tax,
        is_signed_in: buyer.is_signed_in,
        tax_id: buyer.tax_id.clone(),
    }
}

/// A checkout as plugins with questions are told about it.
pub(crate) fn quoted_checkout(ctx: &TenantCtx, cart: &Cart, priced: &Priced) -> QuotedCheckout {
    let undiscounted = |line: &LineTotals| LineTotals { discount_cents: Cents::ZERO, ..*line };
    let totals: Vec<LineTotals> = priced.totals.lines.iter().map(undiscounted).collect();
    let buyer = QuotedBuyer { is_signed_in: cart.owner(ctx).is_some(), tax_id: None };
    let delivery = priced.inputs.shipping.as_ref().map(|choice| QuotedDelivery {
        id: choice.id.clone(),
        label: choice.label.clone(),
        is_pickup: choice.pickup.is_some(),
    });
    QuotedCheckout {
        cart: quoted_cart(&priced.settings, &buyer, &priced.lines, &totals),
        place: priced.pickup().map(Place::from).or_else(|| place(cart, priced.requires_shipping)),
        delivery,
    }
}

fn quoted_line(line: &Line, paid: Cents) -> QuotedLine {
    let priced = priced_line(line);
    let mut categories: Vec<String> = line
        .item
        .all_categories()
        .filter(|category| !category.is_root)
        .map(|category| category.url_id.clone())
        .collect();
    categories.sort();
    QuotedLine {
        reference: priced.reference,
        product_id: line.item.id.to_string(),
        sku: line.variant.sku.clone(),
        title: line.item.name.clone(),
        kind: if line.item.donation.is_some() { None } else { line.item.kind() },
        quantity: line.entry.quantity,
        unit_price_cents: line.unit_price_cents,
        total_cents: paid,
        weight_grams: line.variant.weight_grams,
        is_shipped: line.is_sent(),
        is_taxable: priced.taxable,
        is_discountable: priced.discountable,
        tags: line.item.tags.clone(),
        categories,
    }
}
