//! Runs of load tests.

use std::collections::BTreeMap;

use sea_orm::entity::prelude::*;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{LoadRunId, WebsiteId};
use stoa_kernel::load_run::LoadRunState;

use crate::json_column::JsonOf;

/// How much of each kind was removed or kept, by the name of the kind.
pub type RunCounts = BTreeMap<String, u64>;

/// One row of `load_run`.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "load_run")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Its id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: LoadRunId,
    /// Name, unique on the site.
    pub name: String,
    /// What it does, such as `average`.
    pub profile: String,
    /// Whether it runs.
    pub state: LoadRunState,
    /// Most calls per second when it was started.
    pub max_calls_per_second: i32,
    /// Start, UTC milliseconds.
    pub started_on: Timestamp,
    /// When it ends by itself, UTC milliseconds.
    pub ends_on: Timestamp,
    /// When it was ended, UTC milliseconds.
    pub ended_on: Option<Timestamp>,
    /// What was removed so far.
    pub removed: Option<JsonOf<RunCounts>>,
    /// What a removal kept, since people or real money have to do with it.
    pub kept: Option<JsonOf<RunCounts>>,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
