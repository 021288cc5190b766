//! Stored webhook messages of payment providers: applied by the process that received them, or later by the worker.
//! Repeated or late messages change nothing.

use sea_orm::ColumnTrait;
use sea_orm::sea_query::Condition;
use serde_json::Value;
use stoa_entity::json_column;
use stoa_entity::tenant::{payment, webhook_receipt};
use stoa_entity::{TenantDb, TenantTx, Update};
use stoa_kernel::clock::{DAY_MS, Timestamp};
use stoa_kernel::id::{OrderId, PaymentId, WebhookReceiptId};
use stoa_kernel::money::Money;
use stoa_kernel::payment::PaymentMessageStatus;
use stoa_kernel::permission::{Action, Resource};
use stoa_kernel::{TenantCtx, boxed};

use super::disputes;
use super::model::PaymentChoices;
use super::saved_methods::open_event;
use super::verified::find_reported_attempt;
use crate::checkout::{self, next_check_after};
use crate::ports::{Outcome, Payments, WebhookEvent};
use crate::{CommerceError, orders};

/// Maximum number of messages per run or list.
const BATCH: u64 = 50;
/// Retention of messages, milliseconds: 90 days.
const KEPT_MS: i64 = 90 * DAY_MS;

/// A message as contributors see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WebhookReceiptView {
    /// Its id.
    pub id: WebhookReceiptId,
    /// Plugin whose provider sent it.
    pub provider: String,
    /// The provider's event id.
    pub event_id: String,
    /// The attempt it was applied to.
    pub payment_id: Option<PaymentId>,
    /// The payment status that it reports, such as `captured`.
    pub says: String,
    /// Its status.
    pub status: PaymentMessageStatus,
    /// How many times applying it was tried.
    pub attempts: i32,
    /// Why the last try failed.
    pub last_error: Option<String>,
    /// When it was received.
    pub received_on: Timestamp,
    /// When it was applied or given up.
    pub settled_on: Option<Timestamp>,
}

impl From<webhook_receipt::Model> for WebhookReceiptView {
    fn from(row: webhook_receipt::Model) -> Self {
        let says = row.event.pointer("/outcome/status").and_then(Value::as_str).unwrap_or("unknown").to_owned();
        Self {
            id: row.id,
            provider: row.provider,
            event_id: row.event_id,
            payment_id: row.payment_id,
            says,
            status: row.status,
            attempts: row.attempts,
            last_error: row.last_error,
            received_on: row.received_on,
            settled_on: row.settled_on,
        }
    }
}

/// When a message is tried again that was tried so often; none when it is given up.
pub(super) fn wait(ctx: &TenantCtx, attempts: i32) -> Option<Timestamp> {
    next_check_after(attempts).map(|wait| ctx.now() + wait)
}

/// Applies messages that are due, and returns how many there were.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn apply_due(ctx: &TenantCtx, db: &TenantDb, payments: &dyn Payments) -> Result<usize, CommerceError> {
    let due = {
        let tx = db.read().await?;
        tx.find::<webhook_receipt::Entity>()
            .filter(webhook_receipt::Column::NextTryOn.lte(ctx.now()))
            .order_by_asc(webhook_receipt::Column::NextTryOn)
            .limit(BATCH)
            .all()
            .await?
    };
    let count = due.len();
    for row in due {
        apply(ctx, db, payments, row).await?;
    }
    Ok(count)
}

/// Tries to apply a message: claims the try, finds the attempt, and settles the reported outcome. The claim keeps two
/// processes from working on the same message; applying it twice would do no harm.
pub(super) async fn apply(
    ctx: &TenantCtx,
    db: &TenantDb,
    payments: &dyn Payments,
    row: webhook_receipt::Model,
) -> Result<(), CommerceError> {
    let ctx = &ctx.told_by_payment_provider();
    let tries = row.attempts.saturating_add(1);
    let next_try_on = wait(ctx, tries);
    let tx = db.write().await?;
    let claimed = change(&tx, &row)
        .filter(webhook_receipt::Column::Attempts.eq(row.attempts))
        .set(webhook_receipt::Column::Attempts, tries)
        .set(webhook_receipt::Column::NextTryOn, next_try_on)
        .exec()
        .await?;
    tx.commit().await?;
    if claimed != 1 {
        return Ok(());
    }
    let settled = settle(ctx, db, payments, &row).await;
    let tx = db.write().await?;
    if let Ok(Settled { payment, is_believed: true }) = &settled {
        let event: WebhookEvent = json_column::read("webhook_receipt.event", &row.event)?;
        if let Some(dispute) = &event.dispute {
            disputes::record(ctx, &tx, dispute, payment, row.received_on).await?;
        }
    }
    record_try(ctx, &tx, &row, settled, next_try_on.is_none()).await?;
    Ok(tx.commit().await?)
}

/// What a message was applied to.
struct Settled {
    /// The attempt.
    payment: PaymentId,
    /// Whether the message was verified in the mode of the attempt.
    is_believed: bool,
}

/// Applies the outcome that a message reports, or the provider's if the message is not believed.
async fn settle(
    ctx: &TenantCtx,
    db: &TenantDb,
    payments: &dyn Payments,
    row: &webhook_receipt::Model,
) -> Result<Settled, CommerceError> {
    let event: WebhookEvent = json_column::read("webhook_receipt.event", &row.event)?;
    let tx = db.read().await?;
    let event = open_event(&tx, &row.provider, event);
    let found = find_reported_attempt(&tx, &row.provider, &event).await?.ok_or(CommerceError::NotFound)?;
    let is_believed = is_of_mode(&tx, row, &found).await?;
    drop(tx);
    let payment = found.id;
    let (attempt, _) = checkout::load_attempt(db, &payment).await?;
    let outcome = if is_believed && has_possible_amounts(&event.outcome, attempt.amount) {
        checkout::in_currency(event.outcome, attempt.amount)
    } else {
        checkout::outcome_or_unknown(payments.fetch_status(ctx, &attempt).await, attempt.amount)
    };
    checkout::settle(ctx, db, payments, &attempt, &outcome).await?;
    Ok(Settled { payment, is_believed })
}

/// Whether a message was verified in the mode in which a payment was begun. Messages that count as genuine in test mode
/// may be anyone's, and pay nothing that is real: the provider is queried, in the mode of the payment.
async fn is_of_mode(
    tx: &TenantTx,
    row: &webhook_receipt::Model,
    payment: &payment::Model,
) -> Result<bool, CommerceError> {
    let begun = match payment.shop_test_mode {
        Some(begun) => begun,
        // What was not recorded is the mode of today.
        None => PaymentChoices::load(tx).await?.0.test_mode,
    };
    // Of a message, none recorded: the shop may have gone live while it waited.
    Ok(row.shop_test_mode == Some(begun))
}

/// Whether the amounts in a message are possible: the plugin read it without knowing the attempt. If not, the provider
/// is queried.
fn has_possible_amounts(outcome: &Outcome, asked: Money) -> bool {
    let is_possible = |money: &Money| (0..=asked.minor).contains(&money.minor);
    outcome.captured.iter().chain(&outcome.refunded).all(is_possible)
}

fn change<'a>(tx: &'a TenantTx, row: &webhook_receipt::Model) -> Update<'a, webhook_receipt::Entity> {
    tx.update::<webhook_receipt::Entity>(webhook_receipt::Column::Id.eq(row.id.clone()))
}

/// Records the result of a try.
async fn record_try(
    ctx: &TenantCtx,
    tx: &TenantTx,
    row: &webhook_receipt::Model,
    settled: Result<Settled, CommerceError>,
    was_last: bool,
) -> Result<(), CommerceError> {
    let (status, error) = match &settled {
        Ok(_) => (PaymentMessageStatus::Applied, None),
        Err(_) if was_last => (PaymentMessageStatus::GivenUp, Some("This was the last attempt.".to_owned())),
        Err(CommerceError::NotFound) => {
            (PaymentMessageStatus::Unmatched, Some("It matches no payment of this site.".to_owned()))
        }
        Err(error) => (PaymentMessageStatus::Received, Some(error.to_string())),
    };
    let mut written =
        change(tx, row).set(webhook_receipt::Column::Status, status).set(webhook_receipt::Column::LastError, error);
    let is_settled = settled.is_ok() || was_last;
    if let Ok(Settled { payment, .. }) = settled {
        written = written.set(webhook_receipt::Column::PaymentId, Some(payment));
    }
    if is_settled {
        written = written
            .set(webhook_receipt::Column::NextTryOn, None::<Timestamp>)
            .set(webhook_receipt::Column::SettledOn, Some(ctx.now()));
    }
    written.exec().await?;
    Ok(())
}

/// When the next message is due, UTC milliseconds.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn next_try(tx: &TenantTx) -> Result<Option<Timestamp>, CommerceError> {
    let waiting = tx.find::<webhook_receipt::Entity>().filter(webhook_receipt::Column::NextTryOn.is_not_null());
    let first = waiting.order_by_asc(webhook_receipt::Column::NextTryOn).one().await?;
    Ok(first.and_then(|row| row.next_try_on))
}

/// Deletes settled messages after their retention: they may hold customer data.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn delete_old(ctx: &TenantCtx, db: &TenantDb) -> Result<(), CommerceError> {
    let old = || {
        Condition::all()
            .add(webhook_receipt::Column::ReceivedOn.lt(ctx.now() - KEPT_MS))
            .add(webhook_receipt::Column::NextTryOn.is_null())
    };
    let there_are = db.read().await?.find::<webhook_receipt::Entity>().filter(old()).limit(1).count().await?;
    if there_are > 0 {
        let tx = db.write().await?;
        tx.delete::<webhook_receipt::Entity>(old()).exec().await?;
        tx.commit().await?;
    }
    Ok(())
}

/// When the oldest message is to be deleted, UTC milliseconds.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn next_deletion(tx: &TenantTx) -> Result<Option<Timestamp>, CommerceError> {
    let settled = tx.find::<webhook_receipt::Entity>().filter(webhook_receipt::Column::NextTryOn.is_null());
    let oldest = settled.order_by_asc(webhook_receipt::Column::ReceivedOn).one().await?;
    Ok(oldest.map(|row| row.received_on + KEPT_MS + 1))
}

/// Messages about the payments of an order, oldest first.
///
/// # Errors
/// When the caller may not read orders or the order does not exist.
#[boxed]
pub async fn of_order(
    ctx: &TenantCtx,
    db: &TenantDb,
    order_id: &OrderId,
) -> Result<Vec<WebhookReceiptView>, CommerceError> {
    ctx.authorise(Resource::Orders, Action::Read)?;
    let tx = db.read().await?;
    let order = orders::find(&tx, order_id, false).await?;
    let payments = tx.find::<payment::Entity>().filter(payment::Column::OrderId.eq(order.id)).all().await?;
    let ids = payments.into_iter().map(|payment| payment.id);
    let rows = tx
        .find::<webhook_receipt::Entity>()
        .filter(webhook_receipt::Column::PaymentId.is_in(ids))
        .order_by_asc(webhook_receipt::Column::ReceivedOn)
        .order_by_asc(webhook_receipt::Column::Id)
        .all()
        .await?;
    Ok(rows.into_iter().map(WebhookReceiptView::from).collect())
}

/// Messages that matched no payment or could not be applied, newest first.
///
/// # Errors
/// When the caller may not read payment settings.
#[boxed]
pub async fn unmatched(ctx: &TenantCtx, db: &TenantDb) -> Result<Vec<WebhookReceiptView>, CommerceError> {
    ctx.authorise(Resource::Plugins, Action::Read)?;
    let rows = db
        .read()
        .await?
        .find::<webhook_receipt::Entity>()
        .filter(
            webhook_receipt::Column::Status
                .is_in(PaymentMessageStatus::values_where(PaymentMessageStatus::needs_attention)),
        )
        .order_by_desc(webhook_receipt::Column::ReceivedOn)
        .order_by_desc(webhook_receipt::Column::Id)
        .limit(BATCH)
        .all()
        .await?;
    Ok(rows.into_iter().map(WebhookReceiptView::from).collect())
}
