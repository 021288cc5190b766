//! How a shop is paid.

use sea_orm::entity::prelude::*;
use stoa_kernel::id::WebsiteId;

/// One row of `payment_setting`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "payment_setting")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Whether methods that move no real money are offered.
    pub test_mode: bool,
    /// When money that was set aside is taken: `at-once`, `on-fulfillment` or `by-hand`.
    pub capture_mode: String,
    /// How long stock is kept for an order that is paid by transfer or on delivery, hours.
    pub transfer_hold_hours: i64,
    /// The methods that the owner has arranged, in their order.
    pub methods: Json,
    /// Raised by each change.
    pub revision: i64,
    /// When it last changed, UTC milliseconds.
    pub updated_on: i64,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
