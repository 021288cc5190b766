//! Carts tell themselves whether they are of one line, so that no other table is asked for each of them.

crate::script::script_alone!("m20261124_000068_carts_of_one_line");
