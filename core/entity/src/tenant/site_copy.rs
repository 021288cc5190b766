//! Copies of the site that were asked for.

use sea_orm::entity::prelude::*;
use stoa_kernel::id::{SiteCopyId, WebsiteId};

/// One row of `site_copy`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "site_copy")]
pub struct Model {
    /// The site that is copied.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Its id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: SiteCopyId,
    /// Name of the copy.
    pub title: String,
    /// Short name of the copy.
    pub identifier: String,
    /// The account that asked for it and will own it.
    pub owner: String,
    /// `queued`, `running`, `done` or `failed`.
    pub status: String,
    /// Steps that are done.
    pub done: i64,
    /// Steps in all; 0 while nobody knows.
    pub total: i64,
    /// Why it failed, for the person who asked.
    pub message: Option<String>,
    /// The site that is made; none before it is begun.
    pub target: Option<String>,
    /// When it was asked for, UTC milliseconds.
    pub created_on: i64,
    /// When it last moved on, UTC milliseconds.
    pub updated_on: i64,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
