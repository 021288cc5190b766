//! Customers of a price list.

use sea_orm::entity::prelude::*;
use stoa_kernel::id::{PriceListId, WebsiteId};

/// One row of `price_list_customer`.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "price_list_customer")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// E-mail address of an account, lower case.
    #[sea_orm(primary_key, auto_increment = false)]
    pub email: String,
    /// The price list.
    #[sea_orm(primary_key, auto_increment = false)]
    pub price_list_id: PriceListId,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
