//! Design of a site besides its theme's files: the theme, its settings, custom CSS. One row.

use sea_orm::entity::prelude::*;
use stoa_kernel::id::WebsiteId;

/// One row of `site_design`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "site_design")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Draft.
    pub draft: Json,
    /// Published design; none before the first publication.
    pub published: Option<Json>,
    /// Revision, incremented by each change.
    pub revision: i64,
    /// Last change, UTC milliseconds.
    pub updated_on: i64,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
