//! What the visitors of a load test did, event by event. No sum or report reads it.

use sea_orm::entity::prelude::*;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{LoadRunId, WebsiteId};

/// One row of `analytics_load_event`.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "analytics_load_event")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// The load test.
    #[sea_orm(primary_key, auto_increment = false)]
    pub load_run: LoadRunId,
    /// When it happened, UTC milliseconds.
    #[sea_orm(primary_key, auto_increment = false)]
    pub at: Timestamp,
    /// Random number given by the browser; a repeated report has the same one.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: i64,
    /// Number of the kind of event.
    pub kind: i16,
    /// Number of the visitor.
    pub visitor: i64,
    /// Path of the page.
    pub page: Option<String>,
    /// What the event is about.
    pub object: Option<String>,
    /// A number, such as the cents of a purchase.
    pub number: Option<i64>,
    /// Further data.
    pub detail: Option<String>,
}

/// Relations are declared in `relations.rs`.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
