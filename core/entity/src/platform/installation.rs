//! The installation: one row.

use sea_orm::entity::prelude::*;

/// The one row of `installation`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "installation")]
pub struct Model {
    /// Always [`THIS`].
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    /// A hash of the secret key under which this data is sealed, base 64.
    pub key_check: String,
    /// When the row was last written, UTC milliseconds. Written anew to find out whether the database can be written.
    pub written_on: i64,
    /// What is written, and taken away again, to find out whether that works.
    pub trial: String,
}

/// The id of the one row.
pub const THIS: &str = "this";

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
