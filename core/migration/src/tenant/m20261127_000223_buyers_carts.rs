//! Links the single-item carts of a browser to it, so that they are found when the buyer signs in.

crate::script::script_alone!("m20261127_000223_buyers_carts");
