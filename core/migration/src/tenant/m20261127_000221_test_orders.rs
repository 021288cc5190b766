//! Orders know whether what was bought is handed out, attempts to pay whether they are real, and sites of the demo that
//! test orders are delivered.

crate::script::script_alone!("m20261127_000221_test_orders");
