//! Files that are part of the program: scripts of the islands, files of themes.

use axum::RequestPartsExt as _;
use axum::extract::{Path, RawQuery, Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use bytes::Bytes;
use rust_embed::RustEmbed;
use serde::Deserialize;
use stoa_render::IslandFiles;
use stoa_site::themes::ThemeFile;
use stoa_web::conditional::conditional;

use super::IMMUTABLE;
use crate::extract::Visitor;
use crate::policy_router::PolicyRouter;
use crate::problem::ApiResult;
use crate::route_policy::opened_by_url;
use crate::state::AppState;

#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/../../storefront-ui/islands/dist"]
#[allow_missing = true]
struct Islands;

/// Browsers revalidate; an unchanged file is a short 304.
const REVALIDATED: &str = "no-cache";
/// Style sheets name fonts without a version. Fonts are not revalidated: a page would be laid out twice while text
/// waits for its font.
const FONTS: &str = "public, max-age=2592000";
/// The script that records visits, which pages load apart from those of the islands.
const VISITOR_SCRIPT: &str = "visitor.js";
/// The script that shows blocks of plugins in frames, which pages with such blocks load.
const CLIENT_SCRIPT: &str = "plugin-client.js";
const MANIFESTS: [&str; 2] = [".vite/manifest.json", "manifest.json"];

/// The routes of this module.
pub fn routes() -> PolicyRouter {
    let policy = opened_by_url().shared_file();
    PolicyRouter::new().get("/static/{*path}", island, policy).get("/themes/{theme}/{*path}", theme_file, policy)
}

/// A file in the manifest of the build.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Chunk {
    file: String,
    #[serde(default)]
    is_entry: bool,
    #[serde(default)]
    css: Vec<String>,
}

/// Whether a file of the build is loaded by pages apart from the islands.
fn is_apart(path: &str) -> bool {
    [VISITOR_SCRIPT, CLIENT_SCRIPT].contains(&path)
}

/// URL of a script with its version.
fn versioned(script: &str) -> String {
    let version = Islands::get(script).map(|file| hash_prefix(&file.metadata.sha256_hash()));
    version.map_or_else(|| format!("/static/{script}"), |version| format!("/static/{script}?v={version}"))
}

/// URLs of the islands' scripts and styles, from the build manifest.
pub fn island_files() -> IslandFiles {
    let manifest = MANIFESTS.iter().find_map(|path| Islands::get(path));
    let chunks =
        manifest.and_then(|file| serde_json::from_slice::<serde_json::Map<String, serde_json::Value>>(&file.data).ok());
    let Some(chunks) = chunks else { return unnamed_files() };
    let mut files = IslandFiles { clients: versioned(CLIENT_SCRIPT), ..IslandFiles::default() };
    let is_of_pages = |chunk: &Chunk| chunk.is_entry && !is_apart(&chunk.file);
    for chunk in chunks.values().filter_map(|chunk| Chunk::deserialize(chunk).ok()).filter(is_of_pages) {
        files.scripts.push(format!("/static/{}", chunk.file));
        files.styles.extend(chunk.css.iter().map(|path| format!("/static/{path}")));
    }
    files
}

/// URL of the script that records visits.
pub fn visitor_script() -> String {
    versioned(VISITOR_SCRIPT)
}

/// For a build without a manifest: the files at its top level.
fn unnamed_files() -> IslandFiles {
    let mut files = IslandFiles { clients: versioned(CLIENT_SCRIPT), ..IslandFiles::default() };
    for path in Islands::iter().filter(|path| !path.contains('/') && !is_apart(path)) {
        let version = Islands::get(&path).map(|file| hash_prefix(&file.metadata.sha256_hash())).unwrap_or_default();
        let address = format!("/static/{path}?v={version}");
        if path.ends_with(".js") {
            files.scripts.push(address);
        } else if path.ends_with(".css") {
            files.styles.push(address);
        }
    }
    files
}

fn hash_prefix(hash: &[u8]) -> String {
    let mut text = base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(hash);
    text.truncate(12);
    text
}

async fn island(Path(path): Path<String>, RawQuery(query): RawQuery, headers: HeaderMap) -> Response {
    let hidden = path.split('/').any(|part| part.starts_with('.'));
    let Some(file) = Islands::get(&path).filter(|_| !hidden) else { return StatusCode::NOT_FOUND.into_response() };
    let hash = hash_prefix(&file.metadata.sha256_hash());
    let kind = mime_guess::from_path(&path).first_or_octet_stream();
    // The build puts a hash into the names of files in its folders.
    let immutable = path.starts_with("assets/") || names_version(query.as_deref(), &hash);
    served(&headers, &hash, Bytes::from(file.data.into_owned()), kind.as_ref(), immutable)
}

async fn theme_file(
    State(state): State<AppState>,
    Path((theme, path)): Path<(String, String)>,
    RawQuery(query): RawQuery,
    request: Request,
) -> ApiResult<Response> {
    let (mut parts, _) = request.into_parts();
    let installed = state.renderer.themes().file(&theme, &path);
    let named = |file: &ThemeFile| names_version(query.as_deref(), &file.hash);
    // A file that the site overrides has the same name; the version in the URL tells them apart.
    let own = match installed {
        Some(file) if named(file) => None,
        _ => {
            let visitor: Option<Visitor> = parts.extract_with_state(&state).await?;
            match visitor {
                Some(visitor) => state.renderer.own_style(&visitor.db, &theme, &path).await?,
                None => None,
            }
        }
    };
    let Some(file) = own.as_ref().or(installed) else { return Ok(StatusCode::NOT_FOUND.into_response()) };
    Ok(served(&parts.headers, &file.hash, file.bytes.clone(), &file.mime_type, named(file)))
}

fn names_version(query: Option<&str>, hash: &str) -> bool {
    query.and_then(|query| query.strip_prefix("v=")).is_some_and(|version| version == hash)
}

fn served(headers: &HeaderMap, hash: &str, bytes: Bytes, mime_type: &str, immutable: bool) -> Response {
    let mut response = conditional(headers, Some(&format!("\"{hash}\"")), bytes, mime_type);
    let caching = match immutable {
        true => IMMUTABLE,
        false if mime_type.starts_with("font/") => FONTS,
        false => REVALIDATED,
    };
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static(caching));
    // The editor shows pages of sites under another host, where fonts need this header.
    response.headers_mut().insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    response
}
