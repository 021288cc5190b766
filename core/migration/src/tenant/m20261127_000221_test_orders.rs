//! Whether an order is delivered, whether a payment attempt is in test mode, and whether a (demo) site delivers test
//! orders.

crate::script::script_alone!("m20261127_000221_test_orders");
