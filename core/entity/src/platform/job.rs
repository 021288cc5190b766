//! Background jobs of sites: one row for each site and kind of work that is due or scheduled.

use sea_orm::entity::prelude::*;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::WebsiteId;
use stoa_kernel::job::JobKind;

/// One row of `job`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "job")]
pub struct Model {
    /// The site.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// The kind of work.
    #[sea_orm(primary_key, auto_increment = false)]
    pub kind: JobKind,
    /// Empty, except for failed events: the id of the event.
    #[sea_orm(primary_key, auto_increment = false)]
    pub key: String,
    /// Of several due jobs, those with lower numbers run first.
    pub priority: i32,
    /// When it is due, UTC milliseconds.
    pub due_on: Timestamp,
    /// It runs no earlier, even when there is work for it: it has just run, or has failed. UTC milliseconds.
    pub not_before: Option<Timestamp>,
    /// When its due time was determined last, UTC milliseconds.
    pub planned_on: Timestamp,
    /// Number of failed attempts since the last success.
    pub attempts: i32,
    /// Error of the last attempt, without personal data.
    pub last_error: Option<String>,
    /// Until when it belongs to the process that runs it, UTC milliseconds.
    pub claimed_until: Option<Timestamp>,
    /// When it was given up after too many failed attempts, UTC milliseconds.
    pub dead_on: Option<Timestamp>,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
