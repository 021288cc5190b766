//! A site's customizations of one theme as a whole.

use sea_orm::entity::prelude::*;
use stoa_kernel::id::{TemplateVersionId, WebsiteId};

/// One row of `template_set`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "template_set")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Folder name of the theme.
    #[sea_orm(primary_key, auto_increment = false)]
    pub theme: String,
    /// Revision, incremented by each change of any of its files.
    pub revision: i64,
    /// The published version; none if never published.
    pub version_id: Option<TemplateVersionId>,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
