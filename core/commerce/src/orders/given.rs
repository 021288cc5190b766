//! What is given with the payment itself: files can be fetched, codes are in a letter, pages are open. Nothing of it
//! is ever sent, so orders do not wait for it.

use sea_orm::ColumnTrait;
use stoa_entity::TenantTx;
use stoa_entity::tenant::{order, order_item};
use stoa_kernel::TenantCtx;

use super::model::EventKind;
use super::store::note;
use crate::CommerceError;
use crate::catalogue::ProductType;

/// Whether lines of a type, by its number, are given with the payment.
pub(super) fn is_given_at_once(product_type: i32) -> bool {
    ProductType::from_code(product_type).is_some_and(ProductType::is_given_at_once)
}

/// Closes a paid order of which nothing is to be sent. Gives it as it is then.
pub(crate) async fn close_if_given(
    ctx: &TenantCtx,
    tx: &TenantTx,
    order: order::Model,
    items: &[order_item::Model],
) -> Result<order::Model, CommerceError> {
    if items.is_empty() || !items.iter().all(|item| is_given_at_once(item.product_type)) {
        return Ok(order);
    }
    let closed = tx
        .update::<order::Entity>(order::Column::Id.eq(order.id.clone()))
        .filter(order::Column::FulfillmentStatus.eq("PENDING"))
        .set(order::Column::FulfillmentStatus, "FULFILLED")
        .returning()
        .await?;
    let Some(closed) = closed.into_iter().next() else { return Ok(order) };
    note(ctx, tx, &order.id, EventKind::Fulfilled, "Nothing of this order has to be sent.").await?;
    Ok(closed)
}
