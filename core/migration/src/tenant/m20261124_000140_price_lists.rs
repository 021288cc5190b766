//! Prices for some customers, and discounts that only some customers get.

crate::script::script_alone!("m20261124_000140_price_lists");
