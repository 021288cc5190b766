//! Visitors' analytics.

mod actions;
mod erased;
pub(crate) mod events;
mod experiment_variants;
pub(crate) mod experiments;
mod killed;
mod months;
mod operators;
mod packing;
pub(crate) mod privacy;
mod purchases;
pub(crate) mod recorded;
pub(crate) mod reports;
mod retention;
pub(crate) mod script_errors;
pub(crate) mod visitor_script;
