//! Design settings and customized theme files.

pub mod site_design;
pub mod template_file;
pub mod template_set;
pub mod template_version;
