//! Pages, posts, header and footer, and redirects.

pub mod collection;
pub mod header_footer;
pub mod header_footer_draft;
pub mod header_footer_version;
pub mod item;
pub mod page_operation;
pub mod page_presence;
pub mod page_setting;
pub mod post;
pub mod preview_link;
pub mod redirect;
pub mod review_comment;
pub mod saved_section;
