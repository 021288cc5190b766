//! The shop's services on a database in a file, and where it matters on Postgres too.

#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests fail by panicking")]

mod bulk_changes;
mod cart;
mod catalogue;
mod checkout;
mod customers;
mod discounts;
mod inventory;
mod late_payments;
mod orders;
mod payment_cancellation;
mod payments;
mod plugin_questions;
mod printables;
mod refunds;
mod restock;
mod saved_methods;
mod shop;
mod webhook_modes;
