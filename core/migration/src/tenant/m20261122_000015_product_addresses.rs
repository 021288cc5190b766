//! Addresses that products had before, so that links to them still lead there.

crate::script::script_alone!("m20261122_000015_product_addresses");
