use std::collections::BTreeMap;

use bytes::Bytes;
use serde::{Deserialize, Serialize};

/// A page as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CachedPage {
    pub(crate) status: u16,
    pub(crate) body: Bytes,
    pub(crate) etag: String,
    pub(crate) tags: Vec<String>,
}

/// What stands before the body in the shared cache.
#[derive(Serialize, Deserialize)]
struct Header {
    status: u16,
    etag: String,
    /// The tags with their generations when the page was made.
    generations: BTreeMap<String, u64>,
}

/// Writes a page for the shared cache.
pub(super) fn write(page: &CachedPage, generations: &BTreeMap<String, u64>) -> Option<Bytes> {
    let header = Header { status: page.status, etag: page.etag.clone(), generations: generations.clone() };
    let mut bytes = serde_json::to_vec(&header).ok()?;
    bytes.push(b'\n');
    bytes.extend_from_slice(&page.body);
    Some(Bytes::from(bytes))
}

/// Reads a page of the shared cache, with the generations it was made of.
pub(super) fn read(bytes: &Bytes) -> Option<(CachedPage, BTreeMap<String, u64>)> {
    let end = bytes.iter().position(|byte| *byte == b'\n')?;
    let header: Header = serde_json::from_slice(bytes.get(..end)?).ok()?;
    let tags = header.generations.keys().cloned().collect();
    let page = CachedPage { status: header.status, body: bytes.slice(end + 1..), etag: header.etag, tags };
    Some((page, header.generations))
}
