//! Letters that tell people what has changed about how their account is opened, until they are handed over.

use sea_orm::entity::prelude::*;
use stoa_kernel::id::{AccountId, AccountNoticeId};

/// One row of `account_notice`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "account_notice")]
pub struct Model {
    /// Its id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: AccountNoticeId,
    /// Whose account.
    pub account_id: AccountId,
    /// `password`, `second-factor-on`, `second-factor-off` or `recovery-codes`.
    pub change: String,
    /// When it was changed, UTC milliseconds.
    pub created_on: i64,
    /// When the letter is to be written, or tried again.
    pub due_on: i64,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
