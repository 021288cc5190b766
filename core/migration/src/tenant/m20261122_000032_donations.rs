//! What products take as donations, and the carts and orders that give them.

crate::script::script_alone!("m20261122_000032_donations");
