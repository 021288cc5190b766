//! What buyers say about products, and the letters that ask for it.

crate::script::script_alone!("m20261124_000081_product_reviews");
