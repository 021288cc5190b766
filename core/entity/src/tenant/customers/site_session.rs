//! Sessions of site users.

use sea_orm::entity::prelude::*;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{SiteUserId, WebsiteId};

/// One row of `site_session`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "site_session")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// SHA-256 of the token in the cookie.
    #[sea_orm(primary_key, auto_increment = false)]
    pub key: String,
    /// The session as JSON text.
    pub value: String,
    /// Expiry, UTC milliseconds.
    pub expires_on: Timestamp,
    /// The site user; none in sessions from before this was stored.
    pub site_user_id: Option<SiteUserId>,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
