//! Visitors' analytics.

pub(crate) mod events;
pub(crate) mod experiments;
pub(crate) mod privacy;
pub(crate) mod recorded;
pub(crate) mod script_errors;
pub(crate) mod visitor_script;
