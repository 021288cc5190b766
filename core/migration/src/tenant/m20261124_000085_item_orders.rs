//! Indexes for the sort orders of blog items.

crate::script::script_alone!("m20261124_000085_item_orders");
