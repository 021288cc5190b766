//! Shop stamp: renewed by triggers whenever data that affects a store's offers changes.

use sea_orm::entity::prelude::*;
use stoa_kernel::id::WebsiteId;

/// One row of `shop_stamp`; none before the first change. Triggers write it.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "shop_stamp")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Random value; never the same for two changes.
    pub stamp: String,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
