//! Links of letters that went out before the last one for the same address and purpose, and still work: whoever asks for
//! another letter voids nobody's link.

use sea_orm::entity::prelude::*;

/// One row of `earlier_account_link`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "earlier_account_link")]
pub struct Model {
    /// SHA-256 of the token.
    #[sea_orm(primary_key, auto_increment = false)]
    pub token_hash: String,
    /// The address it went to, lower case.
    pub email: String,
    /// `password` or `sign-up`.
    pub purpose: String,
    /// Until when it works, UTC milliseconds.
    pub expires_on: i64,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
