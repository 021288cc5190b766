//! Products that are bought again and again: their plans, the carts that begin one, and the orders that did.

crate::script::script_alone!("m20261121_000010_subscriptions");
