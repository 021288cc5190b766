//! The installation: one row.

use sea_orm::entity::prelude::*;
use stoa_kernel::clock::Timestamp;

/// The one row of `installation`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "installation")]
pub struct Model {
    /// Always [`THIS`].
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    /// A hash, base 64, of the secret key with which this data is encrypted.
    pub key_check: String,
    /// Last write of this row, UTC milliseconds. Rewritten to check whether the database can be written.
    pub written_on: Timestamp,
    /// Test value, written and cleared again by that check.
    pub trial: String,
}

/// The id of the one row.
pub const THIS: &str = "this";

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
