//! Products on wishlists.

use sea_orm::entity::prelude::*;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{ProductId, SiteUserId, WebsiteId};

/// One row of `wishlist_entry`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "wishlist_entry")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Whose list it is on: the id of the account, or the hash of the token in a guest's cookie.
    #[sea_orm(primary_key, auto_increment = false)]
    pub owner: String,
    /// The product.
    #[sea_orm(primary_key, auto_increment = false)]
    pub product_id: ProductId,
    /// The account; none for a guest.
    pub site_user_id: Option<SiteUserId>,
    /// When it was added last, UTC milliseconds.
    pub added_on: Timestamp,
    /// Whether the customer wants an e-mail when the product goes on sale.
    pub emails_wanted: bool,
    /// Whether the present sale is known to the customer: the e-mail was written, or it had begun before.
    pub sale_told: bool,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
