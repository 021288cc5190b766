//! The products of all stores of a site are listed by their latest change.

crate::script::script_alone!("m20261125_000151_products_of_all_stores");
