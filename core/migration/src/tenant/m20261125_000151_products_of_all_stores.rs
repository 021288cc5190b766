//! Index of all products of a site by last change.

crate::script::script_alone!("m20261125_000151_products_of_all_stores");
