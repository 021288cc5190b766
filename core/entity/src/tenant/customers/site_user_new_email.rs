//! Pending e-mail address changes of accounts.

use sea_orm::entity::prelude::*;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{SiteUserId, WebsiteId};

/// One row of `site_user_new_email`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "site_user_new_email")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// The account.
    #[sea_orm(primary_key, auto_increment = false)]
    pub site_user_id: SiteUserId,
    /// The new address, lower case.
    pub email: String,
    /// Time of the request, UTC milliseconds.
    pub asked_on: Timestamp,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
