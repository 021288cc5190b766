//! The way of an e-mail out: it waits until its time has come, is claimed by one process, and is sent, tried again with
//! growing pauses, or given up.

use sea_orm::ColumnTrait as _;
use sea_orm::sea_query::{Condition, Expr};
use stoa_entity::TenantTx;
use stoa_entity::tenant::mail;
use stoa_kernel::TenantCtx;
use stoa_kernel::id::MailId;

use super::priority::Priority;
use super::sealing::Contents;
use super::service::{EXPIRING, MailText, SECRET};
use crate::CommerceError;

/// How long an e-mail is tried: four days (RFC 5321, 4.5.4.1).
pub const KEEP_TRYING_MS: i64 = 4 * 24 * 60 * 60 * 1_000;
/// Looked at when several want the next e-mail at one time.
const CANDIDATES: u64 = 8;
/// The longest part of a server's answer that is kept.
const LONGEST_ANSWER: usize = 500;
const OTHER_KEY: &str = "The text of this e-mail was sealed with another key of the installation and cannot be read.";

/// What was found when the next e-mail was wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// This one; nobody else sends it until the lease is over.
    Taken(Box<Claimed>),
    /// Others were quicker, or one could not be read: there may be more.
    Missed,
    /// Nothing is due.
    Nothing,
}

/// An e-mail that is being sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claimed {
    /// The e-mail.
    pub mail: MailText,
    /// Which try it is, from 1.
    pub tries: i32,
}

/// When and why an e-mail is tried again.
#[derive(Clone, Copy, Debug)]
pub struct Postponed<'a> {
    /// What the mail server said, or why it could not be asked.
    pub answer: &'a str,
    /// When it is tried again, UTC milliseconds.
    pub due_on: i64,
    /// Whether it can go as soon as the mail server answers again.
    pub awaits_server: bool,
}

fn is_queued() -> Condition {
    Condition::all().add(mail::Column::Status.eq("queued"))
}

fn is_due(now_ms: i64) -> Condition {
    let ready = Condition::any().add(mail::Column::DueOn.lte(now_ms)).add(mail::Column::AwaitsServer.eq(true));
    is_queued().add(ready)
}

fn own(id: &MailId) -> Condition {
    Condition::all().add(mail::Column::Id.eq(id.clone()))
}

fn shortened(answer: &str) -> Option<String> {
    Some(answer.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).take(LONGEST_ANSWER).collect())
}

/// Takes the e-mail that is to go next, at most as unimportant as `least`: the most urgent first, then by their times.
/// Nobody else sends it before the lease is over, so that the end of a process between sending and noting has it sent
/// again, under the same id.
///
/// # Errors
/// When the database refuses.
pub async fn claim(ctx: &TenantCtx, tx: &TenantTx, least: Priority, lease_ms: i64) -> Result<Claim, CommerceError> {
    let now = ctx.now_ms();
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
            .set(mail::Column::DueOn, now.saturating_add(lease_ms))
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

/// Keeps an e-mail that is being sent for a while longer.
///
/// # Errors
/// When the database refuses.
pub async fn keep(ctx: &TenantCtx, tx: &TenantTx, id: &MailId, lease_ms: i64) -> Result<(), CommerceError> {
    let still = is_queued().add(mail::Column::Id.eq(id.clone())).add(mail::Column::IsSending.eq(true));
    let until = ctx.now_ms().saturating_add(lease_ms);
    tx.update::<mail::Entity>(still).set(mail::Column::DueOn, until).exec().await?;
    Ok(())
}

/// Whether e-mails are due, at most as unimportant as `least`.
///
/// # Errors
/// When the database refuses.
pub async fn any_due(ctx: &TenantCtx, tx: &TenantTx, least: Priority) -> Result<bool, CommerceError> {
    let due = is_due(ctx.now_ms()).add(mail::Column::Priority.lte(least.rank()));
    Ok(tx.find::<mail::Entity>().filter(due).count_up_to(1).await? > 0)
}

/// Whether e-mails are due that do not know yet that the mail server is away.
///
/// # Errors
/// When the database refuses.
pub async fn any_to_hold(ctx: &TenantCtx, tx: &TenantTx) -> Result<bool, CommerceError> {
    let due = is_queued().add(mail::Column::DueOn.lte(ctx.now_ms()));
    Ok(tx.find::<mail::Entity>().filter(due).count_up_to(1).await? > 0)
}

/// When the next e-mail is due whose time has not come yet, one that is being sent included: its sender may end.
///
/// # Errors
/// When the database refuses.
pub async fn next_due(ctx: &TenantCtx, tx: &TenantTx) -> Result<Option<i64>, CommerceError> {
    let later = is_queued().add(mail::Column::DueOn.gt(ctx.now_ms()));
    let first = tx.find::<mail::Entity>().filter(later).order_by_asc(mail::Column::DueOn).limit(1);
    Ok(first.one().await?.map(|row| row.due_on))
}

/// Notes that an e-mail was handed over.
///
/// # Errors
/// When the database refuses.
pub async fn mark_sent(ctx: &TenantCtx, tx: &TenantTx, id: &MailId) -> Result<(), CommerceError> {
    tx.update::<mail::Entity>(own(id))
        .set(mail::Column::Status, "sent")
        .set(mail::Column::SentOn, Some(ctx.now_ms()))
        .set(mail::Column::IsSending, false)
        .set(mail::Column::AwaitsServer, false)
        .set(mail::Column::LastError, None::<String>)
        .exec()
        .await?;
    forget_texts(tx, own(id).add(mail::Column::Status.eq("sent")).add(mail::Column::Kind.is_in(SECRET))).await
}

/// Notes that an e-mail is tried again later, or given up when it was tried long enough.
///
/// # Errors
/// When the database refuses.
pub async fn postpone(
    ctx: &TenantCtx,
    tx: &TenantTx,
    id: &MailId,
    postponed: Postponed<'_>,
) -> Result<(), CommerceError> {
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

/// Has everything that is due wait for the mail server, without a try.
///
/// # Errors
/// When the database refuses.
pub async fn hold(ctx: &TenantCtx, tx: &TenantTx, postponed: Postponed<'_>) -> Result<(), CommerceError> {
    let due = is_queued().add(mail::Column::DueOn.lte(ctx.now_ms()));
    tx.update::<mail::Entity>(due)
        .set(mail::Column::DueOn, postponed.due_on)
        .set(mail::Column::IsSending, false)
        .set(mail::Column::AwaitsServer, postponed.awaits_server)
        .set(mail::Column::LastError, shortened(postponed.answer))
        .exec()
        .await?;
    give_up_old(ctx, tx).await
}

/// Notes that an e-mail is not tried again: the mail server has refused it for good.
///
/// # Errors
/// When the database refuses.
pub async fn give_up(tx: &TenantTx, id: &MailId, answer: &str) -> Result<(), CommerceError> {
    tx.update::<mail::Entity>(is_queued().add(own(id)))
        .set(mail::Column::LastError, shortened(answer))
        .set(mail::Column::Status, "failed")
        .set(mail::Column::IsSending, false)
        .set(mail::Column::AwaitsServer, false)
        .exec()
        .await?;
    forget_expiring(tx).await
}

/// Gives up what was tried long enough; the server's last answer stays with it.
async fn give_up_old(ctx: &TenantCtx, tx: &TenantTx) -> Result<(), CommerceError> {
    let old = is_queued().add(mail::Column::GiveUpOn.lte(ctx.now_ms())).add(mail::Column::IsSending.eq(false));
    let given_up = tx
        .update::<mail::Entity>(old)
        .set(mail::Column::Status, "failed")
        .set(mail::Column::AwaitsServer, false)
        .exec()
        .await?;
    if given_up > 0 { forget_expiring(tx).await } else { Ok(()) }
}

/// Links about accounts have run out long before anybody could send the e-mail again.
async fn forget_expiring(tx: &TenantTx) -> Result<(), CommerceError> {
    let failed = Condition::all().add(mail::Column::Status.eq("failed"));
    forget_texts(tx, failed.add(mail::Column::Kind.is_in(EXPIRING)).add(mail::Column::TextBody.ne(""))).await
}

/// Takes the text out of e-mails that nobody else may read.
async fn forget_texts(tx: &TenantTx, which: Condition) -> Result<(), CommerceError> {
    tx.update::<mail::Entity>(which)
        .set(mail::Column::TextBody, Expr::val(""))
        .set(mail::Column::HtmlBody, Expr::val(""))
        .set(mail::Column::LeaveUrl, None::<String>)
        .exec()
        .await?;
    Ok(())
}
