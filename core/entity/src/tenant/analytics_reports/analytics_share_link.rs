//! Links that show the figures of visits to people without an account.

use sea_orm::entity::prelude::*;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{AnalyticsLinkId, WebsiteId};

/// One row of `analytics_share_link`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "analytics_share_link")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Its id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: AnalyticsLinkId,
    /// What it is for, for contributors.
    pub label: String,
    /// Secret with which its address is signed.
    pub secret: String,
    /// Creation time, UTC milliseconds.
    pub created_on: Timestamp,
    /// Expiry, UTC milliseconds.
    pub expires_on: Timestamp,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
