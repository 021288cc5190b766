//! Files that buyers of digital products get: owners add them to a product, and the order's own
//! address opens them for as long as its money was not given back.

mod model;
mod service;

pub use model::{Download, NewFile, OpenedFile, ProductFile, Wanted};
pub use service::{add, list, open, remove};

pub(crate) use service::of_order;
