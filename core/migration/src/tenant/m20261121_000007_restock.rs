//! Restock sign-ups, and idempotent stock changes.

crate::script::script_alone!("m20261121_000007_restock");
