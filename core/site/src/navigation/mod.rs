//! Navigations: editing, and resolving entries to links.

mod edit;
mod item;
mod links;
mod service;

pub use edit::NavigationChange;
pub use item::{ExternalLink, NavigationItem};
pub use links::{Link, in_folder, resolve};
pub use service::{Layout, Navigation, layout, update};

pub(crate) use service::{main_collections, remove_page};
