//! What visitors of a site do. A [`Hit`] is put into the queue of the [`Recorder`] without waiting; a task stores the
//! queue in batches, one transaction per site, and finds the visit that each hit belongs to. A job sums the events up by
//! hour and day in the time zone of the site (`rollups`), and keeps the visits of each day by columns (`segments`); reports
//! read the sums, filtered ones the columns. Events and visits themselves are packed when nothing can be added to their day
//! any more ([`blocks`]).
//!
//! Nothing here knows an address or a name of a visitor: a visitor is a number.

pub mod blocks;
pub mod enrich;
pub mod experiments;
pub mod export;
pub mod load_runs;
pub mod people;
pub mod reports;
pub mod retention;
pub mod rollups;
pub mod schemas;
pub mod script_errors;
pub mod speed;
pub mod texts;
pub mod unpaid_orders;

mod error;
mod event_kind;
mod hit;
mod recorder;
mod segments;
mod store;
mod visits;

pub use error::AnalyticsError;
pub use event_kind::EventKind;
pub use hit::{Device, Hit, Medium, VisitFacts};
pub use recorder::{Recorder, SiteStores};
pub use visits::{BOUNCE_MS, PAUSE_MS, started_from};
