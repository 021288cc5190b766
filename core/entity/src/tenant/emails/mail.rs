//! E-mails sent by the site.

use sea_orm::entity::prelude::*;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{MailId, WebsiteId};
use stoa_kernel::messages::DeliveryStatus;

/// One row of `mail`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "mail")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Its id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: MailId,
    /// Its kind, such as `order-confirmed` or `form-answer`.
    pub kind: String,
    /// What it is about; each kind is sent once for each subject.
    pub reference: String,
    /// Recipient.
    pub to_address: String,
    /// Subject line.
    pub subject: String,
    /// Plain text body, encrypted.
    pub text_body: String,
    /// HTML body, encrypted.
    pub html_body: String,
    /// Reply-To address, if not the sender.
    pub reply_to: Option<String>,
    /// Unsubscribe URL, encrypted; none for e-mails without it.
    pub leave_url: Option<String>,
    /// Whether the bodies and the unsubscribe URL are encrypted; false for old e-mails.
    pub is_sealed: bool,
    /// Status of its delivery.
    pub status: DeliveryStatus,
    /// Number of attempts since it was created or last resent manually.
    pub attempts: i32,
    /// The mail server's last response, or the connection error.
    pub last_error: Option<String>,
    /// Creation time, UTC milliseconds.
    pub created_on: Timestamp,
    /// When it was sent, UTC milliseconds.
    pub sent_on: Option<Timestamp>,
    /// When it is to be sent or retried, UTC milliseconds; while it is being sent, when the attempt is considered lost.
    pub due_on: Timestamp,
    /// When sending is abandoned, UTC milliseconds.
    pub give_up_on: Timestamp,
    /// Priority: 0 first, 2 last.
    pub priority: i32,
    /// Whether it is sent as soon as the mail server is reachable again, regardless of its retry time.
    pub awaits_server: bool,
    /// Whether a process is currently sending it.
    pub is_sending: bool,
    /// Search text, folded (`stoa_kernel::search`): recipient and subject line, a line each.
    pub searched: String,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
