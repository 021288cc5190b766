//! A published version of a site's template files, stored as what it replaced.

use std::collections::BTreeMap;

use sea_orm::entity::prelude::*;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{TemplateVersionId, WebsiteId};

use crate::json_column::JsonOf;

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
    /// Number, from 1 for each theme of the site.
    pub number: i64,
    /// By path, the previously published text; null where the theme's own was used.
    pub former: JsonOf<BTreeMap<String, Option<String>>>,
    /// Time, UTC milliseconds.
    pub published_on: Timestamp,
    /// Account id of the author.
    pub published_by: String,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
