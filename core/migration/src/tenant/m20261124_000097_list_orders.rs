//! The orders in which contributors list orders, customers, discounts, stock and those who wait for it.

crate::script::script_alone!("m20261124_000097_list_orders");
