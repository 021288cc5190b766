//! Addresses that accounts had before: what lies under them stays their owner's.

crate::script::script_alone!("m20261122_000033_former_addresses");
