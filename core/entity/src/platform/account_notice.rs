//! E-mails about changes to an account's credentials, until they are sent.

use sea_orm::entity::prelude::*;
use stoa_kernel::account::AccountChange;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{AccountId, AccountNoticeId};

/// One row of `account_notice`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "account_notice")]
pub struct Model {
    /// Its id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: AccountNoticeId,
    /// The account.
    pub account_id: AccountId,
    /// The change.
    pub change: AccountChange,
    /// Time of the change, UTC milliseconds.
    pub created_on: Timestamp,
    /// When the e-mail is to be sent or retried.
    pub due_on: Timestamp,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
