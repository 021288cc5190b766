//! Donation products, and their carts and orders.

crate::script::script_alone!("m20261122_000032_donations");
