//! Second factors of accounts: secrets for time-based one-time passwords (TOTP).

use sea_orm::entity::prelude::*;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::AccountId;

/// One row of `second_factor`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "second_factor")]
pub struct Model {
    /// The account.
    #[sea_orm(primary_key, auto_increment = false)]
    pub account_id: AccountId,
    /// The secret, encrypted with the key of the installation.
    pub sealed_secret: String,
    /// Time step of the code accepted last: it and earlier ones are not accepted again.
    pub last_step: i64,
    /// Wrong codes since `wrong_since`.
    pub wrong_codes: i32,
    /// Start of the period in which wrong codes are counted, UTC milliseconds.
    pub wrong_since: Timestamp,
    /// Creation time of the secret, UTC milliseconds.
    pub created_on: Timestamp,
    /// When a first code confirmed the secret; none during set-up.
    pub confirmed_on: Option<Timestamp>,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
