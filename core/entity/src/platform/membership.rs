//! Roles of contributors on sites.

use sea_orm::entity::prelude::*;
use stoa_kernel::id::{AccountId, WebsiteId};

/// One row of `membership`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "membership")]
pub struct Model {
    /// The site.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// The account.
    #[sea_orm(primary_key, auto_increment = false)]
    pub account_id: AccountId,
    /// Contributor role, 1 to 15.
    #[sea_orm(primary_key, auto_increment = false)]
    pub role: i32,
}

/// Relations are declared in `crate::relations`.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
