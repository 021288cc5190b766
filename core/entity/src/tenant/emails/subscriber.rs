//! Subscribers of mailing lists, with the origin and time of their consent.

use sea_orm::entity::prelude::*;
use stoa_kernel::clock::Timestamp;
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
    /// The mailing list.
    pub mailing_list_id: MailingListId,
    /// E-mail address, lower case.
    pub email: String,
    /// Origin of the consent, such as `restock`.
    pub source: String,
    /// BCP 47 tag of their language; none when unknown.
    pub language: Option<String>,
    /// Time of the consent, UTC milliseconds.
    pub consented_on: Timestamp,
    /// Token of the unsubscribe link; none for those who subscribed before it existed.
    pub leave_key: Option<String>,
    /// Search text, folded (`stoa_kernel::search`): the address.
    pub searched: String,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
