//! What contributors see of the visits. Days are those of the site's time zone. Where all hours of a day are summed up,
//! figures come from the roll-ups, and filtered ones from the columns of the day; else from visits and events.
//!
//! Visitors are unique within a day; those of several days are added up, since a visitor without an identifier is
//! someone else on the next day.

pub mod actions;
pub mod activity;
pub mod annotations;
pub mod email_reports;
pub mod errors;
pub mod funnel;
pub mod live;
pub mod share_links;
pub mod speed;
pub mod visits;

mod conditions;
mod counts;
mod days;
mod figures;
mod hours;
mod sums;

pub use conditions::Filters;
pub use days::{Scope, site_days};
pub use figures::Figures;
