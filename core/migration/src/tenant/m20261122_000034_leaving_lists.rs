//! Letters that mail programs can stop by themselves.

crate::script::script_alone!("m20261122_000034_leaving_lists");
