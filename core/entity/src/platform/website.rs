//! The sites that this installation serves.

use sea_orm::entity::prelude::*;
use stoa_kernel::id::WebsiteId;

/// One row of `website`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "website")]
pub struct Model {
    /// Its id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: WebsiteId,
    /// Short name, unique, first label of the built-in host name.
    pub identifier: String,
    /// Name shown where sites are listed.
    pub title: String,
    /// State of the subscription: one of the website statuses, `paid` for self-hosted sites.
    pub status: String,
    /// The plan that the operator has given it, by its name in the settings; none for what holds for all.
    pub plan: Option<String>,
    /// Whether everybody who works on it needs a second factor.
    pub requires_second_factor: bool,
    /// When it was made, UTC milliseconds.
    pub created_on: i64,
    /// The version of the tables that its file has at least; of no use on Postgres.
    pub file_version: i32,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
