//! A feed before it is written in one of its forms.

use sha2::{Digest as _, Sha256};
use url::Url;

/// What is new in a blog, or in a part of it.
#[derive(Debug)]
pub(super) struct Feed {
    /// Stays as it is when addresses and titles change.
    pub(super) id: String,
    pub(super) title: String,
    pub(super) description: String,
    /// BCP 47 tag.
    pub(super) language: String,
    /// Who speaks where a post does not say it.
    pub(super) author: String,
    /// Where people read the same list.
    pub(super) home: String,
    /// Where this feed answers.
    pub(super) address: String,
    /// UTC milliseconds.
    pub(super) updated_on: i64,
    pub(super) entries: Vec<Entry>,
}

/// One post.
#[derive(Debug)]
pub(super) struct Entry {
    /// Stays as it is when the address changes: programs take what has another id for another post.
    pub(super) id: String,
    pub(super) title: String,
    pub(super) address: String,
    /// UTC milliseconds.
    pub(super) published_on: i64,
    /// UTC milliseconds.
    pub(super) updated_on: i64,
    pub(super) author: Option<String>,
    /// Its categories and tags.
    pub(super) labels: Vec<String>,
    pub(super) html: String,
}

/// A name for one of our own things that holds wherever it is read, without telling our id.
pub(super) fn urn(of: &str) -> String {
    let digest = Sha256::digest(of.as_bytes());
    let number = digest.iter().take(16).fold(0_u128, |number, byte| (number << 8) | u128::from(*byte));
    // The marks of a UUID of version 8, whose other bits are its maker's own.
    let number = (number & !(0xF << 76)) | (8 << 76);
    let number = (number & !(0b11 << 62)) | (0b10 << 62);
    format!(
        "urn:uuid:{:08x}-{:04x}-{:04x}-{:04x}-{:012x}",
        number >> 96,
        (number >> 80) & 0xFFFF,
        (number >> 64) & 0xFFFF,
        (number >> 48) & 0xFFFF,
        number & 0xFFFF_FFFF_FFFF
    )
}

/// A path of the site as a whole address, with what addresses cannot hold percent-encoded.
pub(super) fn absolute(origin: &str, path: &str) -> String {
    let address = format!("{origin}{path}");
    Url::parse(&address).map_or(address, String::from)
}

/// A moment as Atom, JSON Feed and lists of pages have it.
pub(crate) fn timestamp(ms: i64) -> String {
    jiff::Timestamp::from_millisecond(ms).unwrap_or_default().to_string()
}

/// A moment as RSS has it.
pub(super) fn rfc2822(ms: i64) -> String {
    let time = jiff::Timestamp::from_millisecond(ms).unwrap_or_default().to_zoned(jiff::tz::TimeZone::UTC);
    jiff::fmt::rfc2822::to_string(&time).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_the_forms_that_feeds_want() {
        assert_eq!(timestamp(1_767_225_600_000), "2026-01-01T00:00:00Z");
        assert_eq!(rfc2822(1_767_225_600_000), "Thu, 1 Jan 2026 00:00:00 +0000");
    }

    #[test]
    fn names_are_uuids_and_differ() {
        let name = urn("pst_1");
        assert_ne!(name, urn("pst_2"));
        let groups: Vec<&str> = name.trim_start_matches("urn:uuid:").split('-').collect();
        assert_eq!(groups.iter().map(|group| group.len()).collect::<Vec<_>>(), [8, 4, 4, 4, 12], "{name}");
        assert!(groups[2].starts_with('8') && groups[3].starts_with(['8', '9', 'a', 'b']), "{name}");
    }

    #[test]
    fn addresses_hold_no_letters_that_they_cannot() {
        assert_eq!(absolute("https://a.example", "/b/ä?c=%20"), "https://a.example/b/%C3%A4?c=%20");
    }
}
