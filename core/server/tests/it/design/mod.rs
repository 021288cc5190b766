//! Themes, templates, header and footer.

pub(crate) mod design_settings;
pub(crate) mod footer_sections;
pub(crate) mod header_footer_draft;
pub(crate) mod starter_content;
pub(crate) mod template_files;
pub(crate) mod theme;
pub(crate) mod theme_queries;
pub(crate) mod theme_style_sheets;
