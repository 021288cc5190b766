//! `noindex` flag and share image of products.

crate::script::script_alone!("m20261125_000140_products_for_machines");
