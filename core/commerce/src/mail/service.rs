use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use sea_orm::sea_query::{Condition, Expr, ExprTrait};
use stoa_entity::tenant::mail;
use stoa_entity::{TenantDb, TenantTx, in_any_case};
use stoa_kernel::TenantCtx;
use stoa_kernel::id::MailId;
use stoa_kernel::page::{Page, PageRequest};
use stoa_kernel::permission::{Action, Resource};

use super::body::Letter;
use super::delivery::KEEP_TRYING_MS;
use super::letterhead::Letterhead;
use super::priority::Priority;
use super::sealing::Contents;
use super::{kinds, notices};
use crate::CommerceError;

/// Letters whose links act for their receiver, or whose codes are worth money: nobody else sees them.
pub(super) const SECRET: [&str; 10] = [
    kinds::EMAIL_VERIFICATION.name,
    kinds::EMAIL_CHANGE.name,
    kinds::EMAIL_CHANGE_NOTICE.name,
    kinds::PASSWORD_RESET.name,
    kinds::NEWS_CONFIRMATION.name,
    kinds::NEWS_WELCOME.name,
    kinds::CART_REMINDER.name,
    kinds::REVIEW_REQUEST.name,
    kinds::CONTRIBUTOR_INVITATION.name,
    kinds::GIFT_CARDS.name,
];
/// Those of them whose links work for a short time only.
pub(super) const EXPIRING: [&str; 3] =
    [kinds::EMAIL_VERIFICATION.name, kinds::EMAIL_CHANGE.name, kinds::PASSWORD_RESET.name];
/// Stands for the text of an e-mail that its receiver alone may read.
const NOT_SHOWN: &str = "What this e-mail says is for its receiver alone.";
/// Stands for the text of a letter that was sealed with another key.
const UNREADABLE: &str = "The text of this letter was sealed with another key and cannot be read.";

/// How soon another letter of a kind goes to an address that strangers can have written to: a minute.
const PAUSE_MS: i64 = 60 * 1_000;
const HOUR_MS: i64 = 60 * 60 * 1_000;
/// So many of them an address gets within an hour.
const MOST_IN_AN_HOUR: u64 = 5;

/// A letter in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// Its id.
    pub id: MailId,
    /// Receiver.
    pub to: String,
    /// Subject line.
    pub subject: String,
    /// What kind of letter.
    pub kind: String,
    /// `queued`, `sent` or `failed`.
    pub status: String,
    /// When it was written, UTC milliseconds.
    pub created_on: i64,
    /// When it was handed over, UTC milliseconds.
    pub sent_on: Option<i64>,
    /// How often it was tried since it was written or last sent again by hand.
    pub tries: i32,
    /// What the mail server said last, or why it could not be asked.
    pub last_answer: Option<String>,
    /// When it is tried next, UTC milliseconds; none when it is not tried any more.
    pub next_try_on: Option<i64>,
    /// Whether it goes as soon as the mail server answers again, whatever its time.
    pub awaits_server: bool,
    /// Whether it can be sent again by hand: it failed or waits, and its text is still there.
    pub can_be_sent_again: bool,
}

/// Which letters are listed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MessageFilter {
    /// Only those of this kind.
    pub kind: Option<String>,
    /// Only those that are `queued`, `sent` or `failed`.
    pub status: Option<String>,
    /// Looked for in receivers and subject lines.
    pub search: Option<String>,
}

/// What contributors see: letters that others could act by are there only while they do not get out, without their text.
fn is_shown() -> Condition {
    let tried = mail::Column::Status.eq("queued").and(mail::Column::LastError.is_not_null());
    Condition::any().add(mail::Column::Kind.is_not_in(SECRET)).add(mail::Column::Status.eq("failed")).add(tried)
}

impl MessageFilter {
    fn condition(&self) -> Condition {
        let within = |text: &str| {
            let holds = |column: mail::Column| in_any_case(text, move || Expr::col(column));
            Condition::any().add(holds(mail::Column::ToAddress)).add(holds(mail::Column::Subject))
        };
        let search = self.search.as_deref().map(str::trim).filter(|text| !text.is_empty());
        Condition::all()
            .add(is_shown())
            .add_option(self.kind.as_deref().map(|kind| mail::Column::Kind.eq(kind)))
            .add_option(self.status.as_deref().map(|status| mail::Column::Status.eq(status)))
            .add_option(search.map(within))
    }
}

/// A letter with its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailText {
    /// What lists show of it.
    pub message: Message,
    /// Plain text.
    pub text: String,
    /// HTML.
    pub html: String,
    /// Whom an answer goes to, where that is not the sender.
    pub reply_to: Option<String>,
    /// Where mail programs stop letters of this kind; none where there is nothing to stop.
    pub leave_url: Option<String>,
}

impl From<mail::Model> for Message {
    fn from(row: mail::Model) -> Self {
        let is_queued = row.status == "queued";
        let can_be_sent_again = !row.text_body.is_empty()
            && (row.status == "failed" || (is_queued && row.last_error.is_some() && !row.is_sending));
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
        let Contents { text, html, leave_url } = contents;
        Self { message: row.into(), text, html, reply_to, leave_url }
    }
}

/// Whether an address has just got a letter of a kind, or so many of them that it gets no more for now. Letters from
/// before `since` went to somebody who had the address then.
///
/// # Errors
/// When the database refuses.
pub async fn is_to_pause(
    ctx: &TenantCtx,
    tx: &TenantTx,
    (kind, to): (&str, &str),
    since: i64,
) -> Result<bool, CommerceError> {
    let within = |ms| {
        let find = tx.find::<mail::Entity>().filter(mail::Column::ToAddress.eq(to));
        let find = find.filter(mail::Column::Kind.eq(kind)).filter(mail::Column::CreatedOn.gte(since));
        find.filter(mail::Column::CreatedOn.gt(ctx.now_ms() - ms))
    };
    let is_just_written = within(PAUSE_MS).count_up_to(1).await? > 0;
    Ok(is_just_written || within(HOUR_MS).count_up_to(MOST_IN_AN_HOUR).await? >= MOST_IN_AN_HOUR)
}

/// Queues a letter about something. False when a letter of that kind about it was written before.
///
/// # Errors
/// When the database refuses.
pub async fn queue(ctx: &TenantCtx, tx: &TenantTx, letter: Letter, reference: &str) -> Result<bool, CommerceError> {
    let written = tx
        .find::<mail::Entity>()
        .filter(mail::Column::Kind.eq(letter.kind))
        .filter(mail::Column::Reference.eq(reference))
        .count()
        .await?;
    if written > 0 {
        return Ok(false);
    }
    let (id, now) = (MailId::generate(), ctx.now_ms());
    let contents = Contents { text: letter.text, html: letter.html, leave_url: letter.leave_url };
    let sealed = contents.sealed(tx, &id)?;
    tx.insert(mail::ActiveModel {
        website_id: Set(tx.website().clone()),
        id: Set(id),
        kind: Set(letter.kind.to_owned()),
        reference: Set(reference.to_owned()),
        to_address: Set(letter.to),
        subject: Set(letter.subject),
        text_body: Set(sealed.text),
        html_body: Set(sealed.html),
        reply_to: Set(letter.reply_to),
        leave_url: Set(sealed.leave_url),
        is_sealed: Set(true),
        status: Set("queued".to_owned()),
        attempts: Set(0),
        last_error: Set(None),
        created_on: Set(now),
        sent_on: Set(None),
        due_on: Set(now),
        give_up_on: Set(now.saturating_add(KEEP_TRYING_MS)),
        priority: Set(Priority::of(letter.kind).rank()),
        awaits_server: Set(false),
        is_sending: Set(false),
    })
    .await?;
    Ok(true)
}

/// Writes the letter with which somebody is invited to work on the site: its link leads to the admin, whose address
/// comes with the token.
///
/// # Errors
/// When the caller may not invite.
pub async fn invite(
    ctx: &TenantCtx,
    db: &TenantDb,
    to: &str,
    (platform, token): (&str, &str),
) -> Result<(), CommerceError> {
    ctx.authorise(Resource::Contributors, Action::Publish)?;
    let tx = db.write().await?;
    let head = Letterhead::load(&tx, platform).await?;
    let letter = notices::invitation(&head, to, token, platform);
    queue(ctx, &tx, letter, MailId::generate().as_str()).await?;
    Ok(tx.commit().await?)
}

/// A page of the site's letters, the latest first.
///
/// # Errors
/// When the caller may not read orders.
pub async fn list(
    ctx: &TenantCtx,
    db: &TenantDb,
    filter: &MessageFilter,
    request: &PageRequest,
) -> Result<Page<Message>, CommerceError> {
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

fn read_cursor(cursor: &str) -> Result<(i64, MailId), CommerceError> {
    let read = || {
        let (created_on, id) = cursor.split_once('.')?;
        Some((created_on.parse().ok()?, id.parse().ok()?))
    };
    read().ok_or_else(|| CommerceError::field("cursor", "The cursor is not one of this list."))
}

/// One letter with its text.
///
/// # Errors
/// When the caller may not read orders or it is not there.
pub async fn detail(ctx: &TenantCtx, db: &TenantDb, mail_id: &str) -> Result<MailText, CommerceError> {
    ctx.authorise(Resource::Orders, Action::Read)?;
    let id: MailId = mail_id.parse().map_err(|_| CommerceError::NotFound)?;
    let tx = db.read().await?;
    let find = tx.find::<mail::Entity>().filter(mail::Column::Id.eq(id)).filter(is_shown());
    let row = find.one().await?.ok_or(CommerceError::NotFound)?;
    let said = |text: &str| Contents { text: text.to_owned(), html: String::new(), leave_url: None };
    let contents = match SECRET.contains(&row.kind.as_str()) {
        true => said(NOT_SHOWN),
        false => Contents::opened(&tx, &row).unwrap_or_else(|_| said(UNREADABLE)),
    };
    Ok(MailText::of(row, contents))
}
