//! Undelivered e-mails, as contributors see them, and resending them.

use sea_orm::ColumnTrait as _;
use sea_orm::sea_query::Condition;
use stoa_entity::tenant::mail;
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::clock::{DAY_MS, Timestamp};
use stoa_kernel::id::MailId;
use stoa_kernel::messages::DeliveryStatus;
use stoa_kernel::permission::{Action, Resource};
use stoa_kernel::{TenantCtx, boxed};

use super::delivery::KEEP_TRYING_MS;
use super::queue::Message;
use crate::EmailError;
use crate::contributor_texts;

/// Maximum age of e-mails that are resent in bulk: nobody wants the confirmation of an order of last year.
const ALL_WITHIN_MS: i64 = 30 * DAY_MS;
/// Maximum that is counted.
const MAX_COUNTED: u64 = 100_000;
const SENT: &str = contributor_texts::EMAIL_SENT_ALREADY.english();
const NOBODYS: &str = contributor_texts::EMAIL_TO_NOBODY.english();
const UNDER_WAY: &str = contributor_texts::EMAIL_UNDER_WAY.english();
const WITHOUT_TEXT: &str = contributor_texts::EMAIL_WITHOUT_TEXT.english();

/// Summary of undelivered e-mails.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unsent {
    /// Number that failed and will be retried automatically.
    pub waiting: u64,
    /// Number that were given up, were created within the last thirty days, and can be resent.
    pub failed: u64,
    /// Last response of the mail server.
    pub last_answer: Option<String>,
    /// Time of the next retry, UTC milliseconds.
    pub next_try_on: Option<Timestamp>,
}

fn is_waiting() -> Condition {
    Condition::all().add(mail::Column::Status.eq(DeliveryStatus::Queued)).add(mail::Column::LastError.is_not_null())
}

fn has_failed(ctx: &TenantCtx) -> Condition {
    Condition::all()
        .add(mail::Column::Status.eq(DeliveryStatus::Failed))
        .add(mail::Column::TextBody.ne(""))
        .add(mail::Column::CreatedOn.gte(ctx.now() - ALL_WITHIN_MS))
}

/// Returns the summary of undelivered e-mails.
///
/// # Errors
/// When the caller may not read orders.
#[boxed]
pub async fn unsent(ctx: &TenantCtx, db: &TenantDb) -> Result<Unsent, EmailError> {
    ctx.authorise(Resource::Orders, Action::Read)?;
    let tx = db.read().await?;
    let waiting = tx.find::<mail::Entity>().filter(is_waiting()).count_up_to(MAX_COUNTED).await?;
    let failed = tx.find::<mail::Entity>().filter(has_failed(ctx)).count_up_to(MAX_COUNTED).await?;
    let first = tx.find::<mail::Entity>().filter(is_waiting()).order_by_asc(mail::Column::DueOn).limit(1).one().await?;
    let last = match &first {
        Some(row) => row.last_error.clone(),
        None => {
            let latest = tx.find::<mail::Entity>().filter(has_failed(ctx)).order_by_desc(mail::Column::CreatedOn);
            latest.limit(1).one().await?.and_then(|row| row.last_error)
        }
    };
    Ok(Unsent { waiting, failed, last_answer: last, next_try_on: first.map(|row| row.due_on) })
}

/// Resends an e-mail that failed or is waiting for a retry, now and for another four days.
///
/// # Errors
/// When the caller may not send e-mails to customers, or the e-mail does not exist, is being sent, was sent, or has no
/// text any more.
#[boxed]
pub async fn send_again(ctx: &TenantCtx, db: &TenantDb, id: &MailId) -> Result<Message, EmailError> {
    ctx.authorise(Resource::Orders, Action::Publish)?;
    let tx = db.write().await?;
    let find = tx.find::<mail::Entity>().filter(mail::Column::Id.eq(id.clone())).for_update();
    let row = find.one().await?.ok_or(EmailError::NotFound)?;
    let refusal = match row.status {
        DeliveryStatus::Sent => Some(SENT),
        DeliveryStatus::Suppressed => Some(NOBODYS),
        _ if row.text_body.is_empty() => Some(WITHOUT_TEXT),
        _ if row.is_sending && row.due_on > ctx.now() => Some(UNDER_WAY),
        _ => None,
    };
    if let Some(reason) = refusal {
        return Err(EmailError::Conflict(reason.to_owned()));
    }
    requeue(ctx, &tx, Condition::all().add(mail::Column::Id.eq(id.clone()))).await?;
    let row = tx.find::<mail::Entity>().filter(mail::Column::Id.eq(id.clone())).one().await?;
    tx.commit().await?;
    Ok(row.ok_or(EmailError::NotFound)?.into())
}

/// Resends all e-mails that are waiting for a retry, and those of the last thirty days that failed; returns their
/// number.
///
/// # Errors
/// When the caller may not send e-mails to customers.
#[boxed]
pub async fn send_all_again(ctx: &TenantCtx, db: &TenantDb) -> Result<u64, EmailError> {
    ctx.authorise(Resource::Orders, Action::Publish)?;
    let tx = db.write().await?;
    let at_rest = is_waiting().add(mail::Column::IsSending.eq(false));
    let count = requeue(ctx, &tx, Condition::any().add(at_rest).add(has_failed(ctx))).await?;
    tx.commit().await?;
    Ok(count)
}

/// Makes e-mails due now and restarts the retry schedule. The last response of the server stays visible until there is
/// another one.
async fn requeue(ctx: &TenantCtx, tx: &TenantTx, which: Condition) -> Result<u64, EmailError> {
    let now = ctx.now();
    let count = tx
        .update::<mail::Entity>(which)
        .set(mail::Column::Status, DeliveryStatus::Queued)
        .set(mail::Column::DueOn, now)
        .set(mail::Column::GiveUpOn, now.saturating_add_ms(KEEP_TRYING_MS))
        .set(mail::Column::Attempts, 0)
        .set(mail::Column::IsSending, false)
        .set(mail::Column::AwaitsServer, false)
        .exec()
        .await?;
    Ok(count)
}
