//! Carts know who comes for them.

crate::script::script_alone!("m20261124_000095_pickup");
