//! Likes and reports by visitors: each once.

use sea_orm::entity::prelude::*;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::discussion::MarkKind;
use stoa_kernel::id::{SiteUserId, WebsiteId};

/// One row of `visitor_mark`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "visitor_mark")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// The post or comment.
    #[sea_orm(primary_key, auto_increment = false)]
    pub subject: String,
    /// Its kind.
    #[sea_orm(primary_key, auto_increment = false)]
    pub kind: MarkKind,
    /// Hash that identifies the visitor.
    #[sea_orm(primary_key, auto_increment = false)]
    pub visitor: String,
    /// The visitor's account.
    pub site_user_id: Option<SiteUserId>,
    /// Time, UTC milliseconds.
    pub created_on: Timestamp,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
