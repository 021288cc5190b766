//! Queries for orders and payments of a checkout.

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use sea_orm::sea_query::{Expr, ExprTrait};
use stoa_entity::tenant::{cart, counter, order, order_item, payment};
use stoa_entity::{DbError, TenantTx};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{CartId, OrderId, PaymentId};
use stoa_kernel::order::OrderPaymentStatus;
use stoa_kernel::payment::{AttemptStatus, CaptureMode};
use stoa_kernel::token::random_number;
use stoa_kernel::{ErrorCode, Failure, TenantCtx};

use super::status_checks::next_check_after;
pub(super) use crate::orders::items;
use crate::problem_texts::CART_OF_A_LOAD_TEST;
use crate::{CommerceError, load_runs, refunds};

/// Name of the order number counter.
pub(crate) const ORDER_NUMBERS: &str = "orders";
/// Statuses of attempts that wait for the buyer, or whose outcome is unknown.
const WAITING_OR_UNKNOWN: [AttemptStatus; 3] =
    [AttemptStatus::Started, AttemptStatus::Unknown, AttemptStatus::RequiresAction];

/// The order that was placed from a cart. The row of the cart names it from the moment on in which it is placed.
pub(super) async fn order_of_cart(
    tx: &TenantTx,
    cart: &cart::Model,
    lock: bool,
) -> Result<Option<order::Model>, DbError> {
    if cart.order_id.is_none() {
        return Ok(None);
    }
    let find = tx.find::<order::Entity>().filter(order::Column::CartId.eq(cart.id.clone()));
    if lock { find.for_update().one().await } else { find.one().await }
}

pub(super) async fn order(tx: &TenantTx, id: &OrderId, lock: bool) -> Result<Option<order::Model>, DbError> {
    let find = tx.find::<order::Entity>().filter(order::Column::Id.eq(id.clone()));
    if lock { find.for_update().one().await } else { find.one().await }
}

pub(crate) async fn payment(tx: &TenantTx, id: &PaymentId, lock: bool) -> Result<Option<payment::Model>, DbError> {
    let find = tx.find::<payment::Entity>().filter(payment::Column::Id.eq(id.clone()));
    if lock { find.for_update().one().await } else { find.one().await }
}

pub(crate) async fn payment_by_key(tx: &TenantTx, key: &str) -> Result<Option<payment::Model>, DbError> {
    tx.find::<payment::Entity>().filter(payment::Column::IdempotencyKey.eq(key)).one().await
}

pub(crate) async fn payment_by_reference(
    tx: &TenantTx,
    provider: &str,
    reference: &str,
) -> Result<Option<payment::Model>, DbError> {
    tx.find::<payment::Entity>()
        .filter(payment::Column::Provider.eq(provider))
        .filter(payment::Column::ProviderRef.eq(reference))
        .one()
        .await
}

/// The latest attempt of an order that is still in progress.
pub(super) async fn open_payment(tx: &TenantTx, order: &OrderId) -> Result<Option<payment::Model>, DbError> {
    tx.find::<payment::Entity>()
        .filter(payment::Column::OrderId.eq(order.clone()))
        .filter(payment::Column::Status.is_in(AttemptStatus::values_where(AttemptStatus::is_open)))
        .order_by_desc(payment::Column::CreatedOn)
        .one()
        .await
}

/// The attempts of an order that are in progress or captured, except captures that are being refunded; the latest first.
pub(crate) async fn captured_or_open_payments(tx: &TenantTx, order: &OrderId) -> Result<Vec<payment::Model>, DbError> {
    let statuses = AttemptStatus::values_where(AttemptStatus::is_open).chain([AttemptStatus::Captured]);
    let found = tx
        .find::<payment::Entity>()
        .filter(payment::Column::OrderId.eq(order.clone()))
        .filter(payment::Column::Status.is_in(statuses))
        .order_by_desc(payment::Column::CreatedOn)
        .all()
        .await?;
    let mut kept = Vec::with_capacity(found.len());
    for payment in found {
        if !refunds::is_refunded_in_full(tx, order, &payment.id).await? {
            kept.push(payment);
        }
    }
    Ok(kept)
}

/// Whether the shop was in test mode when the latest attempt of an order was begun; none when that was not recorded.
pub(crate) async fn latest_shop_test_mode(tx: &TenantTx, order: &OrderId) -> Result<Option<bool>, DbError> {
    let attempts = tx.find::<payment::Entity>().filter(payment::Column::OrderId.eq(order.clone()));
    let latest = attempts.order_by_desc(payment::Column::CreatedOn).one().await?;
    Ok(latest.and_then(|payment| payment.shop_test_mode))
}

/// The attempts of an order that can be cancelled at the provider: those that wait for the buyer, and authorised ones.
pub(super) async fn cancelable(tx: &TenantTx, order: &OrderId) -> Result<Vec<payment::Model>, DbError> {
    tx.find::<payment::Entity>()
        .filter(payment::Column::OrderId.eq(order.clone()))
        .filter(payment::Column::Status.is_in([AttemptStatus::RequiresAction, AttemptStatus::Authorised]))
        .order_by_asc(payment::Column::CreatedOn)
        .all()
        .await
}

/// Attempts whose status check is due.
pub(super) async fn due_payments(tx: &TenantTx, now: Timestamp, limit: u64) -> Result<Vec<payment::Model>, DbError> {
    tx.find::<payment::Entity>()
        .filter(payment::Column::NextCheckOn.lte(now))
        .order_by_asc(payment::Column::NextCheckOn)
        .limit(limit)
        .all()
        .await
}

/// Unpaid orders whose stock reservation has expired.
pub(super) async fn expired_orders(tx: &TenantTx, now: Timestamp, limit: u64) -> Result<Vec<order::Model>, DbError> {
    tx.find::<order::Entity>()
        .filter(order::Column::StockHeld.eq(true))
        .filter(order::Column::PaymentStatus.eq(OrderPaymentStatus::AwaitingPayment))
        .filter(order::Column::HoldExpiresOn.lte(now))
        .order_by_asc(order::Column::HoldExpiresOn)
        .limit(limit)
        .all()
        .await
}

/// Expires the attempts of an order that wait for the buyer or for a transfer. Returns those to cancel at the provider,
/// where the buyer could still confirm them.
pub(super) async fn expire_waiting(ctx: &TenantCtx, tx: &TenantTx, order: &OrderId) -> Result<Vec<PaymentId>, DbError> {
    tx.update::<payment::Entity>(payment::Column::OrderId.eq(order.clone()))
        .filter(payment::Column::Status.eq(AttemptStatus::Pending))
        .filter(payment::Column::Instructions.is_not_null())
        .set(payment::Column::Status, AttemptStatus::Expired)
        .set(payment::Column::UpdatedOn, ctx.now())
        .exec()
        .await?;
    let mut ended = Vec::new();
    for payment in cancelable(tx, order).await? {
        if payment.status == AttemptStatus::RequiresAction {
            expire(ctx, tx, &payment).await?;
            ended.push(payment.id);
        }
    }
    Ok(ended)
}

/// Expires an attempt that waits for the buyer or whose status is unknown. Also schedules its cancellation at the
/// provider, which is retried if it fails.
pub(super) async fn expire(ctx: &TenantCtx, tx: &TenantTx, payment: &payment::Model) -> Result<(), DbError> {
    tx.update::<payment::Entity>(payment::Column::Id.eq(payment.id.clone()))
        .filter(payment::Column::Status.is_in(WAITING_OR_UNKNOWN))
        .set(payment::Column::Status, AttemptStatus::Expired)
        .set(payment::Column::CaptureMode, CaptureMode::Never)
        .set(payment::Column::Checks, 0)
        .set(payment::Column::NextCheckOn, next_check_after(0).map(|wait| ctx.now() + wait))
        .set(payment::Column::UpdatedOn, ctx.now())
        .exec()
        .await?;
    Ok(())
}

/// Temporary, unique order number until the real one is assigned.
pub(super) fn temporary_order_number() -> i64 {
    -random_number()
}

/// Assigns the site's next order number. Numbers have no gaps: a rollback also reverts the counter.
pub(super) async fn number(tx: &TenantTx, order: &OrderId) -> Result<(), DbError> {
    let number = next_number(tx).await?;
    tx.update::<order::Entity>(order::Column::Id.eq(order.clone())).set(order::Column::Number, number).exec().await?;
    Ok(())
}

/// The site's next order number, which is taken by this.
pub(super) async fn next_number(tx: &TenantTx) -> Result<i64, DbError> {
    let raised = tx
        .update::<counter::Entity>(counter::Column::Name.eq(ORDER_NUMBERS))
        .set(counter::Column::Value, Expr::col(counter::Column::Value).add(1))
        .returning()
        .await?;
    if let Some(row) = raised.first() {
        return Ok(row.value);
    }
    let first = counter::ActiveModel {
        website_id: Set(tx.website().clone()),
        name: Set(ORDER_NUMBERS.to_owned()),
        value: Set(1),
    };
    Ok(tx.insert(first).await?.value)
}

pub(super) async fn remove_items(tx: &TenantTx, order: &OrderId) -> Result<(), DbError> {
    tx.delete::<order_item::Entity>(order_item::Column::OrderId.eq(order.clone())).exec().await?;
    Ok(())
}

/// Links a cart with the order that is placed from it. Refuses a cart of a load test outside of its run: what is ordered
/// from such a cart is removed with the run.
pub(super) async fn link_placed(
    ctx: &TenantCtx,
    tx: &TenantTx,
    cart: &CartId,
    order: &OrderId,
) -> Result<(), CommerceError> {
    let update = tx.update::<cart::Entity>(cart::Column::Id.eq(cart.clone()));
    let update = if ctx.load_run().is_some() { update } else { update.filter(load_runs::is_of_no_run(tx)) };
    let linked = update
        .set(cart::Column::OrderId, Some(order.clone()))
        .set(cart::Column::IsPurchased, false)
        .set(cart::Column::UpdatedOn, ctx.now())
        .exec()
        .await?;
    if linked == 1 {
        Ok(())
    } else {
        Err(CommerceError::Said(Failure::said(ErrorCode::CheckoutBlocked, CART_OF_A_LOAD_TEST)))
    }
}

pub(super) async fn link_cart(
    ctx: &TenantCtx,
    tx: &TenantTx,
    cart: &CartId,
    order: &OrderId,
    is_purchased: bool,
) -> Result<(), DbError> {
    tx.update::<cart::Entity>(cart::Column::Id.eq(cart.clone()))
        .set(cart::Column::OrderId, Some(order.clone()))
        .set(cart::Column::IsPurchased, is_purchased)
        .set(cart::Column::UpdatedOn, ctx.now())
        .exec()
        .await?;
    Ok(())
}
