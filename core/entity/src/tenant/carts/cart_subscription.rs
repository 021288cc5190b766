//! Single-line carts that start a subscription.

use sea_orm::entity::prelude::*;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{CartId, WebsiteId};

use crate::json_column::JsonOf;
use crate::tenant::order_subscription::StoredPlan;

/// One row of `cart_subscription`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "cart_subscription")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// The cart.
    #[sea_orm(primary_key, auto_increment = false)]
    pub cart_id: CartId,
    /// The plan as the shopper saw it.
    pub plan: JsonOf<StoredPlan>,
    /// Expiry, UTC milliseconds.
    pub expires_on: Timestamp,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
