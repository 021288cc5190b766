//! The sites that this installation serves.

use sea_orm::entity::prelude::*;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::WebsiteId;
use stoa_kernel::website::WebsiteStatus;

/// One row of `website`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "website")]
pub struct Model {
    /// Its id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: WebsiteId,
    /// Short name, unique, first label of the built-in host name.
    pub identifier: String,
    /// Name shown in lists of sites.
    pub title: String,
    /// State of the subscription; `paid` for self-hosted sites.
    pub status: WebsiteStatus,
    /// Name of the plan that the operator has assigned, as in the settings; none for the default.
    pub plan: Option<String>,
    /// Whether all its contributors need a second factor.
    pub requires_second_factor: bool,
    /// Creation time, UTC milliseconds.
    pub created_on: Timestamp,
    /// Minimum schema version of its file; unused on Postgres.
    pub file_version: i32,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
