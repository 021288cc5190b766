//! Index of variants with low stock that is not written with each sale.

crate::script::script_alone!("m20261124_000071_scarcity");
