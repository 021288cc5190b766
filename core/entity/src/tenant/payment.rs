//! Attempts to pay orders. Nothing of a card is ever stored.

use sea_orm::entity::prelude::*;
use stoa_kernel::id::{OrderId, PaymentId, WebsiteId};

/// One row of `payment`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "payment")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Its id, told to the provider as attempt.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: PaymentId,
    /// The order.
    pub order_id: OrderId,
    /// Plugin that takes the money.
    pub provider: String,
    /// Its method, such as `card`.
    pub method: String,
    /// Whether no real money moves; none when nobody noted it.
    pub test_mode: Option<bool>,
    /// Makes a repeated attempt the same attempt.
    pub idempotency_key: String,
    /// `started`, `requires-action`, `pending`, `authorised`, `captured`, `partially-refunded`, `refunded`, `voided`, `declined`, `expired` or `unknown`.
    pub status: String,
    /// Asked for, minor units.
    pub amount_cents: i64,
    /// Received, minor units.
    pub captured_cents: i64,
    /// Given back so far as the provider says, minor units.
    pub refunded_cents: i64,
    /// ISO 4217 code.
    pub currency: String,
    /// What the provider calls it.
    pub provider_ref: Option<String>,
    /// What the provider wants to see again.
    pub provider_state: Json,
    /// Where the customer must go to confirm.
    pub next_url: Option<String>,
    /// What the customer was told.
    pub buyer_message: Option<String>,
    /// When money that was set aside is taken: `at-once`, `on-fulfillment` or `by-hand`.
    pub capture_mode: String,
    /// Until when money that was set aside can be taken, as far as the provider promises, UTC milliseconds.
    pub capture_before: Option<i64>,
    /// How the customer pays when no provider takes the money.
    pub instructions: Option<Json>,
    /// How often an unknown outcome was asked for.
    pub checks: i32,
    /// When it is asked for again, UTC milliseconds.
    pub next_check_on: Option<i64>,
    /// When it was begun, UTC milliseconds.
    pub created_on: i64,
    /// When it last changed, UTC milliseconds.
    pub updated_on: i64,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
