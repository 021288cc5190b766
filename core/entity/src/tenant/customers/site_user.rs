//! Visitors with an account.

use sea_orm::entity::prelude::*;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{SiteUserId, WebsiteId};

/// One row of `site_user`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "site_user")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Its id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: SiteUserId,
    /// E-mail address, lower case, unique in the site.
    pub email: String,
    /// Argon2id hash in PHC format.
    pub password_hash: String,
    /// First name.
    pub first_name: String,
    /// Last name.
    pub last_name: String,
    /// Creation time, UTC milliseconds.
    pub created_on: Timestamp,
    /// When the e-mail address was verified, UTC milliseconds.
    pub email_verified_on: Option<Timestamp>,
    /// BCP 47 tag of their language; none when unknown.
    pub language: Option<String>,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
