//! Images and files.

pub mod asset;
pub mod asset_folder;
pub mod asset_upload;
pub mod upload_limit;
