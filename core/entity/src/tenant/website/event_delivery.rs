//! Deliveries of events to those that listen to them.

use sea_orm::entity::prelude::*;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{EventDeliveryId, SiteEventId, WebsiteId};
use stoa_kernel::site_event::{EventDeliveryStatus, EventTopic, SubscriberKind};

/// One row of `event_delivery`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "event_delivery")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Its id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: EventDeliveryId,
    /// The event.
    pub event_id: SiteEventId,
    /// What happened.
    pub topic: EventTopic,
    /// Kind of subscriber.
    pub kind: SubscriberKind,
    /// Its id, such as that of a plugin.
    pub subscriber: String,
    /// The object of the event.
    pub object_id: String,
    /// The number of the event among those of its object.
    pub sequence: i64,
    /// Its status.
    pub status: EventDeliveryStatus,
    /// Number of attempts that failed.
    pub attempts: i32,
    /// Next attempt, UTC milliseconds.
    pub due_on: Timestamp,
    /// First attempt, UTC milliseconds.
    pub first_tried_on: Option<Timestamp>,
    /// Last attempt, UTC milliseconds.
    pub last_tried_on: Option<Timestamp>,
    /// Why the last attempt failed.
    pub last_error: Option<String>,
    /// When the event happened, UTC milliseconds.
    pub created_on: Timestamp,
    /// When it was given up, UTC milliseconds.
    pub dead_on: Option<Timestamp>,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
