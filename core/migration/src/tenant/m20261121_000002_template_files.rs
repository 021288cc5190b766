//! The versions of its theme's files that a site makes for itself.

crate::script::script_alone!("m20261121_000002_template_files");
