//! What a request says about a visit: its device, browser and operating system, its country and where it came from.
//! The address and the user agent themselves are not kept.

mod agent;
mod bots;
mod country;
mod language;
mod networks;
mod roles;
mod source;
mod visitor;

pub use agent::{Agent, agent};
pub use bots::is_bot;
pub use country::{country_code, country_of};
pub use language::primary_language;
pub use roles::is_recorded_for;
pub use source::{Source, source};
pub use visitor::{Salt, identified_visitor, unidentified_visitor};
