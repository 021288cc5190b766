//! Uses of discounts by orders.

use sea_orm::entity::prelude::*;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{DiscountId, DiscountUseId, OrderId, WebsiteId};

/// One row of `discount_use`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "discount_use")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Its id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: DiscountUseId,
    /// The discount.
    pub discount_id: DiscountId,
    /// The order.
    pub order_id: OrderId,
    /// The customer's e-mail address in lower case, if the discount is limited to one use per customer.
    pub customer_key: Option<String>,
    /// Time, UTC milliseconds.
    pub created_on: Timestamp,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
