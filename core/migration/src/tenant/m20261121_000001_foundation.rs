//! Initial tables.

crate::script::script_alone!("m20261121_000001_foundation");
