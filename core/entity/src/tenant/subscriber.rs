//! Those who want news, with where and when they said so.

use sea_orm::entity::prelude::*;
use stoa_kernel::id::{MailingListId, SubscriberId, WebsiteId};

/// One row of `subscriber`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "subscriber")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Its id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: SubscriberId,
    /// The list.
    pub mailing_list_id: MailingListId,
    /// Address, lower case.
    pub email: String,
    /// Where they agreed, such as `restock`.
    pub source: String,
    /// BCP 47 tag of the language they read; none when they never said.
    pub language: Option<String>,
    /// When they agreed, UTC milliseconds.
    pub consented_on: i64,
    /// What the link off the list carries; none for those who joined before there was one.
    pub leave_key: Option<String>,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
