//! What runs of load tests made.

use sea_orm::entity::prelude::*;
use stoa_kernel::id::{LoadRunId, WebsiteId};
use stoa_kernel::load_run::LoadRunItemKind;

/// One row of `load_run_item`.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "load_run_item")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// The run that made it.
    #[sea_orm(primary_key, auto_increment = false)]
    pub run_id: LoadRunId,
    /// What it is.
    #[sea_orm(primary_key, auto_increment = false)]
    pub kind: LoadRunItemKind,
    /// Its id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub item_id: String,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
