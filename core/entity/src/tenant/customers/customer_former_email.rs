//! Verified previous e-mail addresses of a customer's account.

use sea_orm::entity::prelude::*;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{CustomerId, WebsiteId};

/// One row of `customer_former_email`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "customer_former_email")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// The customer.
    #[sea_orm(primary_key, auto_increment = false)]
    pub customer_id: CustomerId,
    /// The previous address, lower case.
    #[sea_orm(primary_key, auto_increment = false)]
    pub email: String,
    /// When the address was changed, UTC milliseconds.
    pub changed_on: Timestamp,
}

/// Relations are declared in `crate::relations`.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
