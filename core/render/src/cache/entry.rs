//! A page as it is cached.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::sync::OnceLock;

use base64::Engine as _;
use bytes::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use stoa_site::website_settings::CookieSettings;

/// Marks a page that uses the template engine in the browser.
const DRAWS_IN_BROWSER: &[u8] = b"data-stoa-island=\"product-list\"";

/// Marks a page with a captcha.
const ASKS_CAPTCHA: &[u8] = b" data-captcha-script=\"";

/// A cached page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CachedPage {
    pub(crate) status: u16,
    pub(crate) body: Bytes,
    pub(crate) etag: String,
    pub(crate) tags: Vec<String>,
    /// Whether it uses the template engine in the browser.
    pub(crate) draws_in_browser: bool,
    /// Whether it has a captcha.
    pub(crate) has_captcha: bool,
    /// Cookie settings that apply to it.
    pub(crate) cookies: CookieSettings,
    packed: OnceLock<Option<Bytes>>,
}

impl CachedPage {
    pub(crate) fn new(status: u16, body: Bytes, etag: String, tags: Vec<String>, cookies: CookieSettings) -> Self {
        let draws_in_browser = memchr::memmem::find(&body, DRAWS_IN_BROWSER).is_some();
        let has_captcha = has_captcha(&body);
        Self { status, body, etag, tags, draws_in_browser, has_captcha, cookies, packed: OnceLock::new() }
    }

    /// The body compressed with gzip, once for all browsers.
    pub(crate) fn packed(&self) -> Option<Bytes> {
        self.packed.get_or_init(|| pack(&self.body)).clone()
    }
}

/// Whether a page has a captcha.
pub(crate) fn has_captcha(body: &[u8]) -> bool {
    memchr::memmem::find(body, ASKS_CAPTCHA).is_some()
}

/// The ETag of a body.
pub(crate) fn etag(body: &[u8]) -> String {
    let mut digest = base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(Sha256::digest(body));
    digest.truncate(22);
    format!("\"{digest}\"")
}

fn pack(body: &[u8]) -> Option<Bytes> {
    let mut encoder = GzEncoder::new(Vec::with_capacity(body.len() / 4), Compression::default());
    encoder.write_all(body).ok()?;
    encoder.finish().ok().map(Bytes::from)
}

/// Header before the body in the shared cache.
#[derive(Serialize, Deserialize)]
struct Header {
    status: u16,
    etag: String,
    /// The tags with their generations at the time of rendering.
    generations: BTreeMap<String, u64>,
    cookies: CookieSettings,
}

/// Serializes a page for the shared cache.
pub(super) fn write(page: &CachedPage, generations: &BTreeMap<String, u64>) -> Option<Bytes> {
    let header = Header {
        status: page.status,
        etag: page.etag.clone(),
        generations: generations.clone(),
        cookies: page.cookies,
    };
    let mut bytes = serde_json::to_vec(&header).ok()?;
    bytes.push(b'\n');
    bytes.extend_from_slice(&page.body);
    Some(Bytes::from(bytes))
}

/// Deserializes a page of the shared cache, with its generations.
pub(super) fn read(bytes: &Bytes) -> Option<(CachedPage, BTreeMap<String, u64>)> {
    let end = bytes.iter().position(|byte| *byte == b'\n')?;
    let header: Header = serde_json::from_slice(bytes.get(..end)?).ok()?;
    let tags = header.generations.keys().cloned().collect();
    let page = CachedPage::new(header.status, bytes.slice(end + 1..), header.etag, tags, header.cookies);
    Some((page, header.generations))
}
