//! The recorder, the sums and the deletion, tested against real databases.

#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests fail by panicking, in what they share too")]

mod exported;
mod filtered;
mod kept;
mod load_runs;
mod packed;
mod recorded;
mod site;
mod summed_up;
mod visited_site;
