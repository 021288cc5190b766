//! The language that a shopper read when an order was placed, for the letters about it.

crate::script::script_alone!("m20261123_000061_order_languages");
