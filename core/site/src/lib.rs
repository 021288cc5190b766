//! Everything of a site except its store: pages and posts, navigation, images, settings and themes.
//!
//! It depends on no web framework, template engine or product. Functions that take a transaction read what visitors may
//! see; functions that take a context and a database serve contributors and check their permissions first.

pub mod cache_tags;
pub mod content;
pub mod contributor_texts;
pub mod copies;
pub mod design;
pub mod discussions;
pub mod experiments;
pub mod header_footer;
pub mod hooks;
pub mod languages;
pub mod load_tests;
pub mod media;
pub mod navigation;
pub mod plugin_data;
pub mod posts;
pub mod redirects;
pub mod settings;
pub mod site_texts;
pub mod template_files;
pub mod themes;
pub mod translations;
pub mod website_settings;

mod currency;
mod error;
mod html;
mod social;
mod version;

pub use error::SiteError;
pub use html::{sanitise, sanitise_document, sanitise_plugin_html};
