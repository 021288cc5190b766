//! Sign-ins: a chain of refresh tokens for each device.

use sea_orm::entity::prelude::*;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{AccountId, SignInId};

/// One row of `sign_in`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "sign_in")]
pub struct Model {
    /// Its id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: SignInId,
    /// The account.
    pub account_id: AccountId,
    /// SHA-256 of the current refresh token.
    pub token_hash: String,
    /// SHA-256 of the previous token.
    pub previous_hash: Option<String>,
    /// When the token was last exchanged, UTC milliseconds.
    pub rotated_on: Timestamp,
    /// Time of the sign-in, UTC milliseconds.
    pub created_on: Timestamp,
    /// Expiry of the chain, UTC milliseconds.
    pub expires_on: Timestamp,
    /// When it was revoked before its expiry.
    pub revoked_on: Option<Timestamp>,
    /// The browser's User-Agent; empty when it sent none.
    pub user_agent: String,
    /// BCP 47 tag of the browser's preferred language; none when it sent none.
    pub language: Option<String>,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
