//! Tests of migrations: the list of them, their columns, what they make of rows, and data of other versions.
#![expect(clippy::unwrap_used, reason = "tests fail by panicking, in what they share too")]

mod carried_over;
mod listed;
mod money_columns;
mod program_versions;
