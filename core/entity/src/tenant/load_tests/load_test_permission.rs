//! What the owner of a site allows load tests to do.

use sea_orm::entity::prelude::*;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::WebsiteId;

/// One row of `load_test_permission`.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "load_test_permission")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Until when runs may be started and go on, UTC milliseconds; none: never.
    pub allowed_until: Option<Timestamp>,
    /// Most calls of all runs per second.
    pub max_calls_per_second: i32,
    /// SHA-256 of the key with which runs are started; none before there is one.
    pub key_hash: Option<String>,
    /// Revision, incremented by each change.
    pub revision: i64,
    /// Last change, UTC milliseconds.
    pub changed_on: Timestamp,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
