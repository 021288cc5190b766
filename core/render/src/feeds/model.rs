//! A feed independent of its format.

use sha2::{Digest as _, Sha256};
use stoa_kernel::clock::Timestamp;
use url::Url;

/// A feed of a blog or a filtered part of it.
#[derive(Debug)]
pub(super) struct Feed {
    /// Permanent id; does not change with URL and title.
    pub(super) id: String,
    pub(super) title: String,
    pub(super) description: String,
    /// BCP 47 tag.
    pub(super) language: String,
    /// Author of posts without one.
    pub(super) author: String,
    /// URL of the same list as a web page.
    pub(super) home: String,
    /// URL of this feed.
    pub(super) address: String,
    /// UTC milliseconds.
    pub(super) updated_on: Timestamp,
    pub(super) entries: Vec<Entry>,
}

/// One post.
#[derive(Debug)]
pub(super) struct Entry {
    /// Permanent id; does not change with the URL, since feed readers treat another id as another post.
    pub(super) id: String,
    pub(super) title: String,
    pub(super) address: String,
    /// UTC milliseconds.
    pub(super) published_on: Timestamp,
    /// UTC milliseconds.
    pub(super) updated_on: Timestamp,
    pub(super) author: Option<String>,
    /// Its categories and tags.
    pub(super) labels: Vec<String>,
    pub(super) html: String,
}

/// A globally unique name for an object that does not reveal its id. Not the crate `uuid`, which would only
/// format the number.
pub(super) fn urn(of: &str) -> String {
    let digest = Sha256::digest(of.as_bytes());
    let number = digest.iter().take(16).fold(0_u128, |number, byte| (number << 8) | u128::from(*byte));
    // Version and variant bits of a UUID of version 8; the other bits are free.
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

/// An absolute URL of a path of the site, percent-encoded.
pub(super) fn absolute(origin: &str, path: &str) -> String {
    let address = format!("{origin}{path}");
    Url::parse(&address).map_or(address, String::from)
}

/// Time format of Atom, JSON Feed and sitemaps.
pub(crate) fn timestamp(time: Timestamp) -> String {
    jiff::Timestamp::from_millisecond(time.ms()).unwrap_or_default().to_string()
}

/// Time format of RSS.
pub(super) fn rfc2822(time: Timestamp) -> String {
    let time = jiff::Timestamp::from_millisecond(time.ms()).unwrap_or_default().to_zoned(jiff::tz::TimeZone::UTC);
    jiff::fmt::rfc2822::to_string(&time).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn feed_time_formats() {
        assert_eq!(timestamp(Timestamp::from_ms(1_767_225_600_000)), "2026-01-01T00:00:00Z");
        assert_eq!(rfc2822(Timestamp::from_ms(1_767_225_600_000)), "Thu, 1 Jan 2026 00:00:00 +0000");
    }

    #[test]
    fn feed_ids_are_unique_uuids() {
        let name = urn("pst_1");
        assert_ne!(name, urn("pst_2"));
        let groups: Vec<&str> = name.trim_start_matches("urn:uuid:").split('-').collect();
        assert_eq!(groups.iter().map(|group| group.len()).collect::<Vec<_>>(), [8, 4, 4, 4, 12], "{name}");
        assert!(groups[2].starts_with('8') && groups[3].starts_with(['8', '9', 'a', 'b']), "{name}");
    }

    #[test]
    fn feed_urls_are_percent_encoded() {
        assert_eq!(absolute("https://a.example", "/b/ä?c=%20"), "https://a.example/b/%C3%A4?c=%20");
    }
}
