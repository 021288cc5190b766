//! E-mails that ask buyers for a review: one for each order. The recipient is stored as a fingerprint, and encrypted.

use sea_orm::entity::prelude::*;
use stoa_kernel::clock::Timestamp;
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
    /// Fingerprint of the recipient's address, for lookup.
    pub person: String,
    /// The recipient's address, encrypted.
    pub sealed_email: String,
    /// SHA-256 of the key of the unsubscribe link.
    pub leave_hash: String,
    /// Creation time of the e-mail, UTC milliseconds; none when it was decided not to send it.
    pub written_on: Option<Timestamp>,
    /// Whether the recipient unsubscribed from them.
    pub has_left: bool,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
