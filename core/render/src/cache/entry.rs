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

/// In a page that draws with the template engine in the browser.
const DRAWS_IN_BROWSER: &[u8] = b"data-stoa-island=\"product-list\"";

/// In a page that asks a captcha service.
const ASKS_CAPTCHA: &[u8] = b" data-captcha-script=\"";

/// A page as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CachedPage {
    pub(crate) status: u16,
    pub(crate) body: Bytes,
    pub(crate) etag: String,
    pub(crate) tags: Vec<String>,
    /// Whether the template engine goes on in the browser.
    pub(crate) draws_in_browser: bool,
    /// Whether it asks a captcha service.
    pub(crate) asks_captcha: bool,
    /// What the site may remember of who looks at it.
    pub(crate) cookies: CookieSettings,
    packed: OnceLock<Option<Bytes>>,
}

impl CachedPage {
    pub(crate) fn new(status: u16, body: Bytes, etag: String, tags: Vec<String>, cookies: CookieSettings) -> Self {
        let draws_in_browser = memchr::memmem::find(&body, DRAWS_IN_BROWSER).is_some();
        let asks_captcha = asks_captcha(&body);
        Self { status, body, etag, tags, draws_in_browser, asks_captcha, cookies, packed: OnceLock::new() }
    }

    /// The body packed with gzip, once for all browsers that take it so.
    pub(crate) fn packed(&self) -> Option<Bytes> {
        self.packed.get_or_init(|| pack(&self.body)).clone()
    }
}

/// Whether a page asks a captcha service.
pub(crate) fn asks_captcha(body: &[u8]) -> bool {
    memchr::memmem::find(body, ASKS_CAPTCHA).is_some()
}

/// What tells versions of a body apart, as browsers send it back.
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

/// What stands before the body in the shared cache.
#[derive(Serialize, Deserialize)]
struct Header {
    status: u16,
    etag: String,
    /// The tags with their generations when the page was made.
    generations: BTreeMap<String, u64>,
    cookies: CookieSettings,
}

/// Writes a page for the shared cache.
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

/// Reads a page of the shared cache, with the generations it was made of.
pub(super) fn read(bytes: &Bytes) -> Option<(CachedPage, BTreeMap<String, u64>)> {
    let end = bytes.iter().position(|byte| *byte == b'\n')?;
    let header: Header = serde_json::from_slice(bytes.get(..end)?).ok()?;
    let tags = header.generations.keys().cloned().collect();
    let page = CachedPage::new(header.status, bytes.slice(end + 1..), header.etag, tags, header.cookies);
    Some((page, header.generations))
}
