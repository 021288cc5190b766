//! Single-line carts with a donation.

use sea_orm::entity::prelude::*;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{CartId, WebsiteId};
use stoa_kernel::money::Cents;

/// One row of `cart_donation`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "cart_donation")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// The cart.
    #[sea_orm(primary_key, auto_increment = false)]
    pub cart_id: CartId,
    /// Amount, minor units.
    pub amount_cents: Cents,
    /// The donor's name.
    pub donor_name: String,
    /// Message of the donor; empty for none.
    pub comment: String,
    /// Expiry, UTC milliseconds.
    pub expires_on: Timestamp,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
