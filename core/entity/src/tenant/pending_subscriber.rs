//! Those who want news and have not opened the link of their letter yet.

use sea_orm::entity::prelude::*;
use stoa_kernel::id::{MailingListId, WebsiteId};

/// One row of `pending_subscriber`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "pending_subscriber")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// The list.
    #[sea_orm(primary_key, auto_increment = false)]
    pub mailing_list_id: MailingListId,
    /// Address, lower case.
    #[sea_orm(primary_key, auto_increment = false)]
    pub email: String,
    /// SHA-256 of the token in the letter.
    pub token_hash: String,
    /// Where they asked, such as `form:<id>`.
    pub source: String,
    /// BCP 47 tag of the language they read; none when they never said.
    pub language: Option<String>,
    /// When they asked, UTC milliseconds.
    pub asked_on: i64,
    /// When the token ends, UTC milliseconds.
    pub expires_on: i64,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
