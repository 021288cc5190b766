//! The host with real components: bundled plugins, and hostile ones.

#![expect(clippy::expect_used, clippy::indexing_slicing, clippy::panic, reason = "tests fail by panicking")]

mod activity;
mod background;
mod block;
mod capabilities;
mod fixtures;
mod formatter;
mod golden;
mod host_functions;
mod installment;
mod installment_choice;
mod limits;
mod loading;
mod migration;
mod on_demand;
mod panels;
mod payment;
mod payment_troubles;
mod processor;
mod quotes;
mod streams;
