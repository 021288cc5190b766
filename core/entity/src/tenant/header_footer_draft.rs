//! Which version of header and footer is worked on. One row.

use sea_orm::entity::prelude::*;
use stoa_kernel::id::WebsiteId;

/// One row of `header_footer_draft`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "header_footer_draft")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// The version that is worked on.
    pub number: i64,
    /// The version that was made last: what redo leads to.
    pub latest: i64,
    /// Raised by each change.
    pub revision: i64,
    /// When it last changed, UTC milliseconds.
    pub updated_on: i64,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
