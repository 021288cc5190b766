//! Contributors who want the figures of visits by e-mail.

use sea_orm::entity::prelude::*;
use stoa_kernel::analytics::EmailReportFrequency;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{AccountId, WebsiteId};

/// One row of `analytics_email_report`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "analytics_email_report")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// The account of the contributor.
    #[sea_orm(primary_key, auto_increment = false)]
    pub account_id: AccountId,
    /// How often.
    pub frequency: EmailReportFrequency,
    /// When the next one is due, UTC milliseconds.
    pub next_on: Timestamp,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
