//! Subscription plans of orders that started a subscription, as of the purchase.

use sea_orm::entity::prelude::*;
use stoa_kernel::id::{OrderId, WebsiteId};

/// One row of `order_subscription`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "order_subscription")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// The order of the first payment.
    #[sea_orm(primary_key, auto_increment = false)]
    pub order_id: OrderId,
    /// The plan.
    pub plan: Json,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
