//! How a site arranges the top and the foot of its pages.

mod service;
mod settings;

pub use service::{HeaderFooter, read, save, stored};
