//! Letters written by the site.

use sea_orm::entity::prelude::*;
use stoa_kernel::id::{MailId, WebsiteId};

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
    /// `order-confirmed`, `order-fulfilled`, `order-received`, `form-answer`, `back-in-stock`.
    pub kind: String,
    /// What it is about; a kind is written once for each.
    pub reference: String,
    /// Receiver.
    pub to_address: String,
    /// Subject line.
    pub subject: String,
    /// Plain text, sealed.
    pub text_body: String,
    /// HTML, sealed.
    pub html_body: String,
    /// Whom an answer goes to, where that is not the sender.
    pub reply_to: Option<String>,
    /// Where mail programs stop letters of this kind; none where there is nothing to stop. Sealed.
    pub leave_url: Option<String>,
    /// Whether texts and the link that stops such letters lie sealed; those of earlier times do not.
    pub is_sealed: bool,
    /// `queued`, `sent` or `failed`.
    pub status: String,
    /// How often sending was tried since it was written or last sent again by hand.
    pub attempts: i32,
    /// What the mail server said last, or why it could not be asked.
    pub last_error: Option<String>,
    /// When it was written, UTC milliseconds.
    pub created_on: i64,
    /// When it was handed over, UTC milliseconds.
    pub sent_on: Option<i64>,
    /// When it is to be sent or tried again, UTC milliseconds; while it is being sent, when it is taken for lost.
    pub due_on: i64,
    /// When it is given up, UTC milliseconds.
    pub give_up_on: i64,
    /// 0 goes first, 2 last.
    pub priority: i32,
    /// Whether it goes as soon as the mail server answers again, whatever its time.
    pub awaits_server: bool,
    /// Whether a process has taken it and is sending it.
    pub is_sending: bool,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
