//! Letters that the site has written.

use axum::Json;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use stoa_commerce::mail::{self, MailText, Message, MessageFilter, Unsent};
use stoa_kernel::page::PageRequest;
use utoipa::{IntoParams, ToSchema};

use crate::calls::{Calls, routes};
use crate::extract::{ApiPath, ApiQuery, Contributor, Listing};
use crate::problem::{ApiResult, Problem};

/// A letter in a list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MailMessage)]
pub struct MessageOut {
    id: String,
    /// Receiver.
    to: String,
    subject: String,
    /// What kind of letter, such as `order-confirmed`.
    kind: String,
    /// `queued`, `sent` or `failed`.
    status: String,
    created_on: i64,
    sent_on: Option<i64>,
    /// How often it was tried since it was written or last sent again by hand.
    tries: i32,
    /// What the mail server said last, or why it could not be asked.
    last_answer: Option<String>,
    /// When it is tried next; none when it is not tried any more.
    next_try_on: Option<i64>,
    /// Whether it goes as soon as the mail server answers again, whatever its time.
    awaits_server: bool,
    /// Whether it can be sent again by hand.
    can_be_sent_again: bool,
}

/// What did not go out so far.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = UnsentMail)]
pub struct UnsentOut {
    /// Tried without success, and tried again by itself; counted up to 100 000.
    waiting: u64,
    /// Given up within the last thirty days, and can be sent again; counted likewise.
    failed: u64,
    /// What the mail server said last, or why it could not be asked.
    last_answer: Option<String>,
    /// When the next of those that wait is tried.
    next_try_on: Option<i64>,
}

/// How many letters are sent again.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = MailSentAgain)]
pub struct SentAgainOut {
    count: u64,
}

/// Which letters are listed.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct MailListQuery {
    /// Where the page before ended.
    cursor: Option<String>,
    /// Rows wanted, at most 200; 50 unless told.
    #[param(minimum = 1, maximum = 200)]
    limit: Option<u64>,
    /// Only those of this kind, such as `order-confirmed`.
    kind: Option<String>,
    /// Only those that are `queued`, `sent` or `failed`.
    status: Option<String>,
    /// Looked for in receivers and subject lines.
    query: Option<String>,
}

/// A page of letters.
#[derive(Debug, Serialize, ToSchema)]
pub struct MessagesOut {
    messages: Vec<MessageOut>,
    #[serde(flatten)]
    listing: Listing,
}

/// A letter with its text.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Mail)]
pub struct MailOut {
    #[serde(flatten)]
    message: MessageOut,
    /// Plain text.
    text: String,
    /// HTML.
    html: String,
}

impl From<Message> for MessageOut {
    fn from(message: Message) -> Self {
        Self {
            id: message.id.into(),
            to: message.to,
            subject: message.subject,
            kind: message.kind,
            status: message.status,
            created_on: message.created_on,
            sent_on: message.sent_on,
            tries: message.tries,
            last_answer: message.last_answer,
            next_try_on: message.next_try_on,
            awaits_server: message.awaits_server,
            can_be_sent_again: message.can_be_sent_again,
        }
    }
}

impl From<MailText> for MailOut {
    fn from(mail: MailText) -> Self {
        Self { message: mail.message.into(), text: mail.text, html: mail.html }
    }
}

/// Which letter.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MailPath {
    mail_id: String,
}

/// The routes of this noun.
pub fn routes() -> Calls {
    Calls::new()
        .routes(routes!(mail_list))
        .routes(routes!(mail_unsent))
        .routes(routes!(mail_send_all_again))
        .routes(routes!(mail_get))
        .routes(routes!(mail_send_again))
}

/// List letters
///
/// The latest first. Those that others could act by are listed only while they do not get out, without their text.
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/mail", operation_id = "mail_list", tag = "mail",
    params(("websiteId" = String, Path, description = "The site"), MailListQuery),
    security(("contributor" = ["orders:read"])),
    responses((status = 200, body = MessagesOut), (status = 400, body = Problem), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem)),
    )]
async fn mail_list(caller: Contributor, ApiQuery(query): ApiQuery<MailListQuery>) -> ApiResult<Json<MessagesOut>> {
    let filter = MessageFilter { kind: query.kind, status: query.status, search: query.query };
    let request = PageRequest::new(query.cursor, query.limit);
    let page = mail::list(&caller.ctx, &caller.db, &filter, &request).await?;
    let listing = page.next_cursor.into();
    Ok(Json(MessagesOut { messages: page.items.into_iter().map(MessageOut::from).collect(), listing }))
}

/// One letter
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/mail/{mailId}", operation_id = "mail_get", tag = "mail",
    params(("websiteId" = String, Path, description = "The site"), ("mailId" = String, Path, description = "The letter")),
    security(("contributor" = ["orders:read"])),
    responses((status = 200, body = MailOut), (status = 401, body = Problem), (status = 403, body = Problem),
              (status = 404, body = Problem)),
    )]
async fn mail_get(caller: Contributor, ApiPath(path): ApiPath<MailPath>) -> ApiResult<Json<MailOut>> {
    Ok(Json(mail::detail(&caller.ctx, &caller.db, &path.mail_id).await?.into()))
}

/// Letters that did not go out
///
/// How many wait for another try, how many were given up, and what the mail server said.
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/mail/unsent", operation_id = "mail_unsent", tag = "mail",
    params(("websiteId" = String, Path, description = "The site")),
    security(("contributor" = ["orders:read"])),
    responses((status = 200, body = UnsentOut), (status = 401, body = Problem), (status = 403, body = Problem),
              (status = 404, body = Problem)),
    )]
async fn mail_unsent(caller: Contributor) -> ApiResult<Json<UnsentOut>> {
    let Unsent { waiting, failed, last_answer, next_try_on } = mail::unsent(&caller.ctx, &caller.db).await?;
    Ok(Json(UnsentOut { waiting, failed, last_answer, next_try_on }))
}

/// Send a letter again that did not go out
///
/// Now, and for another four days. 409 when it was sent, is on its way, or its text was not kept since its link has run
/// out.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/mail/{mailId}/send-again", operation_id = "mail_send_again",
    tag = "mail",
    params(("websiteId" = String, Path, description = "The site"), ("mailId" = String, Path, description = "The letter")),
    security(("contributor" = ["orders:publish"])),
    responses((status = 202, body = MessageOut), (status = 401, body = Problem), (status = 403, body = Problem),
              (status = 404, body = Problem), (status = 409, body = Problem)),
    )]
async fn mail_send_again(
    caller: Contributor,
    ApiPath(path): ApiPath<MailPath>,
) -> ApiResult<(StatusCode, Json<MessageOut>)> {
    let message = mail::send_again(&caller.ctx, &caller.db, &path.mail_id).await?;
    Ok((StatusCode::ACCEPTED, Json(message.into())))
}

/// Send all letters again that did not go out
///
/// Those that wait for another try, and those that were given up within the last thirty days.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/mail/send-again", operation_id = "mail_send_all_again",
    tag = "mail",
    params(("websiteId" = String, Path, description = "The site")),
    security(("contributor" = ["orders:publish"])),
    responses((status = 202, body = SentAgainOut), (status = 401, body = Problem), (status = 403, body = Problem),
              (status = 404, body = Problem)),
    )]
async fn mail_send_all_again(caller: Contributor) -> ApiResult<(StatusCode, Json<SentAgainOut>)> {
    let count = mail::send_all_again(&caller.ctx, &caller.db).await?;
    Ok((StatusCode::ACCEPTED, Json(SentAgainOut { count })))
}
