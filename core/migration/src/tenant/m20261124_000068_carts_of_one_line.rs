//! Flag for single-item carts, which saves a query of another table for each cart.

crate::script::script_alone!("m20261124_000068_carts_of_one_line");
