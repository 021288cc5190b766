//! The rows of an order: the order itself, its items, and the answers to their forms.

use sea_orm::ActiveValue::Set;
use sea_orm::{ActiveModelTrait as _, IntoActiveModel};
use stoa_entity::TenantTx;
use stoa_entity::json_column::JsonOf;
use stoa_entity::tenant::{order, order_item, order_item_answer};
use stoa_kernel::TenantCtx;
use stoa_kernel::id::{OrderId, OrderItemId};
use stoa_kernel::order::{FulfillmentStatus, OrderEventKind, OrderPaymentStatus};
use stoa_kernel::token::random_token;

use super::details::Details;
use super::store;
use crate::cart::{Cart, Priced};
use crate::orders::{note, searchable};
use crate::{CommerceError, catalogue, contributor_texts};

/// How long stock is reserved for an unpaid order, milliseconds.
pub(crate) const HOLD_MS: i64 = 15 * 60 * 1_000;

/// Writes an order with its items, or writes them again when the cart was placed before and not paid.
pub(super) async fn write_order(
    ctx: &TenantCtx,
    tx: &TenantTx,
    row: order::Model,
    earlier: Option<order::Model>,
    priced: &Priced,
) -> Result<(order::Model, Vec<order_item::Model>), CommerceError> {
    let (order, message) = match earlier {
        Some(earlier) => {
            store::remove_items(tx, &earlier.id).await?;
            let order::Model { id, number, auth_code, created_on, .. } = earlier;
            let again = order::Model { id, number, auth_code, created_on, ..row };
            let again = tx.save(again.into_active_model().reset_all()).await?;
            (again, contributor_texts::CUSTOMER_TRIED_TO_PAY_AGAIN.english())
        }
        None => {
            // Nobody waits for the counter where a single transaction writes.
            let number = if tx.locks_rows() { row.number } else { store::next_number(tx).await? };
            let row = order::Model { number, ..row };
            tx.insert_many(vec![row.clone().into_active_model()]).await?;
            (row, contributor_texts::ORDER_WAS_PLACED.english())
        }
    };
    let (items, answers) = item_rows(ctx, &order.id, priced);
    tx.insert_many(items.iter().cloned().map(IntoActiveModel::into_active_model).collect()).await?;
    tx.insert_many(answers).await?;
    note(ctx, tx, &order.id, OrderEventKind::Placed, message).await?;
    Ok((order, items))
}

/// The order of a cart, before it has a number.
pub(super) fn order_row(
    ctx: &TenantCtx,
    cart: &Cart,
    priced: &Priced,
    details: &Details,
    test_mode: bool,
) -> order::Model {
    let (shipping, billing) = (priced.destination(cart), priced.billing(cart));
    let totals = &priced.totals;
    let donor = cart.donation.as_ref().map(|donation| donation.donor_name.clone());
    let addressee = billing.or(shipping).map(stoa_address::Address::name);
    let customer_name = priced.collector(cart).or(addressee).or(donor).unwrap_or_default();
    let bought = priced.lines.iter().map(|line| (line.variant.sku.as_str(), line.item.name.as_str()));
    order::Model {
        website_id: ctx.website().clone(),
        id: OrderId::generate(),
        number: store::temporary_order_number(),
        cart_id: cart.row.id.clone(),
        email: cart.row.email.clone(),
        customer_name: customer_name.clone(),
        site_user_id: cart.owner(ctx).cloned(),
        currency: priced.settings.site.currency.code().to_owned(),
        subtotal_cents: totals.subtotal_cents,
        discount_cents: totals.discount_cents,
        shipping_cents: totals.shipping_cents,
        tax_cents: totals.tax_cents,
        grand_total_cents: totals.grand_total_cents,
        payment_status: OrderPaymentStatus::AwaitingPayment,
        fulfillment_status: FulfillmentStatus::Pending,
        stock_held: true,
        hold_expires_on: Some(ctx.now() + HOLD_MS),
        shipping_address: shipping.cloned().map(JsonOf),
        billing_address: billing.cloned().map(JsonOf),
        shipping_option: priced.inputs.shipping.clone().map(JsonOf),
        pricing: JsonOf(priced.inputs.clone()),
        auth_code: random_token(32),
        test_mode,
        hands_out: Some(!test_mode || priced.settings.delivers_test_orders),
        note: details.note.clone(),
        search: searchable(&cart.row.email, &customer_name, bought),
        created_on: ctx.now(),
        paid_on: None,
        updated_on: ctx.now(),
    }
}

/// Order items, and the answers to their product forms.
fn item_rows(
    ctx: &TenantCtx,
    order: &OrderId,
    priced: &Priced,
) -> (Vec<order_item::Model>, Vec<order_item_answer::ActiveModel>) {
    let mut rows = Vec::with_capacity(priced.lines.len());
    let mut answer_rows = Vec::new();
    for (position, line) in (0_i32..).zip(&priced.lines) {
        let id = OrderItemId::generate();
        let answers = catalogue::answered(&line.item.additional_fields, line.entry.additional_fields.as_deref());
        if !answers.is_empty() {
            answer_rows.push(order_item_answer::ActiveModel {
                website_id: Set(ctx.website().clone()),
                order_item_id: Set(id.clone()),
                order_id: Set(order.clone()),
                answers: Set(JsonOf(answers)),
            });
        }
        rows.push(order_item::Model {
            website_id: ctx.website().clone(),
            id,
            order_id: order.clone(),
            position,
            product_id: line.item.id.clone(),
            variant_id: line.variant.id.clone(),
            sku: line.variant.sku.clone(),
            product_name: line.item.name.clone(),
            attributes: JsonOf(line.item.chosen_options(&line.variant).stored()),
            image_asset_id: line.item.image_of(&line.variant).map(|picture| picture.id.clone()),
            product_type: line.item.product_type,
            quantity: line.entry.quantity,
            unit_price_cents: line.unit_price_cents,
            total_cents: line.total_cents,
        });
    }
    (rows, answer_rows)
}
