//! End-to-end tests of the program: over HTTP, on both databases, with real components.
#![expect(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "tests fail by panicking")]

mod account;
mod analytics;
mod api;
mod app;
mod assets;
mod checkout;
mod client;
mod customers;
mod demo_database;
mod design;
mod forms;
mod languages;
mod load_tests;
mod operations;
mod orders;
mod page_cache;
mod pages;
mod plugin_package;
mod process;
mod products;
mod program;
mod requests;
mod shop;
mod transaction_pauses;

/// That of the program. A tenth of the processor time of the tests went into that of the system.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;
