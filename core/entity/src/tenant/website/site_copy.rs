//! Requested copies of the site.

use sea_orm::entity::prelude::*;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{SiteCopyId, WebsiteId};
use stoa_kernel::website::CopyStatus;

/// One row of `site_copy`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "site_copy")]
pub struct Model {
    /// The source site.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Its id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: SiteCopyId,
    /// Name of the copy.
    pub title: String,
    /// Short name (slug) of the copy.
    pub identifier: String,
    /// The account that requested it and will own it.
    pub owner: String,
    /// Its progress.
    pub status: CopyStatus,
    /// Number of completed steps.
    pub done: i64,
    /// Total number of steps; 0 while unknown.
    pub total: i64,
    /// Failure reason, for the person who requested it.
    pub message: Option<String>,
    /// The new site; none before it is created.
    pub target: Option<String>,
    /// Time of the request, UTC milliseconds.
    pub created_on: Timestamp,
    /// Last progress, UTC milliseconds.
    pub updated_on: Timestamp,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
