//! Image processing: decodes raster images within limits, removes metadata, and encodes them in the widths and formats
//! that browsers request.
//!
//! Bytes in, bytes out. The memory for pixels is limited over all threads. A crate of its own because pixel code is
//! optimised in every build profile, and its generic parts are compiled in the crate that uses them.

mod colours;
mod decode;
mod encode;
mod heic;
mod icon;
mod memory_limit;
mod strip_metadata;

pub use colours::ColorData;
pub use decode::{DecodeError, Decoded, Inspected, decode, inspect};
pub use encode::{VARIANT_WIDTHS, VariantFormat, shrink, variant_mime_type, variant_step, variant_width};
pub use heic::{from_heic, is_heic};
pub use icon::icon;

/// Why an image could not be processed.
#[derive(Debug, thiserror::Error)]
pub enum PictureError {
    /// The format is not supported.
    #[error("the image format is not supported")]
    Format,
    /// The image is not accepted. The text completes a sentence that starts with the image, for the person who uploaded
    /// it.
    #[error("the image {0}")]
    Refused(String),
    /// It could not be encoded.
    #[error("the image could not be encoded")]
    Encoder(#[source] Box<dyn std::error::Error + Send + Sync>),
}
