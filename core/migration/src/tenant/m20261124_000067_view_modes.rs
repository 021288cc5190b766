//! Stores and blogs show what is in them as their owner chooses.

crate::script::script_alone!("m20261124_000067_view_modes");
