//! Note and custom field values entered at the checkout. Stored with the cart; after the purchase they belong to its
//! order.

use sea_orm::entity::prelude::*;
use stoa_kernel::id::{CartId, WebsiteId};

/// One row of `checkout_detail`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "checkout_detail")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// The cart.
    #[sea_orm(primary_key, auto_increment = false)]
    pub cart_id: CartId,
    /// Note of the customer to the store.
    pub note: String,
    /// List of field id, label as shown, and value.
    pub answers: Json,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
