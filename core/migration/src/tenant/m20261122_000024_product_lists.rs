//! Indexes for product lists in every sort order, except by price and stock, which are in the variants.

crate::script::script_alone!("m20261122_000024_product_lists");
