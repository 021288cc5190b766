//! What people have beside their password: a secret that their app makes codes of.

use sea_orm::entity::prelude::*;
use stoa_kernel::id::AccountId;

/// One row of `second_factor`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "second_factor")]
pub struct Model {
    /// Whose.
    #[sea_orm(primary_key, auto_increment = false)]
    pub account_id: AccountId,
    /// The secret, sealed with the key of the installation.
    pub sealed_secret: String,
    /// Step of time whose code was taken last: neither it nor an earlier one is taken again.
    pub last_step: i64,
    /// Wrong codes since `wrong_since`.
    pub wrong_codes: i32,
    /// From when wrong codes are counted, UTC milliseconds.
    pub wrong_since: i64,
    /// When the secret was made, UTC milliseconds.
    pub created_on: i64,
    /// When a first code proved that the app has it; none while it is being set up.
    pub confirmed_on: Option<i64>,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
