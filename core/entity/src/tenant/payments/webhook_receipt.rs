//! Webhooks received from payment providers, verified and stored before they are applied.

use std::collections::BTreeMap;

use sea_orm::entity::prelude::*;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{PaymentId, WebhookReceiptId, WebsiteId};
use stoa_kernel::payment::PaymentMessageStatus;

use crate::json_column::JsonOf;

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
    /// Plugin of the payment provider.
    pub provider: String,
    /// The provider's id of the event.
    pub event_id: String,
    /// Whether it was verified in test mode; none when not recorded.
    pub shop_test_mode: Option<bool>,
    /// The payment attempt it was applied to; none before.
    pub payment_id: Option<PaymentId>,
    /// The event as parsed by the plugin (`commerce::ports::WebhookEvent`); JSON, because personal data is erased in
    /// its text.
    pub event: Json,
    /// The request body, encrypted; empty if it tells of a saved method, and once the customer is erased.
    pub body: String,
    /// SHA-256 of the body, hex.
    pub body_digest: String,
    /// Relevant headers of the request.
    pub headers: JsonOf<BTreeMap<String, String>>,
    /// Its status.
    pub status: PaymentMessageStatus,
    /// Number of attempts to apply it.
    pub attempts: i32,
    /// Next attempt, UTC milliseconds.
    pub next_try_on: Option<Timestamp>,
    /// Error of the last attempt.
    pub last_error: Option<String>,
    /// Time of receipt, UTC milliseconds.
    pub received_on: Timestamp,
    /// When it was applied or given up, UTC milliseconds.
    pub settled_on: Option<Timestamp>,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
