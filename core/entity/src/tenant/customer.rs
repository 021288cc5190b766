//! Who has bought or has an account, one row for each e-mail address.

use sea_orm::entity::prelude::*;
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
    /// Name as given last.
    pub name: String,
    /// The account of this address.
    pub site_user_id: Option<SiteUserId>,
    /// When marketing mail was agreed to, UTC milliseconds; none when it was not.
    pub mail_consent_on: Option<i64>,
    /// When first seen, UTC milliseconds.
    pub created_on: i64,
    /// When last changed, UTC milliseconds.
    pub updated_on: i64,
    /// What it is found by, without case and accents (`stoa_kernel::search`).
    pub searched: String,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
