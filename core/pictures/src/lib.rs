//! Pictures of pixels: decoded within limits, without what does not belong to them, in the widths and formats that
//! browsers ask for.
//!
//! Bytes in, bytes out; the memory that pixels take at one time is bounded over all threads. A crate of its own since what works on pixels is optimised in every build, and its
//! generic parts are compiled where they are used.

mod colours;
mod decode;
mod encode;
mod heic;
mod icon;
mod room;
mod strip;

pub use colours::ColorData;
pub use decode::{Decoded, Inspected, Undecodable, decode, inspect};
pub use encode::{VARIANT_WIDTHS, VariantFormat, shrink, variant_mime_type, variant_step, variant_width};
pub use heic::{from_heic, is_heic};
pub use icon::icon;

/// Why nothing was made of a picture.
#[derive(Debug, thiserror::Error)]
pub enum PictureError {
    /// The bytes are in no format that is taken in.
    #[error("the format of the picture is not taken in")]
    Format,
    /// The picture cannot be taken in; goes on a sentence that begins with it, for whoever sent it.
    #[error("the picture {0}")]
    Refused(String),
    /// It could not be encoded.
    #[error("the picture could not be encoded")]
    Encoder(#[source] Box<dyn std::error::Error + Send + Sync>),
}
