//! Incoming files.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use futures::StreamExt as _;

use crate::ports::{ByteStream, PortError};

/// Maximum length of a file name, characters.
const MAX_NAME_LENGTH: usize = 150;

/// Counter of the bytes received so far.
#[derive(Clone, Debug, Default)]
pub struct ReceivedBytes(Arc<AtomicU64>);

impl ReceivedBytes {
    /// The bytes received.
    pub fn bytes(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// Limits a stream to `most` bytes; more is an error. Returns it with its byte counter.
pub fn measured(file: ByteStream, most: u64) -> (ByteStream, ReceivedBytes) {
    let seen = ReceivedBytes::default();
    let counter = seen.clone();
    let file = file.map(move |piece| {
        let piece = piece?;
        let size = u64::try_from(piece.len()).unwrap_or(u64::MAX);
        if counter.0.fetch_add(size, Ordering::Relaxed).saturating_add(size) > most {
            return Err(PortError::new("upload", "the file is too large"));
        }
        Ok(piece)
    });
    (file.boxed(), seen)
}

/// A human-readable size: a megabyte has 1,000,000 bytes.
pub fn size_text(bytes: u64) -> String {
    match bytes {
        0..1_000 => format!("{bytes} bytes"),
        1_000..1_000_000 => format!("{} KB", bytes / 1_000),
        1_000_000..1_000_000_000 => format!("{} MB", bytes / 1_000_000),
        _ => format!("{} GB", bytes / 1_000_000_000),
    }
}

/// A file name that is safe on any file system and in a header: its last segment, without control and reserved
/// characters.
pub fn safe_name(name: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let plain = |letter: char| !letter.is_control() && !r#""*:<>?|"#.contains(letter);
    let kept: String = last.chars().filter(|letter| plain(*letter)).take(MAX_NAME_LENGTH).collect();
    let kept = kept.trim().trim_start_matches('.').to_owned();
    if kept.is_empty() { "download".to_owned() } else { kept }
}

#[cfg(test)]
mod tests {
    use super::safe_name;

    #[test]
    fn upload_names_are_file_system_safe() {
        assert_eq!(safe_name("Weaving guide (2nd).pdf"), "Weaving guide (2nd).pdf");
        assert_eq!(safe_name("../../etc/passwd"), "passwd");
        assert_eq!(safe_name("C:\\temp\\a\r\nb\".zip"), "ab.zip");
        assert_eq!(safe_name("編み図.pdf"), "編み図.pdf");
        assert_eq!(safe_name(" .. "), "download");
    }
}
