//! Orders that are called off before anything has left the house.

use sea_orm::ColumnTrait;
use stoa_entity::tenant::order;
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::error::Checks;
use stoa_kernel::event::Event;
use stoa_kernel::id::{PaymentId, RefundId};
use stoa_kernel::permission::{Action, Resource};
use stoa_kernel::{Failure, TenantCtx};

use super::model::{EventKind, OrderView};
use super::store;
use crate::audit::{self, AuditAction};
use crate::ports::Payments;
use crate::refunds::{self, Ledger};
use crate::{CommerceError, cart, checkout, outbox};

/// How an order is called off.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cancellation {
    /// Why, for people.
    pub reason: String,
    /// Whether its pieces go back into stock.
    pub restock: bool,
    /// Whether the customer is told by mail.
    pub notify_customer: bool,
}

impl Cancellation {
    fn checked(self) -> Result<Self, Failure> {
        let trimmed = Self { reason: self.reason.trim().to_owned(), ..self };
        let mut checks = Checks::default();
        let plain = trimmed.reason.chars().count() <= 500 && !trimmed.reason.chars().any(char::is_control);
        checks.require(plain, "reason", "At most 500 characters on one line.");
        checks.finish()?;
        Ok(trimmed)
    }
}

/// What is to be asked of providers after an order was called off.
struct Aftermath {
    refunds: Vec<RefundId>,
    voids: Vec<PaymentId>,
}

/// Calls an order off, once: its pieces go back into stock, money that was taken is given back, money
/// that was set aside is let go.
///
/// # Errors
/// [`CommerceError::Conflict`] when it was called off before, something of it has left the house, or a
/// refund is being clarified.
pub async fn cancel(
    ctx: &TenantCtx,
    db: &TenantDb,
    payments: &dyn Payments,
    order_id: &str,
    cancellation: Cancellation,
) -> Result<OrderView, CommerceError> {
    ctx.authorise(Resource::Orders, Action::Write)?;
    let cancellation = cancellation.checked()?;
    let aftermath = call_off(ctx, db, order_id, &cancellation).await?;
    for id in &aftermath.refunds {
        refunds::carry_out(ctx, db, payments, id).await?;
    }
    for id in &aftermath.voids {
        checkout::void(ctx, db, payments, id).await?;
    }
    let tx = db.read().await?;
    let row = store::find(&tx, order_id, false).await?;
    store::complete(&tx, row).await
}

async fn call_off(
    ctx: &TenantCtx,
    db: &TenantDb,
    order_id: &str,
    cancellation: &Cancellation,
) -> Result<Aftermath, CommerceError> {
    let tx = db.write().await?;
    let unlocked = store::find(&tx, order_id, false).await?;
    cart::lock(&tx, &unlocked.cart_id).await?;
    let row = store::find(&tx, order_id, true).await?;
    refuse(&tx, &row).await?;
    tx.update::<order::Entity>(order::Column::Id.eq(row.id.clone()))
        .filter(order::Column::FulfillmentStatus.eq("PENDING"))
        .set(order::Column::FulfillmentStatus, "CANCELED")
        .set(order::Column::UpdatedOn, ctx.now_ms())
        .exec()
        .await?;
    let message = if cancellation.reason.is_empty() {
        "The order was canceled.".to_owned()
    } else {
        format!("The order was canceled: {}", cancellation.reason)
    };
    store::note(ctx, &tx, &row.id, EventKind::Canceled, &message).await?;
    let voids = checkout::close_attempts(ctx, &tx, &row, cancellation.restock).await?;
    let reason = if cancellation.reason.is_empty() { "The order was canceled" } else { &cancellation.reason };
    let refunds = refunds::begin_rest(ctx, &tx, &row, reason).await?;
    audit::note(ctx, &tx, AuditAction::OrderCancel, row.id.as_str()).await?;
    let event = Event::OrderCanceled { order_id: row.id, notify: cancellation.notify_customer };
    outbox::emit(ctx, &tx, &event).await?;
    tx.commit().await?;
    Ok(Aftermath { refunds, voids })
}

async fn refuse(tx: &TenantTx, row: &order::Model) -> Result<(), CommerceError> {
    let reason = match row.fulfillment_status.as_str() {
        "CANCELED" => "The order has already been canceled.",
        "FULFILLED" => "The order has been fulfilled. Refund it instead.",
        _ if !store::fulfillments(tx, &row.id).await?.is_empty() => {
            "A part of the order has left the house. Refund what is left instead."
        }
        _ if Ledger::load(tx, row).await?.is_clarifying() => {
            "A refund of this order is still being clarified with the payment provider. Cancel the order when it is."
        }
        _ => return Ok(()),
    };
    Err(CommerceError::Conflict(reason.to_owned()))
}
