//! Webhook deliveries of form submissions.

use sea_orm::entity::prelude::*;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{SubmissionId, WebhookDeliveryId, WebsiteId};
use stoa_kernel::messages::DeliveryStatus;

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
    /// The form submission.
    pub submission_id: SubmissionId,
    /// Target URL.
    pub url: String,
    /// Status of its delivery.
    pub status: DeliveryStatus,
    /// Number of attempts.
    pub attempts: i32,
    /// Next attempt, UTC milliseconds.
    pub due_on: Timestamp,
    /// Error of the last attempt.
    pub last_error: Option<String>,
    /// Creation time, UTC milliseconds.
    pub created_on: Timestamp,
    /// When it was delivered, UTC milliseconds.
    pub sent_on: Option<Timestamp>,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
