//! Collector's name of a cart, for pickup.

crate::script::script_alone!("m20261124_000095_pickup");
