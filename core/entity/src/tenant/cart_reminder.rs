//! Letters about carts that were left behind: one for a cart. The person stands here as a fingerprint, and sealed.

use sea_orm::entity::prelude::*;
use stoa_kernel::id::{CartId, WebsiteId};

/// One row of `cart_reminder`.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "cart_reminder")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// The cart, which may be gone by now.
    #[sea_orm(primary_key, auto_increment = false)]
    pub cart_id: CartId,
    /// By what the receiver's address is found again.
    pub person: String,
    /// The receiver's address, sealed.
    pub sealed_email: String,
    /// SHA-256 of the token that brings the cart back.
    pub token_hash: String,
    /// SHA-256 of the key of the link that stops such letters.
    pub leave_hash: String,
    /// When the letter was written, UTC milliseconds; none when there was a reason against it.
    pub written_on: Option<i64>,
    /// When its link was first followed, UTC milliseconds.
    pub came_back_on: Option<i64>,
    /// When the receiver first ordered after it, UTC milliseconds.
    pub bought_on: Option<i64>,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
