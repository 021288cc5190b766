//! Answers to forms on their way to other programs.

use sea_orm::entity::prelude::*;
use stoa_kernel::id::{SubmissionId, WebhookDeliveryId, WebsiteId};

/// One row of `webhook_delivery`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "webhook_delivery")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Its id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: WebhookDeliveryId,
    /// The answer that is sent.
    pub submission_id: SubmissionId,
    /// Where it goes.
    pub url: String,
    /// `queued`, `sent` or `failed`.
    pub status: String,
    /// How often it was tried.
    pub attempts: i32,
    /// When it is tried next, UTC milliseconds.
    pub due_on: i64,
    /// Why the last try failed.
    pub last_error: Option<String>,
    /// When it was written, UTC milliseconds.
    pub created_on: i64,
    /// When it was taken, UTC milliseconds.
    pub sent_on: Option<i64>,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
