//! What buyers say about what they have bought: one review for a line of an order.

use sea_orm::entity::prelude::*;
use stoa_kernel::id::{OrderId, OrderItemId, ProductId, ProductReviewId, WebsiteId};

/// One row of `product_review`.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "product_review")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Its id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: ProductReviewId,
    /// The product.
    pub product_id: ProductId,
    /// Its name when it was bought.
    pub product_name: String,
    /// The order.
    pub order_id: OrderId,
    /// The line of the order.
    pub order_item_id: OrderItemId,
    /// One to five stars.
    pub rating: i32,
    /// Name under which it is shown.
    pub author: String,
    /// Plain text; may be empty.
    pub body: String,
    /// `awaiting`, `published` or `rejected`.
    pub state: String,
    /// What the shop answers, plain text; empty for nothing.
    pub reply: String,
    /// When the shop last answered, UTC milliseconds.
    pub replied_on: Option<i64>,
    /// When it was written, UTC milliseconds.
    pub created_on: i64,
    /// When it was published or rejected, UTC milliseconds.
    pub decided_on: Option<i64>,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
