//! Links that letters to people carry: to choose a new password, to make an account. Every address that was typed
//! stands here until the worker has looked at it, so that asking takes as long for known ones as for others.

use sea_orm::entity::prelude::*;

/// One row of `account_link`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "account_link")]
pub struct Model {
    /// The address that was typed, lower case; empty for the link that sets an installation up.
    #[sea_orm(primary_key, auto_increment = false)]
    pub email: String,
    /// `password`, `sign-up` or `set-up`.
    #[sea_orm(primary_key, auto_increment = false)]
    pub purpose: String,
    /// SHA-256 of the token of the link that went out last.
    pub token_hash: Option<String>,
    /// BCP 47 tag of the language that its letter is to be in; none when the browser did not say.
    pub language: Option<String>,
    /// When it was asked for, UTC milliseconds.
    pub wanted_on: i64,
    /// When its letter is to be written, or tried again; none once it is on its way.
    pub due_on: Option<i64>,
    /// Until when the link works, UTC milliseconds.
    pub expires_on: i64,
    /// The token, sealed, while the e-mail with it is not out: each try sends the same one.
    pub sealed_token: Option<String>,
    /// Id of the e-mail, the same at each try.
    pub mail_id: Option<String>,
    /// How often sending was tried.
    pub tries: i32,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
