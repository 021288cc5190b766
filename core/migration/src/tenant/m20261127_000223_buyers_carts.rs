//! What a browser buys beside its cart is found when somebody signs in there.

crate::script::script_alone!("m20261127_000223_buyers_carts");
