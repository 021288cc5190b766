//! Orders know whether what was bought is handed out, and sites of the demo that test orders are.

crate::script::script_alone!("m20261127_000221_test_orders");
