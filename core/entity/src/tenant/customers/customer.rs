//! Customers: people who bought or have an account, one row for each e-mail address.

use sea_orm::entity::prelude::*;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{CustomerId, SiteUserId, WebsiteId};

/// One row of `customer`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "customer")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Its id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: CustomerId,
    /// Address, lower case, unique in the site.
    pub email: String,
    /// Name as last given.
    pub name: String,
    /// The account of this address.
    pub site_user_id: Option<SiteUserId>,
    /// Time of consent to marketing e-mail, UTC milliseconds; none without consent.
    pub mail_consent_on: Option<Timestamp>,
    /// First seen, UTC milliseconds.
    pub created_on: Timestamp,
    /// Last change, UTC milliseconds.
    pub updated_on: Timestamp,
    /// Search text, folded (`stoa_kernel::search`): name and address, a line each.
    pub searched: String,
}

/// Relations are declared in `crate::relations`.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
