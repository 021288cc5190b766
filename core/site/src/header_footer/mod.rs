//! How a site arranges the top and the foot of its pages.

mod popup;
mod service;
mod settings;

pub use popup::shown_popup;
pub use service::{HeaderFooter, read, save, stored};
