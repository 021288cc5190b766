//! Letters that the site has written.

use axum::Json;
use serde::{Deserialize, Serialize};
use stoa_commerce::mail::{self, MailText, Message, MessageFilter};
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
    Calls::new().routes(routes!(mail_list)).routes(routes!(mail_get))
}

/// List letters
///
/// The latest first.
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
