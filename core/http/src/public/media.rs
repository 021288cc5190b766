//! Images and files of sites: images in the widths and formats that browsers accept, videos and audio with range
//! requests.

use axum::body::Body;
use axum::extract::State;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use stoa_kernel::Failure;
use stoa_kernel::id::AssetId;
use stoa_kernel::media::AssetKind;
use stoa_site::media::{self, Asset, VariantFormat, variant_width};
use stoa_web::accept::names;
use stoa_web::conditional::conditional;
use stoa_web::file_headers::{disposition, put};
use stoa_web::file_version::FileVersion;
use stoa_web::ranges::{self, Part};

use super::IMMUTABLE;
use crate::extract::{ApiPath, ApiQuery, Visitor};
use crate::policy_router::PolicyRouter;
use crate::problem::ApiResult;
use crate::route_policy::opened_by_url;
use crate::state::AppState;

/// `Content-Security-Policy` of a file that is opened by itself: it can only be viewed. Not for PDF, which browsers
/// show with scripts of their own.
pub(super) const NOTHING_RUNS: &str =
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; media-src 'self'; sandbox";
/// For a URL whose file has been replaced by a newer one: revalidate each time.
const ASK_AGAIN: &str = "public, no-cache";
/// For refusals.
const KEPT_NOWHERE: &str = "no-store";

/// Drawings are sent compressed, and always whole: pages show them, and nothing resumes them.
const DRAWING: &str = "image/svg+xml";

/// Path of a file. Only the id and the version after it count; the name is for people.
#[derive(Debug, Deserialize)]
struct AssetPath {
    id: String,
    #[expect(dead_code, reason = "only part of the URL")]
    filename: String,
}

/// Wanted format.
#[derive(Debug, Deserialize)]
struct MediaQuery {
    /// Such as `500w`; anything else gives the original.
    format: Option<String>,
}

/// The routes of this module.
pub fn routes() -> PolicyRouter {
    PolicyRouter::new().get("/assets/{id}/{filename}", file, opened_by_url().shared_file())
}

async fn file(
    State(state): State<AppState>,
    visitor: Visitor,
    ApiPath(path): ApiPath<AssetPath>,
    ApiQuery(query): ApiQuery<MediaQuery>,
    request: Parts,
) -> ApiResult<Response> {
    let (id, version) = path.id.split_once('.').unwrap_or((&path.id, "1"));
    let id: AssetId = id.parse().map_err(|_| Failure::not_found())?;
    let asset = media::find(&visitor.db, &id).await?;
    let smaller = match query.format.as_deref().and_then(variant_width) {
        Some(width) => smaller(&state, &asset, width, &request.headers).await?,
        None => None,
    };
    let mut response = match smaller {
        Some(response) => response,
        None => original(&state, &asset, &request).await?,
    };
    let caching = if response.status().is_client_error() {
        KEPT_NOWHERE
    } else if version == asset.version.to_string() {
        IMMUTABLE
    } else {
        ASK_AGAIN
    };
    let sent = response.headers_mut();
    sent.insert(header::CACHE_CONTROL, HeaderValue::from_static(caching));
    if asset.mime_type != "application/pdf" {
        sent.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(NOTHING_RUNS));
    }
    Ok(response)
}

async fn smaller(state: &AppState, asset: &Asset, width: u32, headers: &HeaderMap) -> ApiResult<Option<Response>> {
    let accept = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let takes = |format| match format {
        VariantFormat::Avif => names(accept, "image/avif"),
        VariantFormat::WebP => names(accept, "image/webp"),
        VariantFormat::Plain => true,
    };
    let Some((bytes, mime_type)) = media::variant(&state.media, asset, width, takes).await? else { return Ok(None) };
    let format = mime_type.trim_start_matches("image/");
    let etag = format!("\"{}-{}-{width}-{format}\"", asset.id, asset.version);
    let mut response = conditional(headers, Some(&etag), bytes, mime_type);
    response.headers_mut().insert(header::VARY, HeaderValue::from_static("Accept"));
    Ok(Some(response))
}

async fn original(state: &AppState, asset: &Asset, request: &Parts) -> ApiResult<Response> {
    let Parts { method, headers, .. } = request;
    let is_drawing = asset.mime_type == DRAWING;
    let version = FileVersion::new(&format!("{}-{}", asset.id, asset.version));
    let version = if is_drawing { version.in_any_coding() } else { version };
    let size = u64::try_from(asset.bytes).unwrap_or(0);
    if let Some(known) = version.unsent(headers)? {
        return Ok(known);
    }
    let part = if is_drawing {
        ranges::whole_alone(size)
    } else {
        match ranges::part(method, headers, &version, size)? {
            Part::Sent(part) => part,
            Part::Refused(response) => return Ok(response),
        }
    };
    let body = media::original(&state.media, asset, part.bytes.clone()).await?;
    let mut response = Body::from_stream(body).into_response();
    part.describe(&mut response)?;
    put(&mut response, header::CONTENT_TYPE, &asset.mime_type)?;
    version.describe(&mut response)?;
    let shown = asset.kind() != AssetKind::Document || asset.mime_type == "application/pdf";
    put(
        &mut response,
        header::CONTENT_DISPOSITION,
        &disposition(if shown { "inline" } else { "attachment" }, &asset.filename),
    )?;
    Ok(response)
}
