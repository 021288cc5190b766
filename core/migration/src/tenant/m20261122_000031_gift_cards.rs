//! Purchased gift cards with their codes.

crate::script::script_alone!("m20261122_000031_gift_cards");
