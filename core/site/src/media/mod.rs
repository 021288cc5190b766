//! Pictures: taken in after they were decoded once, served in the widths browsers ask for.

mod picture;
mod service;

pub use picture::{VARIANT_WIDTHS, variant_width};
pub use service::{Asset, AssetPatch, MediaFile, NewAsset, by_ids, create, file, list, update};
