//! Links with which people who work on a shop try it out.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::Serialize;
use stoa_commerce::testers;
use utoipa::ToSchema;

use super::pages::site_face;
use crate::calls::{Calls, routes};
use crate::extract::Contributor;
use crate::problem::{ApiResult, Problem};
use crate::state::AppState;

/// A link that lets a browser try the shop out.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TestShopperLink {
    /// The whole address.
    url: String,
    /// Until when the browser that opens it sees what test orders give, UTC milliseconds.
    expires_on: i64,
}

/// The routes of this noun.
pub fn routes() -> Calls {
    Calls::new().routes(routes!(test_shopper_link))
}

/// Make a link to try the shop out
///
/// The browser that opens it gets the files, codes and lessons of test orders for four hours; nobody else gets them.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/test-shopper", operation_id = "test_shopper_link",
    tag = "orders", params(("websiteId" = String, Path, description = "The site")),
    security(("contributor" = ["products:read"])),
    responses((status = 201, body = TestShopperLink), (status = 401, body = Problem), (status = 403, body = Problem),
              (status = 404, body = Problem)))]
async fn test_shopper_link(
    State(state): State<AppState>,
    caller: Contributor,
) -> ApiResult<(StatusCode, Json<TestShopperLink>)> {
    let pass = testers::pass(&caller.ctx, &caller.db).await?;
    let origin = site_face(&state, &caller).await?.origin;
    Ok((
        StatusCode::CREATED,
        Json(TestShopperLink { url: format!("{origin}{}", pass.path), expires_on: pass.expires_on }),
    ))
}
