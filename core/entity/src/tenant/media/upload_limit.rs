//! Upload limits that the operator sets for a site.

use sea_orm::entity::prelude::*;
use stoa_kernel::id::WebsiteId;

/// One row of `upload_limit`. None stands for what holds in the whole installation.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "upload_limit")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Maximum size of an image, bytes.
    pub picture_bytes: Option<i64>,
    /// Maximum size of any other file, bytes.
    pub file_bytes: Option<i64>,
    /// Maximum size of all files, bytes; 0 for unlimited.
    pub site_bytes: Option<i64>,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
