//! Purchased gift cards.

use sea_orm::entity::prelude::*;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{GiftCardId, OrderId, OrderItemId, WebsiteId};
use stoa_kernel::money::Cents;

/// One row of `gift_card`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "gift_card")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Its id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: GiftCardId,
    /// The order it was bought with.
    pub order_id: OrderId,
    /// The line of that order.
    pub order_item_id: OrderItemId,
    /// The code, encrypted; unencrypted while there is no `code_hash` yet. The column keeps the name it had before
    /// codes were encrypted, for the previous program version.
    #[sea_orm(column_name = "code")]
    pub sealed_code: String,
    /// Fingerprint of the code, unique within the site. None for cards from before codes were encrypted, until the
    /// worker has encrypted them.
    pub code_hash: Option<String>,
    /// Initial value, minor units.
    pub amount_cents: Cents,
    /// Balance, minor units.
    pub balance_cents: Cents,
    /// ISO 4217 code of the amounts.
    pub currency: String,
    /// Time of issue, UTC milliseconds.
    pub created_on: Timestamp,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
