//! What happened on the site, for those that listen to it.

use sea_orm::entity::prelude::*;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{SiteEventId, WebsiteId};
use stoa_kernel::site_event::EventTopic;

/// One row of `event_outbox`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "event_outbox")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Its id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: SiteEventId,
    /// What happened.
    pub topic: EventTopic,
    /// What it happened to: an id of the topic's kind of object.
    pub object_id: String,
    /// Grows with the events of an object.
    pub sequence: i64,
    /// What it tells; JSON, because each topic has members of its own.
    pub payload: Json,
    /// E-mail address of the person in the payload, lower case.
    pub person: Option<String>,
    /// When it happened, UTC milliseconds.
    pub created_on: Timestamp,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
