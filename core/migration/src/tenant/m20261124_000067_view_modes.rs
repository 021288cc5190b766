//! View modes of stores and blogs.

crate::script::script_alone!("m20261124_000067_view_modes");
