//! What finds scarce variants is no longer written anew with each piece that is sold.

crate::script::script_alone!("m20261124_000071_scarcity");
