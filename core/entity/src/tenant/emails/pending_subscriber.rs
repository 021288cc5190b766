//! Newsletter sign-ups whose confirmation link was not opened yet.

use sea_orm::entity::prelude::*;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{MailingListId, WebsiteId};

/// One row of `pending_subscriber`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "pending_subscriber")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// The mailing list.
    #[sea_orm(primary_key, auto_increment = false)]
    pub mailing_list_id: MailingListId,
    /// Address, lower case.
    #[sea_orm(primary_key, auto_increment = false)]
    pub email: String,
    /// SHA-256 of the token in the e-mail.
    pub token_hash: String,
    /// Where the sign-up happened, such as `form:<id>`.
    pub source: String,
    /// BCP 47 tag of their language; none when unknown.
    pub language: Option<String>,
    /// Time of the sign-up, UTC milliseconds.
    pub asked_on: Timestamp,
    /// Expiry of the token, UTC milliseconds.
    pub expires_on: Timestamp,
    /// Search text, folded (`stoa_kernel::search`): the address.
    pub searched: String,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
