//! Who listens to which events of the site.

use sea_orm::entity::prelude::*;
use stoa_kernel::id::WebsiteId;
use stoa_kernel::site_event::{EventTopic, SubscriberKind};

/// One row of `event_listener`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "event_listener")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// What it listens to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub topic: EventTopic,
    /// Kind of subscriber.
    #[sea_orm(primary_key, auto_increment = false)]
    pub kind: SubscriberKind,
    /// Its id, such as that of a plugin.
    #[sea_orm(primary_key, auto_increment = false)]
    pub subscriber: String,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
