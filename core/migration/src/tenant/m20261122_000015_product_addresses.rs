//! Former URLs of products, for redirects.

crate::script::script_alone!("m20261122_000015_product_addresses");
