//! Lessons as their pages show them.

use stoa_entity::tenant::product_file;
use stoa_kernel::catalogue::LessonKind;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{ProductFileId, ProductId};

/// A lesson as its page shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lesson {
    /// The file.
    pub id: ProductFileId,
    /// File name without its extension.
    pub title: String,
    /// How it is shown.
    pub kind: LessonKind,
    /// Path of the file.
    pub url: String,
}

/// The file of a lesson, for a caller who may see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LessonFile {
    /// Its id, which is never reused for another file.
    pub id: ProductFileId,
    /// File name for saving.
    pub filename: String,
    /// Size in bytes.
    pub bytes: u64,
    /// Media type, by the file extension.
    pub mime_type: &'static str,
    /// When it was added. A file is never changed.
    pub created_on: Timestamp,
    pub(super) blob_key: String,
}

impl LessonFile {
    /// Whether browsers play it; other files are downloaded.
    pub fn is_played(&self) -> bool {
        kind_of(self.mime_type) != LessonKind::File
    }
}

impl From<product_file::Model> for LessonFile {
    fn from(row: product_file::Model) -> Self {
        Self {
            bytes: u64::try_from(row.bytes).unwrap_or(0),
            mime_type: mime_type(&row.filename),
            created_on: row.created_on,
            id: row.id,
            filename: row.filename,
            blob_key: row.blob_key,
        }
    }
}

pub(crate) fn lesson(product: &ProductId, row: product_file::Model) -> Lesson {
    Lesson {
        title: title(&row.filename).to_owned(),
        kind: kind_of(mime_type(&row.filename)),
        url: format!("/checkout/lessons/{product}/{}", row.id),
        id: row.id,
    }
}

/// The title of a lesson, which can be translated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LessonTitle {
    /// Its file.
    pub(crate) file: ProductFileId,
    pub(crate) title: String,
}

impl LessonTitle {
    pub(super) fn of(row: &product_file::Model) -> Self {
        Self { file: row.id.clone(), title: title(&row.filename).to_owned() }
    }
}

/// A file name without its extension.
fn title(filename: &str) -> &str {
    filename.rsplit_once('.').map_or(filename, |(name, _)| name)
}

fn kind_of(mime_type: &str) -> LessonKind {
    match mime_type.split_once('/') {
        Some(("video", _)) => LessonKind::Video,
        Some(("audio", _)) => LessonKind::Audio,
        _ => LessonKind::File,
    }
}

fn mime_type(filename: &str) -> &'static str {
    let ending = filename.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
    match ending.as_deref() {
        Some("mp4" | "m4v") => "video/mp4",
        Some("webm") => "video/webm",
        Some("mp3") => "audio/mpeg",
        Some("m4a") => "audio/mp4",
        Some("ogg") => "audio/ogg",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::{LessonKind, kind_of, mime_type, title};

    #[test]
    fn audio_and_video_streamed_others_downloaded() {
        for (filename, kind, shown) in [
            ("1 Warping.MP4", LessonKind::Video, "1 Warping"),
            ("2. Weaving.webm", LessonKind::Video, "2. Weaving"),
            ("talk.mp3", LessonKind::Audio, "talk"),
            ("sheet.pdf", LessonKind::File, "sheet"),
            ("page.html", LessonKind::File, "page"),
            ("notes", LessonKind::File, "notes"),
        ] {
            assert_eq!((kind_of(mime_type(filename)), title(filename)), (kind, shown), "{filename}");
        }
    }
}
