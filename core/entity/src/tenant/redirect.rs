//! Addresses that lead elsewhere.

use sea_orm::entity::prelude::*;
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
    /// Path that leads elsewhere; with `/*` at its end, it and everything below it.
    pub source: String,
    /// Where it leads: a path or an address elsewhere; `*` at its end stands for the rest of the path.
    pub target: String,
    /// Whether browsers may remember it for good (301) or ask again (302).
    pub permanent: bool,
    /// Whether it was left behind by a page that moved.
    pub automatic: bool,
    /// Raised by each change.
    pub revision: i64,
    /// When it was made, UTC milliseconds.
    pub created_on: i64,
    /// When it was last changed, UTC milliseconds.
    pub updated_on: i64,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
