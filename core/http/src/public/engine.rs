//! The template engine for browsers: the files of `core/editor-wasm`, part of the program.
//!
//! Their URLs contain a version and are cached for good; the directory tells the current version.

use std::sync::LazyLock;

use axum::Json;
use axum::extract::Path;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use bytes::Bytes;
use rust_embed::RustEmbed;
use serde::Serialize;
use sha2::{Digest as _, Sha256};
use stoa_web::accept::accepts_gzip;
use stoa_web::conditional::conditional;

use super::IMMUTABLE;
use crate::policy_router::PolicyRouter;
use crate::route_policy::opened_by_url;

#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/../../target/engine"]
#[allow_missing = true]
struct Files;

/// Tells browsers where the files are.
#[derive(Serialize)]
struct Directory {
    /// Versioned URL prefix with a trailing slash.
    base: String,
    /// Languages with locale data.
    languages: Vec<String>,
}

/// Hash over all files. None when the engine was not built.
static VERSION: LazyLock<Option<String>> = LazyLock::new(|| {
    let mut digest = Sha256::new();
    let mut paths: Vec<_> = Files::iter().collect();
    paths.sort();
    for path in &paths {
        digest.update(path.as_bytes());
        digest.update(Files::get(path)?.metadata.sha256_hash());
    }
    let mut version = base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(digest.finalize());
    version.truncate(12);
    (!paths.is_empty()).then_some(version)
});

/// The routes of this module.
pub fn routes() -> PolicyRouter {
    let policy = opened_by_url().shared_file();
    let router = PolicyRouter::new().get("/static/engine/directory.json", directory, policy);
    router.get("/static/engine/{version}/{*path}", file, policy)
}

async fn directory() -> Response {
    let Some(version) = VERSION.as_deref() else {
        return (StatusCode::SERVICE_UNAVAILABLE, "The engine was not built: run `cargo xtask up`.").into_response();
    };
    let mut languages: Vec<String> = Files::iter()
        .filter_map(|path| Some(path.strip_prefix("locale/")?.strip_suffix(".blob")?.to_owned()))
        .collect();
    languages.sort();
    let caching = [(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"))];
    (caching, Json(Directory { base: format!("/static/engine/{version}/"), languages })).into_response()
}

async fn file(Path((version, path)): Path<(String, String)>, headers: HeaderMap) -> Response {
    let current = VERSION.as_deref().is_some_and(|current| current == version);
    let Some(file) = Files::get(&path).filter(|_| current) else { return StatusCode::NOT_FOUND.into_response() };
    let kind = match path.rsplit_once('.') {
        Some((_, "js")) => "text/javascript; charset=utf-8",
        Some((_, "wasm")) => "application/wasm",
        _ => "application/octet-stream",
    };
    let packed = Files::get(&format!("{path}.gz")).filter(|_| accepts_gzip(&headers));
    let is_packed = packed.is_some();
    let bytes = Bytes::from(packed.unwrap_or(file).data.into_owned());
    let mut response = conditional(&headers, Some(&format!("\"{version}\"")), bytes, kind);
    if is_packed && response.status() == StatusCode::OK {
        response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    response.headers_mut().insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static(IMMUTABLE));
    response
}
