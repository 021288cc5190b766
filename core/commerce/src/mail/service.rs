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
use super::letterhead::Letterhead;
use super::sealing::Contents;
use super::{kinds, notices};
use crate::CommerceError;

/// How often sending is tried before a letter counts as failed.
pub const OPEN_TRIES: i32 = 5;

/// Letters whose links act for their receiver, or whose codes are worth money: nobody else sees them.
const SECRET: [&str; 10] = [
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

impl MessageFilter {
    fn condition(&self) -> Condition {
        let within = |text: &str| {
            let holds = |column: mail::Column| in_any_case(text, move || Expr::col(column));
            Condition::any().add(holds(mail::Column::ToAddress)).add(holds(mail::Column::Subject))
        };
        let search = self.search.as_deref().map(str::trim).filter(|text| !text.is_empty());
        Condition::all()
            .add(mail::Column::Kind.is_not_in(SECRET))
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
        Self {
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
    fn of(row: mail::Model, contents: Contents) -> Self {
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
    let id = MailId::generate();
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
        created_on: Set(ctx.now_ms()),
        sent_on: Set(None),
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
    let find = tx.find::<mail::Entity>().filter(mail::Column::Id.eq(id)).filter(mail::Column::Kind.is_not_in(SECRET));
    let row = find.one().await?.ok_or(CommerceError::NotFound)?;
    let unreadable = Contents { text: UNREADABLE.to_owned(), html: String::new(), leave_url: None };
    let contents = Contents::opened(&tx, &row).unwrap_or(unreadable);
    Ok(MailText::of(row, contents))
}

/// Letters waiting to be sent, the oldest first; without its text where that was sealed with another key.
///
/// # Errors
/// When the database refuses.
pub async fn queued(tx: &TenantTx, limit: u64) -> Result<Vec<Result<MailText, Message>>, CommerceError> {
    let find = tx.find::<mail::Entity>().filter(mail::Column::Status.eq("queued"));
    let rows = find.order_by_asc(mail::Column::CreatedOn).limit(limit).all().await?;
    let open = |row: mail::Model| match Contents::opened(tx, &row) {
        Ok(contents) => Ok(MailText::of(row, contents)),
        Err(_) => Err(row.into()),
    };
    Ok(rows.into_iter().map(open).collect())
}

/// Whether letters wait to be sent.
///
/// # Errors
/// When the database refuses.
pub async fn any_queued(tx: &TenantTx) -> Result<bool, CommerceError> {
    Ok(tx.find::<mail::Entity>().filter(mail::Column::Status.eq("queued")).limit(1).one().await?.is_some())
}

/// Notes that a letter was handed over.
///
/// # Errors
/// When the database refuses.
pub async fn mark_sent(ctx: &TenantCtx, tx: &TenantTx, id: &MailId) -> Result<(), CommerceError> {
    tx.update::<mail::Entity>(mail::Column::Id.eq(id.clone()))
        .set(mail::Column::Status, "sent")
        .set(mail::Column::SentOn, Some(ctx.now_ms()))
        .set(mail::Column::Attempts, Expr::col(mail::Column::Attempts).add(1))
        .set(mail::Column::LastError, None::<String>)
        .exec()
        .await?;
    forget_secret(tx, id).await
}

/// Takes the text out of a letter that nobody else may read, once it is on its way or given up.
async fn forget_secret(tx: &TenantTx, id: &MailId) -> Result<(), CommerceError> {
    tx.update::<mail::Entity>(mail::Column::Id.eq(id.clone()))
        .filter(mail::Column::Kind.is_in(SECRET))
        .filter(mail::Column::Status.ne("queued"))
        .set(mail::Column::TextBody, "")
        .set(mail::Column::HtmlBody, "")
        .set(mail::Column::LeaveUrl, None::<String>)
        .exec()
        .await?;
    Ok(())
}

/// Notes that a letter could not be handed over. After [`OPEN_TRIES`] tries it counts as failed.
///
/// # Errors
/// When the database refuses.
pub async fn mark_failed(tx: &TenantTx, id: &MailId, error: &str) -> Result<(), CommerceError> {
    tx.update::<mail::Entity>(mail::Column::Id.eq(id.clone()))
        .set(mail::Column::Attempts, Expr::col(mail::Column::Attempts).add(1))
        .set(mail::Column::LastError, Some(error.to_owned()))
        .exec()
        .await?;
    tx.update::<mail::Entity>(mail::Column::Id.eq(id.clone()))
        .filter(mail::Column::Attempts.gte(OPEN_TRIES))
        .set(mail::Column::Status, "failed")
        .exec()
        .await?;
    forget_secret(tx, id).await
}
