//! The admin application: files built from `admin-ui`, part of the program. Paths that are no file return the
//! application, which has client-side routes.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use rust_embed::{EmbeddedFile, RustEmbed};

use crate::extract::HostName;
use crate::policy_router::PolicyRouter;
use crate::route_policy::opened_by_url;
use crate::state::AppState;

#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/../../admin-ui/dist"]
#[allow_missing = true]
struct Files;

/// The preview of a page shows images and styles of the site, which has another host. The template engine is
/// WebAssembly.
const POLICY: &str = "default-src 'self'; img-src 'self' data: blob: http: https:; \
    style-src 'self' 'unsafe-inline' http: https:; font-src 'self' data: http: https:; \
    script-src 'self' 'wasm-unsafe-eval'; frame-ancestors 'none'; base-uri 'self' http: https:; form-action 'self'";

/// The routes of this module.
pub fn routes() -> PolicyRouter {
    PolicyRouter::new()
        .get("/admin", || async { Redirect::permanent("/admin/") }, opened_by_url())
        .get("/admin/", application, opened_by_url())
        .get("/admin/{*path}", file, opened_by_url())
}

pub(super) fn on_platform(state: &AppState, host: &HostName) -> bool {
    let name = host.name();
    name == state.settings.platform_host || (state.settings.platform_host == "localhost" && name == "127.0.0.1")
}

async fn application(State(state): State<AppState>, host: HostName) -> Response {
    if !on_platform(&state, &host) {
        let origin = state.settings.origin(&state.settings.platform_host);
        return Redirect::temporary(&format!("{origin}/admin/")).into_response();
    }
    match Files::get("index.html") {
        Some(page) => served(page, "text/html; charset=utf-8", "no-cache"),
        None => (StatusCode::SERVICE_UNAVAILABLE, "The admin was not built: run `cargo xtask up`.").into_response(),
    }
}

async fn file(State(state): State<AppState>, host: HostName, Path(path): Path<String>) -> Response {
    match Files::get(&path) {
        Some(file) => {
            let kind = mime_guess::from_path(&path).first_or_octet_stream();
            let caching = if path.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
            served(file, kind.as_ref(), caching)
        }
        None if path.starts_with("assets/") => StatusCode::NOT_FOUND.into_response(),
        None => application(State(state), host).await,
    }
}

fn served(file: EmbeddedFile, kind: &str, caching: &'static str) -> Response {
    let mut headers = HeaderMap::new();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(caching));
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    if let Ok(kind) = HeaderValue::from_str(kind) {
        headers.insert(header::CONTENT_TYPE, kind);
    }
    (headers, file.data.into_owned()).into_response()
}
