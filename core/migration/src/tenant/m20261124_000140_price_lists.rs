//! Price lists and discounts for some customers only.

crate::script::script_alone!("m20261124_000140_price_lists");
