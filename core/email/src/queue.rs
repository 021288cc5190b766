//! E-mails that were written: queued, limited and listed.

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use sea_orm::sea_query::{Condition, Expr, ExprTrait};
use stoa_entity::tenant::mail;
use stoa_entity::{TenantDb, TenantTx, containing};
use stoa_kernel::clock::{HOUR_MS, Timestamp};
use stoa_kernel::id::MailId;
use stoa_kernel::load_tests::is_nobodys_address;
use stoa_kernel::messages::DeliveryStatus;
use stoa_kernel::page::{Page, PageRequest};
use stoa_kernel::permission::{Action, Resource};
use stoa_kernel::search::folded;
use stoa_kernel::{TenantCtx, boxed};

use super::context::EmailContext;
use super::delivery::KEEP_TRYING_MS;
use super::encrypted_body::Contents;
use super::layout::Email;
use super::priority::Priority;
use super::{kinds, notices};
use crate::EmailError;

/// Kinds of e-mails whose links expire soon.
pub(super) const EXPIRING: [&str; 3] =
    [kinds::EMAIL_VERIFICATION.name, kinds::EMAIL_CHANGE.name, kinds::PASSWORD_RESET.name];
/// Shown in place of a text that only the recipient may read.
const NOT_SHOWN: &str = "The text of this e-mail is only visible to its recipient.";
/// Shown in place of a text that was encrypted with another key.
const UNREADABLE: &str = "The text of this e-mail was encrypted with another key and cannot be read.";

/// Rate limit: minimum interval between two e-mails of a kind to an address that strangers may have entered, a minute.
const PAUSE_MS: i64 = 60 * 1_000;
/// Rate limit: maximum number of such e-mails to an address per hour.
const MAX_PER_HOUR: u64 = 5;

/// An e-mail in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// Its id.
    pub id: MailId,
    /// Recipient.
    pub to: String,
    /// Subject line.
    pub subject: String,
    /// Kind of e-mail.
    pub kind: String,
    /// Status of its delivery.
    pub status: DeliveryStatus,
    /// Creation time, UTC milliseconds.
    pub created_on: Timestamp,
    /// When it was handed over to the mail server, UTC milliseconds.
    pub sent_on: Option<Timestamp>,
    /// Number of attempts since it was created or last resent manually.
    pub tries: i32,
    /// Last response of the mail server, or why it could not be reached.
    pub last_answer: Option<String>,
    /// Time of the next attempt, UTC milliseconds; none if there will be none.
    pub next_try_on: Option<Timestamp>,
    /// Whether it is sent as soon as the mail server is reachable again, regardless of the time of the next attempt.
    pub awaits_server: bool,
    /// Whether it can be resent manually: it failed or is waiting for a retry, and its text is still stored.
    pub can_be_sent_again: bool,
}

/// Filter of a list of e-mails.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MessageFilter {
    /// Only those of this kind.
    pub kind: Option<String>,
    /// Only those with this status.
    pub status: Option<DeliveryStatus>,
    /// Text to search for in recipients and subject lines.
    pub search: Option<String>,
}

/// The e-mails that contributors see. Secret ones are listed only while they are undelivered, and without their text.
fn is_shown() -> Condition {
    let tried = mail::Column::Status.eq(DeliveryStatus::Queued).and(mail::Column::LastError.is_not_null());
    Condition::any()
        .add(mail::Column::Kind.is_not_in(kinds::secret_kinds()))
        .add(mail::Column::Status.eq(DeliveryStatus::Failed))
        .add(tried)
}

impl MessageFilter {
    fn condition(&self) -> Condition {
        let within = |text: &str| Expr::col(mail::Column::Searched).like(containing(&folded(text)));
        let search = self.search.as_deref().map(str::trim).filter(|text| !text.is_empty());
        Condition::all()
            .add(is_shown())
            .add_option(self.kind.as_deref().map(|kind| mail::Column::Kind.eq(kind)))
            .add_option(self.status.map(|status| mail::Column::Status.eq(status)))
            .add_option(search.map(within))
    }
}

/// An e-mail with its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailText {
    /// The fields shown in lists.
    pub message: Message,
    /// Plain text.
    pub text: String,
    /// HTML.
    pub html: String,
    /// Reply-To address, if replies do not go to the sender.
    pub reply_to: Option<String>,
    /// URL for unsubscribing from e-mails of this kind, for the `List-Unsubscribe` header; none if there is nothing to
    /// unsubscribe from.
    pub unsubscribe_url: Option<String>,
}

impl From<mail::Model> for Message {
    fn from(row: mail::Model) -> Self {
        let is_queued = row.status == DeliveryStatus::Queued;
        let can_be_sent_again = !row.text_body.is_empty()
            && (row.status == DeliveryStatus::Failed || (is_queued && row.last_error.is_some() && !row.is_sending));
        Self {
            can_be_sent_again,
            tries: row.attempts,
            last_answer: row.last_error,
            next_try_on: is_queued.then_some(row.due_on),
            awaits_server: is_queued && row.awaits_server,
            id: row.id,
            to: row.to_address,
            subject: row.subject,
            kind: row.kind,
            status: row.status,
            created_on: row.created_on,
            sent_on: row.sent_on,
        }
    }
}

impl MailText {
    pub(super) fn of(row: mail::Model, contents: Contents) -> Self {
        let reply_to = row.reply_to.clone();
        let Contents { text, html, unsubscribe_url } = contents;
        Self { message: row.into(), text, html, reply_to, unsubscribe_url }
    }
}

/// Whether the rate limit of a kind of e-mail to an address is reached. E-mails from before `since` do not count: they
/// went to someone who had the address then.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn is_rate_limited(
    ctx: &TenantCtx,
    tx: &TenantTx,
    kind: &str,
    to: &str,
    since: Timestamp,
) -> Result<bool, EmailError> {
    let within = |ms| {
        let find = tx.find::<mail::Entity>().filter(mail::Column::ToAddress.eq(to));
        let find = find.filter(mail::Column::Kind.eq(kind)).filter(mail::Column::CreatedOn.gte(since));
        find.filter(mail::Column::CreatedOn.gt(ctx.now() - ms))
    };
    let is_just_written = within(PAUSE_MS).count_up_to(1).await? > 0;
    Ok(is_just_written || within(HOUR_MS).count_up_to(MAX_PER_HOUR).await? >= MAX_PER_HOUR)
}

/// Queues an e-mail about something. Returns false if an e-mail of that kind about it was queued before, or a load test
/// would write to someone. E-mails to addresses that end in `.invalid` are stored and never sent.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn queue(ctx: &TenantCtx, tx: &TenantTx, email: Email, reference: &str) -> Result<bool, EmailError> {
    let is_suppressed = is_nobodys_address(&email.to);
    if ctx.load_run().is_some() && !is_suppressed {
        return Ok(false);
    }
    let written = tx
        .find::<mail::Entity>()
        .filter(mail::Column::Kind.eq(email.kind))
        .filter(mail::Column::Reference.eq(reference))
        .count()
        .await?;
    if written > 0 {
        return Ok(false);
    }
    let (id, now) = (MailId::generate(), ctx.now());
    let mut contents = Contents { text: email.text, html: email.html, unsubscribe_url: email.unsubscribe_url };
    // As with those that were sent: nobody needs their tokens and codes.
    if is_suppressed && kinds::secret_kinds().any(|kind| kind == email.kind) {
        contents = Contents { text: String::new(), html: String::new(), unsubscribe_url: None };
    }
    let sealed = contents.sealed(tx, &id)?;
    tx.insert(mail::ActiveModel {
        website_id: Set(tx.website().clone()),
        id: Set(id),
        kind: Set(email.kind.to_owned()),
        reference: Set(reference.to_owned()),
        searched: Set(folded(&format!("{}\n{}", email.to, email.subject))),
        to_address: Set(email.to),
        subject: Set(email.subject),
        text_body: Set(sealed.text),
        html_body: Set(sealed.html),
        reply_to: Set(email.reply_to),
        leave_url: Set(sealed.unsubscribe_url),
        is_sealed: Set(true),
        status: Set(if is_suppressed { DeliveryStatus::Suppressed } else { DeliveryStatus::Queued }),
        attempts: Set(0),
        last_error: Set(None),
        created_on: Set(now),
        sent_on: Set(None),
        due_on: Set(now),
        give_up_on: Set(now.saturating_add_ms(KEEP_TRYING_MS)),
        priority: Set(Priority::of(email.kind).rank()),
        awaits_server: Set(false),
        is_sending: Set(false),
    })
    .await?;
    Ok(true)
}

/// An invitation to become a contributor.
#[derive(Clone, Copy, Debug)]
pub struct Invitation<'a> {
    /// The address invited.
    pub to: &'a str,
    /// Base URL of the admin.
    pub platform: &'a str,
    /// Token of the link.
    pub token: &'a str,
}

/// Queues an invitation, whose link leads to the admin.
///
/// # Errors
/// When the caller may not invite.
#[boxed]
pub async fn invite(ctx: &TenantCtx, db: &TenantDb, invitation: &Invitation<'_>) -> Result<(), EmailError> {
    ctx.authorise(Resource::Contributors, Action::Publish)?;
    let Invitation { to, platform, token } = *invitation;
    let tx = db.write().await?;
    let head = EmailContext::load(&tx, platform).await?;
    let email = notices::invitation(&head, to, token, platform);
    queue(ctx, &tx, email, MailId::generate().as_str()).await?;
    Ok(tx.commit().await?)
}

/// Lists the site's e-mails, newest first, one page at a time.
///
/// # Errors
/// When the caller may not read orders.
#[boxed]
pub async fn list(
    ctx: &TenantCtx,
    db: &TenantDb,
    filter: &MessageFilter,
    request: &PageRequest,
) -> Result<Page<Message>, EmailError> {
    ctx.authorise(Resource::Orders, Action::Read)?;
    let tx = db.read().await?;
    let mut find = tx
        .find::<mail::Entity>()
        .filter(filter.condition())
        .order_by_desc(mail::Column::CreatedOn)
        .order_by_desc(mail::Column::Id)
        .limit(request.limit() + 1);
    if let Some(cursor) = &request.cursor {
        let (created_on, id) = read_cursor(cursor)?;
        let same_time = mail::Column::CreatedOn.eq(created_on).and(mail::Column::Id.lt(id));
        find = find.filter(mail::Column::CreatedOn.lt(created_on).or(same_time));
    }
    let rows = find.all().await?;
    let page = Page::from_rows(rows, request.limit(), |row| format!("{}.{}", row.created_on, row.id));
    Ok(page.map(Message::from))
}

fn read_cursor(cursor: &str) -> Result<(Timestamp, MailId), EmailError> {
    let read = || {
        let (created_on, id) = cursor.split_once('.')?;
        Some((created_on.parse().ok()?, id.parse().ok()?))
    };
    read().ok_or_else(|| EmailError::field("cursor", "The cursor does not belong to this list."))
}

/// One e-mail with its text.
///
/// # Errors
/// When the caller may not read orders or the e-mail does not exist.
#[boxed]
pub async fn detail(ctx: &TenantCtx, db: &TenantDb, id: &MailId) -> Result<MailText, EmailError> {
    ctx.authorise(Resource::Orders, Action::Read)?;
    let tx = db.read().await?;
    let find = tx.find::<mail::Entity>().filter(mail::Column::Id.eq(id.clone())).filter(is_shown());
    let row = find.one().await?.ok_or(EmailError::NotFound)?;
    let said = |text: &str| Contents { text: text.to_owned(), html: String::new(), unsubscribe_url: None };
    let contents = match kinds::secret_kinds().any(|kind| kind == row.kind) {
        true => said(NOT_SHOWN),
        false => Contents::opened(&tx, &row).unwrap_or_else(|_| said(UNREADABLE)),
    };
    Ok(MailText::of(row, contents))
}
