//! Product reviews by buyers: one for each order line.

use sea_orm::entity::prelude::*;
use stoa_kernel::catalogue::ReviewState;
use stoa_kernel::clock::Timestamp;
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
    /// The product's name at the time of purchase.
    pub product_name: String,
    /// The order.
    pub order_id: OrderId,
    /// The line of the order.
    pub order_item_id: OrderItemId,
    /// One to five stars.
    pub rating: i32,
    /// Display name of the reviewer.
    pub author: String,
    /// Plain text; may be empty.
    pub body: String,
    /// Its moderation state.
    pub state: ReviewState,
    /// Reply of the store, plain text; empty for none.
    pub reply: String,
    /// Last reply, UTC milliseconds.
    pub replied_on: Option<Timestamp>,
    /// Creation time, UTC milliseconds.
    pub created_on: Timestamp,
    /// When it was published or rejected, UTC milliseconds.
    pub decided_on: Option<Timestamp>,
    /// Search text, folded (`stoa_kernel::search`): product name, text and reviewer's name, a line each.
    pub searched: String,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
