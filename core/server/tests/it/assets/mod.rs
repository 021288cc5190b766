//! Images, videos and files.

pub(crate) mod file_codings;
pub(crate) mod killed_files;
pub(crate) mod loose_files;
pub(crate) mod media;
pub(crate) mod media_on_s3;
pub(crate) mod open_file_limit;
pub(crate) mod shared_images;
pub(crate) mod smugmug;
pub(crate) mod storage;
pub(crate) mod videos;
