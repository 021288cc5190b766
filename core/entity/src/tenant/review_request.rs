//! Letters that ask buyers what they think: one for an order. The person stands here as a fingerprint, and sealed.

use sea_orm::entity::prelude::*;
use stoa_kernel::id::{OrderId, WebsiteId};

/// One row of `review_request`.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "review_request")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// The order.
    #[sea_orm(primary_key, auto_increment = false)]
    pub order_id: OrderId,
    /// By what the receiver's address is found again.
    pub person: String,
    /// The receiver's address, sealed.
    pub sealed_email: String,
    /// SHA-256 of the key of the link that stops such letters.
    pub leave_hash: String,
    /// When the letter was written, UTC milliseconds; none when there was a reason against it.
    pub written_on: Option<i64>,
    /// Whether the receiver asked for no more of them.
    pub has_left: bool,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
