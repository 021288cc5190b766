//! The host with real components: what the bundled plugins do, and what hostile ones cannot do.

#![expect(clippy::expect_used, clippy::indexing_slicing, clippy::panic, reason = "tests fail by panicking")]

mod block;
mod capabilities;
mod formatter;
mod installment;
mod installment_choice;
mod limits;
mod loading;
mod payment;
mod payment_troubles;
mod scene;
