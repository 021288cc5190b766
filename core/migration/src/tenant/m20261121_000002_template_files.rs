//! A site's own versions of theme files.

crate::script::script_alone!("m20261121_000002_template_files");
