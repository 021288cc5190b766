//! What visitors did, event by event.

use sea_orm::entity::prelude::*;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::WebsiteId;

/// One row of `analytics_event`.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "analytics_event")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// When it happened, UTC milliseconds.
    #[sea_orm(primary_key, auto_increment = false)]
    pub at: Timestamp,
    /// Random number given by the browser; a repeated report has the same one.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: i64,
    /// Number of the kind of event.
    pub kind: i16,
    /// The visit it belongs to.
    pub visit: i64,
    /// Text: path of the page.
    pub page: Option<i64>,
    /// Text: what the event is about, such as a product or the words of a search.
    pub object: Option<i64>,
    /// A number, such as the cents of a purchase or the results of a search.
    pub number: Option<i64>,
    /// Text: further data.
    pub detail: Option<i64>,
}

/// Relations are declared in `relations.rs`.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
