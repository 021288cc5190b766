//! Cancellation of orders of which nothing was fulfilled.

use sea_orm::ColumnTrait;
use stoa_entity::audit::{self, AuditAction};
use stoa_entity::outbox;
use stoa_entity::tenant::order;
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::error::Checks;
use stoa_kernel::event::Event;
use stoa_kernel::id::{OrderId, PaymentId, RefundId};
use stoa_kernel::order::{FulfillmentStatus, OrderEventKind};
use stoa_kernel::payment::{RefundCause, RefundReason};
use stoa_kernel::permission::{Action, Resource};
use stoa_kernel::{Failure, TenantCtx, boxed};

use super::model::OrderView;
use super::{details, store};
use crate::contributor_texts;
use crate::ports::Payments;
use crate::refunds::{self, Ledger};
use crate::{CommerceError, cart, checkout, site_events};

/// A cancellation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cancellation {
    /// Reason, shown to people.
    pub reason: String,
    /// Whether its units are returned to stock.
    pub restock: bool,
    /// Whether the customer is notified by e-mail.
    pub notify_customer: bool,
}

impl Cancellation {
    fn checked(self) -> Result<Self, Failure> {
        let trimmed = Self { reason: self.reason.trim().to_owned(), ..self };
        let mut checks = Checks::default();
        let plain = trimmed.reason.chars().count() <= 500 && !trimmed.reason.chars().any(char::is_control);
        checks.require(plain, "reason", contributor_texts::AT_MOST_500_CHARACTERS_ON_ONE_LINE);
        checks.finish()?;
        Ok(trimmed)
    }
}

/// Requests to payment providers that follow the cancellation.
struct PendingReturns {
    refunds: Vec<RefundId>,
    voids: Vec<PaymentId>,
}

/// Cancels an order, only once: its units are returned to stock if requested, captured payments are refunded,
/// authorized payments are voided.
///
/// # Errors
/// [`CommerceError::Conflict`] when it is already canceled, part of it was fulfilled, or the outcome of a refund is
/// unknown.
#[boxed]
pub async fn cancel(
    ctx: &TenantCtx,
    db: &TenantDb,
    payments: &dyn Payments,
    order_id: &OrderId,
    cancellation: Cancellation,
) -> Result<OrderView, CommerceError> {
    ctx.authorise(Resource::Orders, Action::Write)?;
    let cancellation = cancellation.checked()?;
    let returns = cancel_order(ctx, db, order_id, &cancellation).await?;
    for id in &returns.refunds {
        refunds::carry_out(ctx, db, payments, id).await?;
    }
    for id in &returns.voids {
        checkout::void(ctx, db, payments, id).await?;
    }
    let tx = db.read().await?;
    let row = store::find(&tx, order_id, false).await?;
    details::complete(&tx, row).await
}

async fn cancel_order(
    ctx: &TenantCtx,
    db: &TenantDb,
    order_id: &OrderId,
    cancellation: &Cancellation,
) -> Result<PendingReturns, CommerceError> {
    let tx = db.write().await?;
    let unlocked = store::find(&tx, order_id, false).await?;
    cart::lock(&tx, &unlocked.cart_id).await?;
    let row = store::find(&tx, order_id, true).await?;
    refuse(&tx, &row).await?;
    tx.update::<order::Entity>(order::Column::Id.eq(row.id.clone()))
        .filter(order::Column::FulfillmentStatus.eq(FulfillmentStatus::Pending))
        .set(order::Column::FulfillmentStatus, FulfillmentStatus::Canceled)
        .set(order::Column::UpdatedOn, ctx.now())
        .exec()
        .await?;
    let message = if cancellation.reason.is_empty() {
        contributor_texts::ORDER_WAS_CANCELED.english().to_owned()
    } else {
        contributor_texts::ORDER_WAS_CANCELED_BECAUSE.with("reason", &cancellation.reason).to_string()
    };
    store::note(ctx, &tx, &row.id, OrderEventKind::Canceled, &message).await?;
    let voids = checkout::close_attempts(ctx, &tx, &row, cancellation.restock).await?;
    let reason = match cancellation.reason.is_empty() {
        true => RefundCause::Known(RefundReason::OrderCanceled),
        false => RefundCause::Words(cancellation.reason.clone()),
    };
    let refunds = refunds::record_remaining_refunds(ctx, &tx, &row, reason).await?;
    audit::note(ctx, &tx, AuditAction::OrderCancel, row.id.as_str()).await?;
    site_events::order_cancelled(ctx, &tx, &row.id, &cancellation.reason).await?;
    let event = Event::OrderCanceled { order_id: row.id, notify: cancellation.notify_customer };
    outbox::emit(ctx, &tx, &event).await?;
    tx.commit().await?;
    Ok(PendingReturns { refunds, voids })
}

async fn refuse(tx: &TenantTx, row: &order::Model) -> Result<(), CommerceError> {
    let reason = match row.fulfillment_status {
        FulfillmentStatus::Canceled => contributor_texts::ORDER_ALREADY_CANCELED.english(),
        FulfillmentStatus::Fulfilled => contributor_texts::ORDER_FULFILLED_REFUND_IT.english(),
        FulfillmentStatus::Pending if !store::fulfillments(tx, &row.id).await?.is_empty() => {
            contributor_texts::PART_FULFILLED_REFUND_REST.english()
        }
        FulfillmentStatus::Pending if Ledger::load(tx, row).await?.has_pending_refund() => {
            contributor_texts::REFUND_PENDING_CANCEL_LATER.english()
        }
        FulfillmentStatus::Pending => return Ok(()),
    };
    Err(CommerceError::Conflict(reason.to_owned()))
}
