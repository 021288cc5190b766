//! Language of the shopper when an order was placed, for e-mails about it.

crate::script::script_alone!("m20261123_000061_order_languages");
