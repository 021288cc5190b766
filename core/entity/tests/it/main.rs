//! Tests of entities, of what is kept in their columns, and of queries, through what other crates use.
#![expect(clippy::unwrap_used, reason = "tests fail by panicking, in what they share too")]

mod audit_actions;
mod fence;
mod joins;
mod json_columns;
mod plugin_versions;
mod translations;
