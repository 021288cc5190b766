//! Files of digital products. Contributors add them to a product; buyers download them through the link of their order,
//! unless the order was refunded or canceled. The files of a paywall product are its lessons.

mod file_uploads;
mod model;
mod preview;
mod service;

pub use file_uploads::{add, remove};
pub use model::{Download, DownloadRequest, FoundDownload, NewFile, ProductFile};
pub use preview::{DigitalPreview, PREVIEWS, PreviewFile, PreviewLink, preview_link, previewed, previewed_file};
pub use service::{find, list, open};

pub(crate) use file_uploads::{delete_rows, discard, locked_files_of};
pub(crate) use preview::{from_address, in_address};
pub(crate) use service::{among, file, files_of};
