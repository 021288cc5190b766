//! Preview of a digital product for contributors: what its buyers will get, before anyone has bought it.

use axum::extract::State;
use axum::http::{HeaderMap, Method, StatusCode};
use axum::response::Response;
use serde::Deserialize;
use stoa_commerce::downloads::{self, PREVIEWS};
use stoa_kernel::id::ProductFileId;
use stoa_render::PageResponse;

use super::lessons::sent;
use super::page_calls::page_call;
use super::pages::page_response;
use super::secret_address::{LinkPath, at_secret_address};
use crate::extract::{ApiPath, Visitor, path_id};
use crate::plain_page;
use crate::policy_router::PolicyRouter;
use crate::problem::ApiResult;
use crate::route_policy::opened_by_url;
use crate::state::AppState;

/// Path of a file of the product.
#[derive(Debug, Deserialize)]
struct FilePath {
    token: String,
    #[serde(deserialize_with = "path_id")]
    file_id: ProductFileId,
}

/// The routes of this module.
pub fn routes() -> PolicyRouter {
    let of_page = format!("{PREVIEWS}{{token}}");
    let of_file = format!("{of_page}/{{file_id}}");
    PolicyRouter::new().get(&of_page, page, opened_by_url()).get(&of_file, file, opened_by_url())
}

async fn page(
    State(state): State<AppState>,
    visitor: Visitor,
    ApiPath(path): ApiPath<LinkPath>,
) -> ApiResult<Response> {
    let call = page_call(&state, &visitor, &format!("{PREVIEWS}{}", path.token)).await?;
    let drawn = state.renderer.digital_preview_page(&visitor.ctx, &visitor.db, &call, &path.token).await?;
    let response = match drawn {
        Some(body) => page_response(PageResponse { status: 200, body, ..PageResponse::default() }, &HeaderMap::new()),
        None => {
            let words = ("sitePage.previewExpiredTitle", "sitePage.filePreviewExpired");
            plain_page::page(visitor.wording().await?.texts(), StatusCode::NOT_FOUND, words)
        }
    };
    Ok(at_secret_address(response))
}

async fn file(
    State(state): State<AppState>,
    visitor: Visitor,
    ApiPath(path): ApiPath<FilePath>,
    method: Method,
    headers: HeaderMap,
) -> ApiResult<Response> {
    let file = downloads::previewed_file(&visitor.ctx, &visitor.db, &path.token, &path.file_id).await?;
    sent(&state, &file, &method, &headers).await
}
