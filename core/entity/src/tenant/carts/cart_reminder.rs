//! Abandoned cart e-mails: one for each cart. The recipient is stored as a fingerprint, and encrypted.

use sea_orm::entity::prelude::*;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{CartId, WebsiteId};

/// One row of `cart_reminder`.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "cart_reminder")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// The cart; it may no longer exist.
    #[sea_orm(primary_key, auto_increment = false)]
    pub cart_id: CartId,
    /// Fingerprint of the recipient's address, for lookup.
    pub person: String,
    /// The recipient's address, encrypted.
    pub sealed_email: String,
    /// SHA-256 of the token of the link that restores the cart.
    pub token_hash: String,
    /// SHA-256 of the key of the unsubscribe link.
    pub leave_hash: String,
    /// Creation time of the e-mail, UTC milliseconds; none when it was decided not to send it.
    pub written_on: Option<Timestamp>,
    /// When its link was first opened, UTC milliseconds.
    pub came_back_on: Option<Timestamp>,
    /// When the recipient first ordered afterwards, UTC milliseconds.
    pub bought_on: Option<Timestamp>,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
