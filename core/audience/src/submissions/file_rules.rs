//! What a field for files takes, and how it is said when a file is not taken.

use serde::Deserialize;

const MEGABYTE: u64 = 1_000_000;
/// Largest file that any form takes, megabytes.
const MOST_MEGABYTES: u64 = 25;
/// Most files of one field.
const MOST_FILES: usize = 10;
/// Drawings can hold scripts; those who read answers open what they get.
const DRAWING: &str = "image/svg+xml";

/// What a field for files takes.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct FileRules {
    /// Whether pictures are taken.
    pub takes_pictures: bool,
    /// Whether documents are taken: PDF, those of offices, plain text and tables.
    pub takes_documents: bool,
    /// Whether sound is taken.
    pub takes_sound: bool,
    /// Whether films are taken.
    pub takes_video: bool,
    /// Most files of one answer.
    pub most_files: usize,
    /// Most megabytes of one file.
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
    /// Most files of one answer.
    pub(super) fn most_files(&self) -> usize {
        self.most_files.clamp(1, MOST_FILES)
    }

    /// Most bytes of one file.
    pub(super) fn most_bytes(&self) -> u64 {
        self.megabytes() * MEGABYTE
    }

    fn megabytes(&self) -> u64 {
        self.most_megabytes.clamp(1, MOST_MEGABYTES)
    }

    /// Whether files of this type are taken.
    pub(super) fn takes(&self, mime_type: &str) -> bool {
        match mime_type.split('/').next() {
            Some("image") => self.takes_pictures && mime_type != DRAWING,
            Some("audio") => self.takes_sound,
            Some("video") => self.takes_video,
            _ => self.takes_documents,
        }
    }

    pub(super) fn too_many(&self) -> String {
        match self.most_files() {
            1 => "Choose one file.".to_owned(),
            most => format!("Choose at most {most} files."),
        }
    }

    pub(super) fn too_large(&self, filename: &str) -> String {
        format!("{filename} is too large. A file can have at most {} MB.", self.megabytes())
    }

    pub(super) fn wrong_kind(&self, filename: &str) -> String {
        let kinds: Vec<&str> = [
            (self.takes_pictures, "pictures (JPEG, PNG, WebP, GIF)"),
            (self.takes_documents, "documents (PDF, Word, Excel, PowerPoint, OpenDocument, text)"),
            (self.takes_sound, "sound (MP3, M4A, WAV, Ogg, FLAC)"),
            (self.takes_video, "films (MP4, MOV, WebM)"),
        ]
        .into_iter()
        .filter_map(|(taken, name)| taken.then_some(name))
        .collect();
        match kinds.as_slice() {
            [] => format!("{filename} cannot be sent. This field takes no files."),
            [only] => format!("{filename} cannot be sent. This field takes {only}."),
            [first @ .., last] => {
                format!("{filename} cannot be sent. This field takes {} and {last}.", first.join(", "))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_and_bounds_hold_whatever_a_page_says() {
        let rules = FileRules { takes_documents: false, most_files: 0, most_megabytes: 900, ..FileRules::default() };
        assert_eq!((rules.most_files(), rules.most_bytes()), (1, 25_000_000));
        for (mime_type, taken) in
            [("image/png", true), ("image/svg+xml", false), ("application/pdf", false), ("video/mp4", false)]
        {
            assert_eq!(rules.takes(mime_type), taken, "{mime_type}");
        }
        assert_eq!(rules.too_large("a.png"), "a.png is too large. A file can have at most 25 MB.");
        assert_eq!(
            rules.wrong_kind("a.pdf"),
            "a.pdf cannot be sent. This field takes pictures (JPEG, PNG, WebP, GIF)."
        );
        assert_eq!(FileRules { most_files: 3, ..rules }.too_many(), "Choose at most 3 files.");
    }
}
