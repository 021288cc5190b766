//! Messages of payment providers, verified and written down before they are applied.

use sea_orm::entity::prelude::*;
use stoa_kernel::id::{PaymentId, WebhookReceiptId, WebsiteId};

/// One row of `webhook_receipt`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "webhook_receipt")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Its id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: WebhookReceiptId,
    /// Plugin whose provider sent it.
    pub provider: String,
    /// The provider's id of the event.
    pub event_id: String,
    /// The attempt it was applied to; none before.
    pub payment_id: Option<PaymentId>,
    /// What it says, as the plugin read it.
    pub event: Json,
    /// The body in base 64.
    pub body: String,
    /// SHA-256 of the body, in hex.
    pub body_digest: String,
    /// Headers that tell something about the message.
    pub headers: Json,
    /// `received`, `applied`, `unmatched` or `given-up`.
    pub status: String,
    /// How often applying it was tried.
    pub attempts: i32,
    /// When it is tried again, UTC milliseconds.
    pub next_try_on: Option<i64>,
    /// Why the last try failed.
    pub last_error: Option<String>,
    /// When it came, UTC milliseconds.
    pub received_on: i64,
    /// When it was applied or given up, UTC milliseconds.
    pub settled_on: Option<i64>,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
