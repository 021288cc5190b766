//! A site's customized version of a theme file.

use sea_orm::entity::prelude::*;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::WebsiteId;

/// One row of `template_file`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "template_file")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Folder name of the theme.
    #[sea_orm(primary_key, auto_increment = false)]
    pub theme: String,
    /// Path of the file in the theme.
    #[sea_orm(primary_key, auto_increment = false)]
    pub path: String,
    /// Draft text; none for the theme's own.
    #[sea_orm(column_type = "Text", nullable)]
    pub draft: Option<String>,
    /// Published text; none for the theme's own.
    #[sea_orm(column_type = "Text", nullable)]
    pub published: Option<String>,
    /// Revision of the set when the draft was saved.
    pub revision: i64,
    /// When the draft was saved, UTC milliseconds.
    pub updated_on: Timestamp,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
