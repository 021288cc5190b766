//! Items that are fulfilled by the payment itself: downloads, gift card codes sent by e-mail, paywalled pages. They are
//! never shipped, so orders do not wait for their fulfilment.

use sea_orm::ColumnTrait;
use stoa_entity::TenantTx;
use stoa_entity::tenant::{order, order_item};
use stoa_kernel::TenantCtx;
use stoa_kernel::order::{FulfillmentStatus, OrderEventKind};

use super::store::note;
use crate::CommerceError;
use crate::catalogue::ProductType;
use crate::contributor_texts;

/// Whether lines of a product type, given by its code, are fulfilled by the payment.
pub(super) fn is_auto_fulfilled(product_type: i32) -> bool {
    ProductType::from_code(product_type).is_some_and(ProductType::is_auto_fulfilled)
}

/// Marks a paid order as fulfilled if nothing of it has to be shipped. Returns the updated order; those who listen are
/// told by the caller, after the payment.
pub(crate) async fn mark_fulfilled_if_digital(
    ctx: &TenantCtx,
    tx: &TenantTx,
    order: order::Model,
    items: &[order_item::Model],
) -> Result<order::Model, CommerceError> {
    if items.is_empty() || !items.iter().all(|item| is_auto_fulfilled(item.product_type)) {
        return Ok(order);
    }
    let closed = tx
        .update::<order::Entity>(order::Column::Id.eq(order.id.clone()))
        .filter(order::Column::FulfillmentStatus.eq(FulfillmentStatus::Pending))
        .set(order::Column::FulfillmentStatus, FulfillmentStatus::Fulfilled)
        .returning()
        .await?;
    let Some(closed) = closed.into_iter().next() else { return Ok(order) };
    note(ctx, tx, &order.id, OrderEventKind::Fulfilled, contributor_texts::NOTHING_TO_FULFILL.english()).await?;
    Ok(closed)
}
