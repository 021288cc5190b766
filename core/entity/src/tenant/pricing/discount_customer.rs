//! Customers to whom a discount is limited.

use sea_orm::entity::prelude::*;
use stoa_kernel::id::{DiscountId, WebsiteId};

/// One row of `discount_customer`.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "discount_customer")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Address of a customer, lower case.
    #[sea_orm(primary_key, auto_increment = false)]
    pub email: String,
    /// The discount.
    #[sea_orm(primary_key, auto_increment = false)]
    pub discount_id: DiscountId,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
