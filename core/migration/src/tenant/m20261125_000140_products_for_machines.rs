//! What search engines are asked about a product, and the picture it is passed on with.

crate::script::script_alone!("m20261125_000140_products_for_machines");
