//! The list of due work: the sites that the worker has to process, and when.

use sea_orm::entity::prelude::*;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::WebsiteId;

/// One row of `due_work`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "due_work")]
pub struct Model {
    /// The site.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// When the site is to be processed, UTC milliseconds.
    pub due_on: Timestamp,
    /// Until when a process may write to the site without updating this row again, UTC milliseconds.
    pub written_until: Option<Timestamp>,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
