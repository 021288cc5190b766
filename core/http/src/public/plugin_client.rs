//! The frames in which blocks of plugins run scripts of their own. A frame has no origin: it has no cookies and no storage,
//! fetches nothing, and talks to the page around it alone, which passes the block on by a message. Pictures are those of
//! the site. It runs the one script that its address names, and no other. Browsers may let it open peer connections, and
//! follow its `<link rel=preconnect>`, which no directive of a policy stops.

use std::fmt;
use std::sync::LazyLock;

use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::response::Response;
use base64::Engine as _;
use bytes::Bytes;
use sha2::{Digest as _, Sha256};
use stoa_kernel::id::WebsiteId;
use stoa_kernel::{ErrorCode, Failure};
use stoa_tenancy::NameAndPort;
use stoa_web::conditional::conditional;

use super::IMMUTABLE;
use super::admin_app::on_platform;
use crate::extract::{HostName, Visitor};
use crate::policy_router::PolicyRouter;
use crate::problem::ApiResult;
use crate::route_policy::opened_by_url;
use crate::state::{AppState, HttpSettings};

const STYLE: &str = include_str!("plugin_client/frame.css");
const SCRIPT: &str = include_str!("plugin_client/frame.js");
/// Browsers revalidate addresses of another version.
const REVALIDATED: &str = "no-cache";
const NOT_INDEXED: HeaderName = HeaderName::from_static("x-robots-tag");
const FOLDER: &str = "/static/plugin-clients/";
/// For the editor, whose own policy allows no frame of another host.
const EDITOR_FOLDER: &str = "/admin/block-frames/";

/// Version of everything in a frame but the script of the block.
static VERSION: LazyLock<String> = LazyLock::new(|| {
    let mut version = hex::encode(Sha256::digest([STYLE, SCRIPT].concat()));
    version.truncate(12);
    version
});
static OWN_HASH: LazyLock<String> = LazyLock::new(|| hash(SCRIPT));

/// The routes of this module.
pub fn routes() -> PolicyRouter {
    let policy = opened_by_url().shared_file();
    let of_site = PolicyRouter::new().get(&format!("{FOLDER}{{page}}"), frame, policy);
    of_site.get(&format!("{EDITOR_FOLDER}{{site}}/{{page}}"), editor_frame, policy)
}

/// Address of the frame of a script, by the digest of the script.
pub fn client_address(digest: &str) -> String {
    format!("{FOLDER}{digest}-{}.html", *VERSION)
}

/// Origin of a site. Its host has the characters of names alone, so that it can stand in HTML and in a policy.
struct SiteOrigin(String);

impl SiteOrigin {
    /// That which a visitor has asked for, with its port.
    fn requested(settings: &HttpSettings, host: &NameAndPort<'_>) -> Self {
        Self(format!("{}://{host}", settings.scheme))
    }

    /// The public one of a host.
    fn public(settings: &HttpSettings, host: &NameAndPort<'_>) -> Self {
        Self(settings.origin(host.name()))
    }
}

impl fmt::Display for SiteOrigin {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

fn hash(script: &str) -> String {
    let hash = base64::engine::general_purpose::STANDARD.encode(Sha256::digest(script.as_bytes()));
    format!("'sha256-{hash}'")
}

/// What the frame may do. Pages of sites, and the editor, let no frame leave them for hosts that they do not know.
fn policy(script: &str, origin: &SiteOrigin) -> String {
    format!(
        "sandbox allow-scripts; default-src 'none'; script-src {} {}; style-src 'unsafe-inline'; \
         img-src data: blob: {origin}/assets/; form-action 'none'; base-uri {origin}",
        *OWN_HASH,
        hash(script)
    )
}

fn document(script: &str, origin: &SiteOrigin) -> String {
    format!(
        "<!doctype html>\n<html>\n<head>\n<meta charset=\"utf-8\">\n<base href=\"{origin}/\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>Block</title>\n<style>{STYLE}</style>\n</head>\n\
         <body>\n<script>{SCRIPT}</script>\n<script type=\"module\">{script}</script>\n</body>\n</html>\n"
    )
}

async fn frame(
    State(state): State<AppState>,
    visitor: Visitor,
    Path(page): Path<String>,
    headers: HeaderMap,
) -> ApiResult<Response> {
    let host = NameAndPort::of(&visitor.host).ok_or_else(|| Failure::plain(ErrorCode::UnknownHost))?;
    let origin = SiteOrigin::requested(&state.settings, &host);
    framed(&state, &visitor.site.website, &origin, &page, &headers).await
}

/// The same on the host of the platform, for the preview in the editor.
async fn editor_frame(
    State(state): State<AppState>,
    host: HostName,
    Path((asked, page)): Path<(String, String)>,
    headers: HeaderMap,
) -> ApiResult<Response> {
    if !on_platform(&state, &host) {
        return Err(Failure::not_found().into());
    }
    let site = NameAndPort::of(&asked).ok_or_else(Failure::not_found)?;
    let known = state.tenancy.hosts.resolve(site.name()).await?.ok_or_else(Failure::not_found)?;
    let origin = SiteOrigin::public(&state.settings, &site);
    framed(&state, &known.website, &origin, &page, &headers).await
}

async fn framed(
    state: &AppState,
    website: &WebsiteId,
    origin: &SiteOrigin,
    page: &str,
    headers: &HeaderMap,
) -> ApiResult<Response> {
    let named = page.strip_suffix(".html").and_then(|name| name.split_once('-'));
    let (digest, version) = named.ok_or_else(Failure::not_found)?;
    let script = state.plugins.client_script(website, digest).await?.ok_or_else(Failure::not_found)?;
    // As browsers read line ends: the hash in the policy is over this.
    let script = script.replace("\r\n", "\n").replace('\r', "\n");
    let rules = HeaderValue::try_from(policy(&script, origin)).map_err(Failure::internal)?;
    let body = Bytes::from(document(&script, origin));
    let etag = format!("\"{digest}-{}\"", *VERSION);
    let mut response = conditional(headers, Some(&etag), body, "text/html; charset=utf-8");
    let caching = if version == *VERSION { IMMUTABLE } else { REVALIDATED };
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, rules),
        (header::CACHE_CONTROL, HeaderValue::from_static(caching)),
        (header::X_DNS_PREFETCH_CONTROL, HeaderValue::from_static("off")),
        (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
        (NOT_INDEXED, HeaderValue::from_static("noindex")),
    ] {
        response.headers_mut().insert(name, value);
    }
    Ok(response)
}
