//! Delivery of queued e-mails: once due, an e-mail is claimed by one process, which sends it, retries it with
//! increasing delays, or gives up.

use sea_orm::ColumnTrait as _;
use sea_orm::sea_query::{Condition, Expr};
use stoa_entity::TenantTx;
use stoa_entity::tenant::mail;
use stoa_kernel::clock::{DAY_MS, Timestamp};
use stoa_kernel::id::MailId;
use stoa_kernel::messages::DeliveryStatus;
use stoa_kernel::{TenantCtx, boxed};

use super::encrypted_body::Contents;
use super::kinds::secret_kinds;
use super::priority::Priority;
use super::queue::{EXPIRING, MailText};
use crate::EmailError;

/// How long delivery is retried: four days (RFC 5321, 4.5.4.1).
pub const KEEP_TRYING_MS: i64 = 4 * DAY_MS;
/// Number of candidates read per claim, as several processes may compete for the next e-mail.
const CANDIDATES: u64 = 8;
/// Longest part of a mail server's response that is stored, in characters.
const MAX_RESPONSE_LENGTH: usize = 500;
const OTHER_KEY: &str = "The text of this e-mail was encrypted with another key and cannot be read.";

/// Result of an attempt to claim the next e-mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// An e-mail was claimed; no other process sends it until the lease expires.
    Taken(Box<Claimed>),
    /// Other processes were faster, or an e-mail could not be decrypted: there may be more.
    Missed,
    /// Nothing is due.
    Nothing,
}

/// An e-mail claimed for sending.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claimed {
    /// The e-mail.
    pub mail: MailText,
    /// Number of this attempt, from 1.
    pub tries: i32,
}

/// When and why an e-mail is retried.
#[derive(Clone, Copy, Debug)]
pub struct Postponed<'a> {
    /// The response of the mail server, or why it could not be reached.
    pub answer: &'a str,
    /// Time of the next attempt, UTC milliseconds.
    pub due_on: Timestamp,
    /// Whether it can be sent as soon as the mail server is reachable again.
    pub awaits_server: bool,
}

fn is_queued() -> Condition {
    Condition::all().add(mail::Column::Status.eq(DeliveryStatus::Queued))
}

fn is_due(now: Timestamp) -> Condition {
    let ready = Condition::any().add(mail::Column::DueOn.lte(now)).add(mail::Column::AwaitsServer.eq(true));
    is_queued().add(ready)
}

fn own(id: &MailId) -> Condition {
    Condition::all().add(mail::Column::Id.eq(id.clone()))
}

fn shortened(answer: &str) -> Option<String> {
    Some(answer.chars().map(|char| if char.is_control() { ' ' } else { char }).take(MAX_RESPONSE_LENGTH).collect())
}

/// Claims the next due e-mail of priority `least` or higher: by priority, then by due time. No other process sends it
/// before the lease expires. If the process dies between sending the e-mail and recording it, the e-mail is sent again,
/// with the same id.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn claim(ctx: &TenantCtx, tx: &TenantTx, least: Priority, lease_ms: i64) -> Result<Claim, EmailError> {
    let now = ctx.now();
    let due = is_due(now).add(mail::Column::Priority.lte(least.rank()));
    let waiting = tx
        .find::<mail::Entity>()
        .filter(due.clone())
        .order_by_asc(mail::Column::Priority)
        .order_by_asc(mail::Column::DueOn)
        .order_by_asc(mail::Column::Id)
        .limit(CANDIDATES)
        .all()
        .await?;
    let mut found = Claim::Nothing;
    for row in waiting {
        let tries = row.attempts.saturating_add(1);
        let taken = tx
            .update::<mail::Entity>(due.clone())
            .filter(own(&row.id))
            .set(mail::Column::DueOn, now.saturating_add_ms(lease_ms))
            .set(mail::Column::AwaitsServer, false)
            .set(mail::Column::IsSending, true)
            .set(mail::Column::Attempts, tries)
            .exec()
            .await?;
        found = Claim::Missed;
        if taken == 0 {
            continue;
        }
        let Ok(contents) = Contents::opened(tx, &row) else {
            give_up(tx, &row.id, OTHER_KEY).await?;
            return Ok(found);
        };
        return Ok(Claim::Taken(Box::new(Claimed { mail: MailText::of(row, contents), tries })));
    }
    Ok(found)
}

/// Extends the lease of an e-mail that is being sent.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn extend_lease(ctx: &TenantCtx, tx: &TenantTx, id: &MailId, lease_ms: i64) -> Result<(), EmailError> {
    let still = is_queued().add(mail::Column::Id.eq(id.clone())).add(mail::Column::IsSending.eq(true));
    let until = ctx.now().saturating_add_ms(lease_ms);
    tx.update::<mail::Entity>(still).set(mail::Column::DueOn, until).exec().await?;
    Ok(())
}

/// Whether e-mails of priority `least` or higher are due.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn any_due(ctx: &TenantCtx, tx: &TenantTx, least: Priority) -> Result<bool, EmailError> {
    let due = is_due(ctx.now()).add(mail::Column::Priority.lte(least.rank()));
    Ok(tx.find::<mail::Entity>().filter(due).count_up_to(1).await? > 0)
}

/// Whether e-mails are due that are not yet marked as waiting for the mail server.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn any_due_unheld(ctx: &TenantCtx, tx: &TenantTx) -> Result<bool, EmailError> {
    let due = is_queued().add(mail::Column::DueOn.lte(ctx.now()));
    Ok(tx.find::<mail::Entity>().filter(due).count_up_to(1).await? > 0)
}

/// When the next e-mail becomes due, including those being sent, whose process may die.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn next_due(ctx: &TenantCtx, tx: &TenantTx) -> Result<Option<Timestamp>, EmailError> {
    let later = is_queued().add(mail::Column::DueOn.gt(ctx.now()));
    let first = tx.find::<mail::Entity>().filter(later).order_by_asc(mail::Column::DueOn).limit(1);
    Ok(first.one().await?.map(|row| row.due_on))
}

/// Records that an e-mail was handed over to the mail server.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn mark_sent(ctx: &TenantCtx, tx: &TenantTx, id: &MailId) -> Result<(), EmailError> {
    tx.update::<mail::Entity>(own(id))
        .set(mail::Column::Status, DeliveryStatus::Sent)
        .set(mail::Column::SentOn, Some(ctx.now()))
        .set(mail::Column::IsSending, false)
        .set(mail::Column::AwaitsServer, false)
        .set(mail::Column::LastError, None::<String>)
        .exec()
        .await?;
    clear_texts(
        tx,
        own(id).add(mail::Column::Status.eq(DeliveryStatus::Sent)).add(mail::Column::Kind.is_in(secret_kinds())),
    )
    .await
}

/// Schedules a retry of an e-mail, or gives up after [`KEEP_TRYING_MS`].
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn postpone<'a>(
    ctx: &'a TenantCtx,
    tx: &TenantTx,
    id: &MailId,
    postponed: Postponed<'a>,
) -> Result<(), EmailError> {
    let still = is_queued().add(mail::Column::Id.eq(id.clone())).add(mail::Column::IsSending.eq(true));
    tx.update::<mail::Entity>(still)
        .set(mail::Column::DueOn, postponed.due_on)
        .set(mail::Column::IsSending, false)
        .set(mail::Column::AwaitsServer, postponed.awaits_server)
        .set(mail::Column::LastError, shortened(postponed.answer))
        .exec()
        .await?;
    give_up_old(ctx, tx).await
}

/// Makes all due e-mails wait for the mail server, without counting an attempt.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn hold_for_server<'a>(
    ctx: &'a TenantCtx,
    tx: &TenantTx,
    postponed: Postponed<'a>,
) -> Result<(), EmailError> {
    let due = is_queued().add(mail::Column::DueOn.lte(ctx.now()));
    tx.update::<mail::Entity>(due)
        .set(mail::Column::DueOn, postponed.due_on)
        .set(mail::Column::IsSending, false)
        .set(mail::Column::AwaitsServer, postponed.awaits_server)
        .set(mail::Column::LastError, shortened(postponed.answer))
        .exec()
        .await?;
    give_up_old(ctx, tx).await
}

/// Records that an e-mail is not retried: the mail server has rejected it permanently.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn give_up(tx: &TenantTx, id: &MailId, answer: &str) -> Result<(), EmailError> {
    tx.update::<mail::Entity>(is_queued().add(own(id)))
        .set(mail::Column::LastError, shortened(answer))
        .set(mail::Column::Status, DeliveryStatus::Failed)
        .set(mail::Column::IsSending, false)
        .set(mail::Column::AwaitsServer, false)
        .exec()
        .await?;
    clear_expired(tx).await
}

/// Gives up e-mails after [`KEEP_TRYING_MS`]; the last response of the server remains stored.
async fn give_up_old(ctx: &TenantCtx, tx: &TenantTx) -> Result<(), EmailError> {
    let old = is_queued().add(mail::Column::GiveUpOn.lte(ctx.now())).add(mail::Column::IsSending.eq(false));
    let given_up = tx
        .update::<mail::Entity>(old)
        .set(mail::Column::Status, DeliveryStatus::Failed)
        .set(mail::Column::AwaitsServer, false)
        .exec()
        .await?;
    if given_up > 0 { clear_expired(tx).await } else { Ok(()) }
}

/// Removes the texts of failed e-mails with account links, which have expired long before anyone could resend the
/// e-mail.
async fn clear_expired(tx: &TenantTx) -> Result<(), EmailError> {
    let failed = Condition::all().add(mail::Column::Status.eq(DeliveryStatus::Failed));
    clear_texts(tx, failed.add(mail::Column::Kind.is_in(EXPIRING)).add(mail::Column::TextBody.ne(""))).await
}

/// Removes the texts of e-mails.
async fn clear_texts(tx: &TenantTx, which: Condition) -> Result<(), EmailError> {
    tx.update::<mail::Entity>(which)
        .set(mail::Column::TextBody, Expr::val(""))
        .set(mail::Column::HtmlBody, Expr::val(""))
        .set(mail::Column::LeaveUrl, None::<String>)
        .exec()
        .await?;
    Ok(())
}
