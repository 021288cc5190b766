//! Pictures of sites, in the widths that browsers ask for.

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;
use axum::routing::get;
use serde::Deserialize;
use stoa_site::media::{self, variant_width};

use super::{IMMUTABLE, conditional};
use crate::extract::{ApiPath, ApiQuery, Visitor};
use crate::problem::ApiResult;
use crate::state::AppState;

/// Which picture. The name is for people: the id alone decides.
#[derive(Debug, Deserialize)]
struct AssetPath {
    id: String,
    #[expect(dead_code, reason = "part of the address only")]
    filename: String,
}

/// How it is wanted.
#[derive(Debug, Deserialize)]
struct MediaQuery {
    /// Such as `500w`; anything else gives the original.
    format: Option<String>,
}

/// The routes of this noun.
pub fn routes() -> Router<AppState> {
    Router::new().route("/assets/{id}/{filename}", get(file))
}

async fn file(
    State(state): State<AppState>,
    visitor: Visitor,
    ApiPath(path): ApiPath<AssetPath>,
    ApiQuery(query): ApiQuery<MediaQuery>,
    headers: HeaderMap,
) -> ApiResult<Response> {
    let width = query.format.as_deref().and_then(variant_width);
    let file = media::file(&visitor.db, state.blobs.as_ref(), &path.id, width).await?;
    // What lies under an id never changes.
    let etag = format!("\"{}-{}\"", path.id, width.unwrap_or(0));
    let mut response = conditional(&headers, Some(&etag), file.bytes, &file.mime_type);
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static(IMMUTABLE));
    Ok(response)
}
