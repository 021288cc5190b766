//! Chains of refresh tokens, one for each device that signed in.

use sea_orm::entity::prelude::*;
use stoa_kernel::id::{AccountId, SignInId};

/// One row of `sign_in`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "sign_in")]
pub struct Model {
    /// Its id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: SignInId,
    /// Who signed in.
    pub account_id: AccountId,
    /// SHA-256 of the refresh token that is good now.
    pub token_hash: String,
    /// SHA-256 of the token before it.
    pub previous_hash: Option<String>,
    /// When the token was last exchanged, UTC milliseconds.
    pub rotated_on: i64,
    /// When the person signed in, UTC milliseconds.
    pub created_on: i64,
    /// When the chain ends, UTC milliseconds.
    pub expires_on: i64,
    /// When it was ended before its time.
    pub revoked_on: Option<i64>,
    /// What the browser calls itself; empty when it said nothing.
    pub user_agent: String,
    /// BCP 47 tag of the language that it asks for first; none when it did not say.
    pub language: Option<String>,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
