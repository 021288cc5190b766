//! E-mails written by the site.

use axum::Json;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use stoa_email::{MailText, Message, MessageFilter, Unsent};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::MailId;
use stoa_kernel::messages::DeliveryStatus;
use stoa_kernel::page::PageRequest;
use utoipa::{IntoParams, ToSchema};

use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiPath, ApiQuery, Contributor, Listing, path_id};
use crate::problem::{ApiResult, Problem};
use crate::rate_limit::RateLimit;
use crate::route_policy::{Invalidates, changes, reads};

/// An e-mail in the list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MailMessage)]
pub struct MessageOut {
    id: String,
    /// Recipient.
    to: String,
    subject: String,
    /// Kind of e-mail, such as `order-confirmed`.
    kind: String,
    status: DeliveryStatus,
    created_on: i64,
    sent_on: Option<i64>,
    /// Number of attempts since it was written or last resent manually.
    tries: i32,
    /// Last response of the mail server, or why it could not be reached.
    last_answer: Option<String>,
    /// Time of the next attempt; null if there is none.
    next_try_on: Option<i64>,
    /// Whether it is sent as soon as the mail server responds again, before the time of its next attempt.
    awaits_server: bool,
    /// Whether it can be resent manually.
    can_be_sent_again: bool,
}

/// Unsent e-mails.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = UnsentMail)]
pub struct UnsentEmailsOut {
    /// E-mails that failed and are retried automatically; counted up to 100,000.
    waiting: u64,
    /// E-mails given up within the last thirty days that can be resent; counted up to 100,000.
    failed: u64,
    /// Last response of the mail server, or why it could not be reached.
    last_answer: Option<String>,
    /// Time of the next attempt of a waiting e-mail.
    next_try_on: Option<i64>,
}

/// Number of e-mails that are resent.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = MailSentAgain)]
pub struct ResentEmailsOut {
    count: u64,
}

/// Query parameters of the e-mail list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct MailListQuery {
    /// `nextPageCursor` of the previous page.
    cursor: Option<String>,
    /// Page size, at most 200; 50 by default.
    #[param(minimum = 1, maximum = 200)]
    limit: Option<u64>,
    /// Filter by kind, such as `order-confirmed`.
    kind: Option<String>,
    /// Filter by status.
    #[param(inline)]
    status: Option<DeliveryStatus>,
    /// Search text: recipient or subject.
    query: Option<String>,
}

/// A page of e-mails.
#[derive(Debug, Serialize, ToSchema)]
pub struct MessagesOut {
    messages: Vec<MessageOut>,
    #[serde(flatten)]
    listing: Listing,
}

/// An e-mail with its text.
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
            created_on: message.created_on.ms(),
            sent_on: message.sent_on.map(Timestamp::ms),
            tries: message.tries,
            last_answer: message.last_answer,
            next_try_on: message.next_try_on.map(Timestamp::ms),
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

/// Path parameters of an e-mail.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MailPath {
    #[serde(deserialize_with = "path_id")]
    mail_id: MailId,
}

/// Routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(mail_list: reads()))
        .routes(routes!(mail_unsent: reads()))
        .routes(routes!(mail_send_all_again: changes(Invalidates::ByHandler).limited(RateLimit::SEND_AGAIN)))
        .routes(routes!(mail_get: reads()))
        .routes(routes!(mail_send_again: changes(Invalidates::ByHandler).limited(RateLimit::SEND_AGAIN)))
}

/// List e-mails
///
/// Newest first. E-mails with secret links or codes, such as password resets and gift cards, are listed only while they
/// are unsent, and without their text.
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/mail", operation_id = "mail_list", tag = "mail",
    params(MailListQuery), security(("contributor" = ["orders:read"])),
    responses((status = 200, body = MessagesOut)))]
async fn mail_list(caller: Contributor, ApiQuery(query): ApiQuery<MailListQuery>) -> ApiResult<Json<MessagesOut>> {
    let filter = MessageFilter { kind: query.kind, status: query.status, search: query.query };
    let request = PageRequest::new(query.cursor, query.limit);
    let page = stoa_email::list(&caller.ctx, &caller.db, &filter, &request).await?;
    let listing = page.next_cursor.into();
    Ok(Json(MessagesOut { messages: page.items.into_iter().map(MessageOut::from).collect(), listing }))
}

/// Get an e-mail
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/mail/{mailId}", operation_id = "mail_get", tag = "mail",
    security(("contributor" = ["orders:read"])), responses((status = 200, body = MailOut)))]
async fn mail_get(caller: Contributor, ApiPath(path): ApiPath<MailPath>) -> ApiResult<Json<MailOut>> {
    Ok(Json(stoa_email::detail(&caller.ctx, &caller.db, &path.mail_id).await?.into()))
}

/// List unsent e-mails
///
/// The number of e-mails waiting for a retry, the number given up, and the last response of the mail server.
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/mail/unsent", operation_id = "mail_unsent", tag = "mail",
    security(("contributor" = ["orders:read"])), responses((status = 200, body = UnsentEmailsOut)))]
async fn mail_unsent(caller: Contributor) -> ApiResult<Json<UnsentEmailsOut>> {
    let Unsent { waiting, failed, last_answer, next_try_on } = stoa_email::unsent(&caller.ctx, &caller.db).await?;
    Ok(Json(UnsentEmailsOut { waiting, failed, last_answer, next_try_on: next_try_on.map(Timestamp::ms) }))
}

/// Resend an unsent e-mail
///
/// Sent now, and retried for another four days. 409 if it was sent already, is being sent, or its text was deleted
/// because its link has expired.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/mail/{mailId}/send-again", operation_id = "mail_send_again",
    tag = "mail", security(("contributor" = ["orders:publish"])),
    responses((status = 202, body = MessageOut), (status = 409, body = Problem)))]
async fn mail_send_again(
    caller: Contributor,
    ApiPath(path): ApiPath<MailPath>,
) -> ApiResult<(StatusCode, Json<MessageOut>)> {
    let message = stoa_email::send_again(&caller.ctx, &caller.db, &path.mail_id).await?;
    Ok((StatusCode::ACCEPTED, Json(message.into())))
}

/// Resend all unsent e-mails
///
/// Those waiting for a retry, and those given up within the last thirty days.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/mail/send-again", operation_id = "mail_send_all_again",
    tag = "mail", security(("contributor" = ["orders:publish"])), responses((status = 202, body = ResentEmailsOut)))]
async fn mail_send_all_again(caller: Contributor) -> ApiResult<(StatusCode, Json<ResentEmailsOut>)> {
    let count = stoa_email::send_all_again(&caller.ctx, &caller.db).await?;
    Ok((StatusCode::ACCEPTED, Json(ResentEmailsOut { count })))
}
