//! Lines of carts.

use sea_orm::entity::prelude::*;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{CartEntryId, CartId, ProductId, VariantId, WebsiteId};
use stoa_kernel::money::Cents;

/// One row of `cart_entry`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "cart_entry")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Its id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: CartEntryId,
    /// The cart.
    pub cart_id: CartId,
    /// The product.
    pub product_id: ProductId,
    /// The variant.
    pub variant_id: VariantId,
    /// Quantity, 1 to 9999.
    pub quantity: i64,
    /// Answers to the fields of the product's form, as JSON text.
    pub additional_fields: Option<String>,
    /// Unit price when it was added, minor units.
    pub added_price_cents: Cents,
    /// When it was added, UTC milliseconds.
    pub created_on: Timestamp,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
