//! Visits: the events of a visitor without a pause of more than half an hour.

use sea_orm::entity::prelude::*;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::WebsiteId;

/// One row of `analytics_visit`.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "analytics_visit")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// UTC milliseconds of the beginning and 22 random bits, so ids are in the order of time.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: i64,
    /// Hash that stands for the visitor.
    pub visitor: i64,
    /// Whether the visitor has an identifier; else the hash changes every day.
    pub is_identified: bool,
    /// Whether it is the first visit of this browser, as far as known.
    pub is_first: bool,
    /// Time of the first event, UTC milliseconds.
    pub started_at: Timestamp,
    /// Time of the last event, UTC milliseconds.
    pub last_at: Timestamp,
    /// Number of page views.
    pub views: i32,
    /// Number of events, without heartbeats.
    pub events: i32,
    /// How long a page was visible, milliseconds.
    pub engaged_ms: i64,
    /// Text: the first page.
    pub entry_page: Option<i64>,
    /// Text: the last page.
    pub exit_page: Option<i64>,
    /// Text: host of the page that led here.
    pub referrer: Option<i64>,
    /// Text: where the visitor came from.
    pub source: Option<i64>,
    /// Number of the medium.
    pub medium: i16,
    /// Text: `utm_campaign`.
    pub campaign: Option<i64>,
    /// Text: `utm_term`.
    pub term: Option<i64>,
    /// Text: `utm_content`.
    pub content: Option<i64>,
    /// Code of the country, two letters.
    pub country: Option<String>,
    /// Text: language of the browser.
    pub language: Option<i64>,
    /// Number of the kind of device.
    pub device: i16,
    /// Text: name of the browser.
    pub browser: Option<i64>,
    /// Text: name of the operating system.
    pub os: Option<i64>,
    /// Text: host name of the site.
    pub host: Option<i64>,
    /// Number of purchases.
    pub orders: i32,
    /// Sum of the purchases, cents.
    pub revenue: i64,
}

/// Relations are declared in `relations.rs`.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
