//! Rules of file fields and their error messages.

use serde::Deserialize;
use stoa_kernel::Said;

use crate::problem_texts::{FILE_KIND, FILE_TOO_LARGE, NO_FILES, ONE_FILE, TOO_MANY_FILES};

const MEGABYTE: u64 = 1_000_000;
/// Maximum file size of any form, megabytes.
const MAX_MEGABYTES: u64 = 25;
/// Maximum number of files per field.
const MAX_FILES: usize = 10;
/// SVG images can contain scripts, and contributors open the files they receive, so they are rejected.
const DRAWING: &str = "image/svg+xml";

/// Rules of a file field.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct FileRules {
    /// Whether images are accepted.
    pub takes_pictures: bool,
    /// Whether documents are accepted: PDF, office documents, plain text and tables.
    pub takes_documents: bool,
    /// Whether audio is accepted.
    pub takes_sound: bool,
    /// Whether video is accepted.
    pub takes_video: bool,
    /// Maximum number of files per submission.
    pub most_files: usize,
    /// Maximum size of a file, megabytes.
    pub most_megabytes: u64,
}

impl Default for FileRules {
    fn default() -> Self {
        Self {
            takes_pictures: true,
            takes_documents: true,
            takes_sound: false,
            takes_video: false,
            most_files: 1,
            most_megabytes: 10,
        }
    }
}

impl FileRules {
    /// Maximum number of files per submission.
    pub(super) fn most_files(&self) -> usize {
        self.most_files.clamp(1, MAX_FILES)
    }

    /// Maximum size of a file, bytes.
    pub(super) fn most_bytes(&self) -> u64 {
        self.megabytes() * MEGABYTE
    }

    fn megabytes(&self) -> u64 {
        self.most_megabytes.clamp(1, MAX_MEGABYTES)
    }

    /// Whether files of this type are accepted.
    pub(super) fn takes(&self, mime_type: &str) -> bool {
        match mime_type.split('/').next() {
            Some("image") => self.takes_pictures && mime_type != DRAWING,
            Some("audio") => self.takes_sound,
            Some("video") => self.takes_video,
            _ => self.takes_documents,
        }
    }

    pub(super) fn too_many(&self) -> Said {
        match self.most_files() {
            1 => ONE_FILE.into(),
            most => TOO_MANY_FILES.with("count", most),
        }
    }

    pub(super) fn too_large(&self, filename: &str) -> Said {
        let size = i64::try_from(self.megabytes()).unwrap_or(i64::MAX);
        FILE_TOO_LARGE.with("file", filename).with("size", size)
    }

    pub(super) fn wrong_kind(&self, filename: &str) -> Said {
        let kinds = [
            (self.takes_pictures, "JPEG, PNG, WebP, GIF"),
            (self.takes_documents, "PDF, Word, Excel, PowerPoint, OpenDocument, TXT"),
            (self.takes_sound, "MP3, M4A, WAV, Ogg, FLAC"),
            (self.takes_video, "MP4, MOV, WebM"),
        ];
        let kinds: Vec<&str> = kinds.into_iter().filter_map(|(taken, names)| taken.then_some(names)).collect();
        if kinds.is_empty() {
            return NO_FILES.with("file", filename);
        }
        FILE_KIND.with("file", filename).with("kinds", kinds.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_rules_are_capped() {
        let rules = FileRules { takes_documents: false, most_files: 0, most_megabytes: 900, ..FileRules::default() };
        assert_eq!((rules.most_files(), rules.most_bytes()), (1, 25_000_000));
        for (mime_type, taken) in
            [("image/png", true), ("image/svg+xml", false), ("application/pdf", false), ("video/mp4", false)]
        {
            assert_eq!(rules.takes(mime_type), taken, "{mime_type}");
        }
        assert_eq!(rules.too_large("a.png").to_string(), "a.png is too large. A file can have at most 25 MB.");
        assert_eq!(
            rules.wrong_kind("a.pdf").to_string(),
            "a.pdf cannot be sent. This field accepts JPEG, PNG, WebP, GIF."
        );
        assert_eq!(FileRules { most_files: 3, ..rules }.too_many().to_string(), "Choose at most 3 files.");
    }
}
