//! Redirects.

use sea_orm::entity::prelude::*;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{RedirectId, WebsiteId};

/// One row of `redirect`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "redirect")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Its id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: RedirectId,
    /// Source path; with `/*` at its end, the path and everything below it.
    pub source: String,
    /// Target: a path or an external URL; `*` at its end stands for the rest of the path.
    pub target: String,
    /// Whether it is permanent (301) or temporary (302).
    pub permanent: bool,
    /// Whether it was created automatically when a page moved.
    pub automatic: bool,
    /// Revision, incremented by each change.
    pub revision: i64,
    /// Creation time, UTC milliseconds.
    pub created_on: Timestamp,
    /// Last change, UTC milliseconds.
    pub updated_on: Timestamp,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
