//! Refunds, from the request to the provider's final result.

use sea_orm::entity::prelude::*;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{OrderId, PaymentId, RefundId, WebsiteId};
use stoa_kernel::money::Cents;
use stoa_kernel::payment::{RefundReason, RefundStatus};

/// One row of `refund`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "refund")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Its id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: RefundId,
    /// The order.
    pub order_id: OrderId,
    /// The refunded payment.
    pub payment_id: PaymentId,
    /// Idempotency key, also sent to the provider.
    pub idempotency_key: String,
    /// The requested values, so that reuse of a key for a different request is detected; JSON, because it is only
    /// compared.
    pub request: Json,
    /// Total amount, minor units.
    pub amount_cents: Cents,
    /// The part for shipping, minor units.
    pub shipping_cents: Cents,
    /// Reason in the words of a contributor; empty if it has a code.
    pub reason: String,
    /// Code of the reason, of refunds that no contributor gave a reason for.
    pub reason_code: Option<RefundReason>,
    /// Whether the items are restocked.
    pub restock: bool,
    /// Whether the customer is notified by e-mail.
    pub notify: bool,
    /// Its status.
    pub status: RefundStatus,
    /// Failure reason, for people.
    pub message: Option<String>,
    /// Number of requests to the provider without a result.
    pub checks: i32,
    /// Next request to the provider, UTC milliseconds.
    pub next_check_on: Option<Timestamp>,
    /// Who requested it.
    pub actor: String,
    /// Start time, UTC milliseconds.
    pub created_on: Timestamp,
    /// When it succeeded or failed, UTC milliseconds.
    pub settled_on: Option<Timestamp>,
}

/// Relations are declared in `crate::relations`.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
