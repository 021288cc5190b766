//! A published state of a site's template files, kept as what it replaced.

use sea_orm::entity::prelude::*;
use stoa_kernel::id::{TemplateVersionId, WebsiteId};

/// One row of `template_version`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "template_version")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Its id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: TemplateVersionId,
    /// Folder name of the theme.
    pub theme: String,
    /// Counted from 1 for each theme of the site.
    pub number: i64,
    /// By path, the published text before it; null where the theme's own was shown.
    pub former: Json,
    /// When, UTC milliseconds.
    pub published_on: i64,
    /// Who: account id.
    pub published_by: String,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
