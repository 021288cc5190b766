//! How much is taken in, and how it is said when something is not.

use crate::SiteError;

/// What an installation takes in, bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UploadLimits {
    /// One picture.
    pub picture_bytes: u64,
    /// One file of any other kind.
    pub file_bytes: u64,
    /// All pictures and files of a site; 0 for as much as there is room for.
    pub site_bytes: u64,
}

impl Default for UploadLimits {
    /// 20 MB a picture, 300 MB a file, no bound for a site.
    fn default() -> Self {
        Self { picture_bytes: 20_000_000, file_bytes: 300_000_000, site_bytes: 0 }
    }
}

/// Refuses a file that is none of the kinds that are taken in.
pub(super) fn unusable(filename: &str) -> SiteError {
    SiteError::UnusableFile(format!("The file {filename} does not appear to be a supported file"))
}

/// A size as people read it: a megabyte has 1,000,000 bytes.
pub(crate) fn size_text(bytes: u64) -> String {
    match bytes {
        0..1_000 => format!("{bytes} bytes"),
        1_000..1_000_000 => format!("{} KB", bytes / 1_000),
        1_000_000..1_000_000_000 => format!("{} MB", bytes / 1_000_000),
        _ => format!("{} GB", bytes / 1_000_000_000),
    }
}
