//! Lists of products begin in an index, whatever they are sorted by, but for prices and stock, which lie with the
//! variants.

crate::script::script_alone!("m20261122_000024_product_lists");
