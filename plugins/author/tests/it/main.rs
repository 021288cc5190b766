//! The way of an author, with the real compiler and the plugin host.

#![expect(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::print_stdout,
    reason = "tests fail by panicking, and say what they wait for"
)]

mod bundled;
mod dev;
mod errors;
mod interface;
mod project;
mod tutorial;
mod typescript;
