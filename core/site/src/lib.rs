//! What a site consists of beside its shop: pages and posts, navigation, pictures, settings and
//! themes.
//!
//! It knows no web framework, no template engine and no product. Functions that take a transaction
//! read what visitors may see; functions that take a context and a database serve contributors and
//! ask for their rights first.

pub mod content;
pub mod copies;
pub mod design;
pub mod discussions;
pub mod drawn_of;
pub mod header_footer;
pub mod media;
pub mod navigation;
pub mod posts;
pub mod redirects;
pub mod settings;
pub mod template_files;
pub mod themes;
pub mod website_settings;

mod columns;
mod currency;
mod error;
mod html;
mod social;
mod version;

pub use error::SiteError;
pub use html::{sanitise, sanitise_document, sanitise_plugin_html};
