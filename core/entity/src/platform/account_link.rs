//! E-mailed links: to reset a password, to create an account. Every address entered gets a row until the worker has
//! processed it, so that the response takes equally long for known and unknown addresses.

use sea_orm::entity::prelude::*;
use stoa_kernel::account::AccountLinkPurpose;
use stoa_kernel::clock::Timestamp;

/// One row of `account_link`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "account_link")]
pub struct Model {
    /// The address entered, lower case; empty for the link that sets an installation up.
    #[sea_orm(primary_key, auto_increment = false)]
    pub email: String,
    /// What it is for.
    #[sea_orm(primary_key, auto_increment = false)]
    pub purpose: AccountLinkPurpose,
    /// SHA-256 of the token of the link sent last.
    pub token_hash: Option<String>,
    /// BCP 47 tag of the e-mail's language; none when the browser sent none.
    pub language: Option<String>,
    /// Time of the request, UTC milliseconds.
    pub wanted_on: Timestamp,
    /// When the e-mail is to be sent or retried; none once it is sent.
    pub due_on: Option<Timestamp>,
    /// Expiry of the link, UTC milliseconds.
    pub expires_on: Timestamp,
    /// The token, encrypted, until the e-mail is sent: each retry sends the same one.
    pub sealed_token: Option<String>,
    /// Id of the e-mail, the same for each retry.
    pub mail_id: Option<String>,
    /// Number of attempts to send.
    pub tries: i32,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
