//! Links of earlier e-mails for the same address and purpose that still work: requesting another e-mail does not
//! invalidate earlier links.

use sea_orm::entity::prelude::*;
use stoa_kernel::account::AccountLinkPurpose;
use stoa_kernel::clock::Timestamp;

/// One row of `earlier_account_link`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "earlier_account_link")]
pub struct Model {
    /// SHA-256 of the token.
    #[sea_orm(primary_key, auto_increment = false)]
    pub token_hash: String,
    /// Address of the recipient, lower case.
    pub email: String,
    /// What it is for.
    pub purpose: AccountLinkPurpose,
    /// Expiry, UTC milliseconds.
    pub expires_on: Timestamp,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
