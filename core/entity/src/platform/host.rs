//! Host names and the site each one shows.

use sea_orm::entity::prelude::*;
use stoa_kernel::id::WebsiteId;

/// One row of `host`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "host")]
pub struct Model {
    /// The name in lower case, without port.
    #[sea_orm(primary_key, auto_increment = false)]
    pub host: String,
    /// The site it shows.
    pub website_id: WebsiteId,
    /// Whether it is the main host, which links are built with.
    pub is_primary: bool,
}

/// Relations are declared in `crate::relations`.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
