//! Money given back, from the wish to the provider's last word.

use sea_orm::entity::prelude::*;
use stoa_kernel::id::{OrderId, PaymentId, RefundId, WebsiteId};

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
    /// The payment whose money goes back.
    pub payment_id: PaymentId,
    /// The same for each repetition; the provider gets it too.
    pub idempotency_key: String,
    /// What was asked for, so that a key used for something else is noticed.
    pub request: Json,
    /// Given back altogether, minor units.
    pub amount_cents: i64,
    /// The part of it that is for delivery, minor units.
    pub shipping_cents: i64,
    /// Why, for people.
    pub reason: String,
    /// Whether the pieces go back into stock.
    pub restock: bool,
    /// Whether the customer is told by mail.
    pub notify: bool,
    /// `started`, `pending`, `unknown`, `succeeded` or `failed`.
    pub status: String,
    /// Why it failed, for people.
    pub message: Option<String>,
    /// How often the provider was asked in vain.
    pub checks: i32,
    /// When the provider is asked next, UTC milliseconds.
    pub next_check_on: Option<i64>,
    /// Who wanted it.
    pub actor: String,
    /// When it was begun, UTC milliseconds.
    pub created_on: i64,
    /// When it succeeded or failed, UTC milliseconds.
    pub settled_on: Option<i64>,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
