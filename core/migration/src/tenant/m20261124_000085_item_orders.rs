//! The orders in which items of blogs are listed.

crate::script::script_alone!("m20261124_000085_item_orders");
