//! Files that buyers of digital products get: owners add them to a product, and the order's own
//! address opens them for as long as its money was not given back. The files of a paywall are its lessons.

mod model;
mod preview;
mod service;

pub use model::{Download, NewFile, OpenedFile, ProductFile, Wanted};
pub use preview::{DigitalPreview, PREVIEWS, PreviewFile, PreviewLink, preview_link, previewed, previewed_file};
pub use service::{add, list, open, remove};

pub(crate) use preview::{from_address, in_address};
pub(crate) use service::{file, files_of, of_order};
