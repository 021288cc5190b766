//! Outbox: events to process after a transaction, at least once.

use sea_orm::entity::prelude::*;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{OutboxId, WebsiteId};

/// One row of `outbox`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "outbox")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Its id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: OutboxId,
    /// Kind of event.
    pub topic: String,
    /// The event (`stoa_kernel::event::Event`); JSON, because an event that cannot be read must not keep back others.
    pub payload: Json,
    /// When to process it, UTC milliseconds.
    pub due_on: Timestamp,
    /// Number of attempts.
    pub attempts: i32,
    /// Error of the last attempt.
    pub last_error: Option<String>,
    /// Creation time, UTC milliseconds.
    pub created_on: Timestamp,
    /// When it was processed.
    pub done_on: Option<Timestamp>,
    /// Names of the handlers that have succeeded, separated by commas.
    pub handled: String,
    /// When it was given up after too many failed attempts, UTC milliseconds.
    pub dead_on: Option<Timestamp>,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
