//! Indexes for the admin's lists of orders, customers, discounts, stock and restock sign-ups.

crate::script::script_alone!("m20261124_000097_list_orders");
