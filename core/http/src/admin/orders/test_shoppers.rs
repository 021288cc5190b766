//! Links with which contributors test the shop.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::Serialize;
use stoa_commerce::test_shoppers;
use utoipa::ToSchema;

use crate::admin::pages::public_site;
use crate::api_routes::{ApiRouter, routes};
use crate::extract::Contributor;
use crate::problem::ApiResult;
use crate::route_policy::{Invalidates, changes};
use crate::state::AppState;

/// A link that makes a browser a test shopper.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TestShopperLink {
    /// The complete URL.
    url: String,
    /// Until when the browser that opens it gets the goods of test orders, UTC milliseconds.
    expires_on: i64,
}

/// Routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new().routes(routes!(test_shopper_link: changes(Invalidates::Site)))
}

/// Create a test shopper link
///
/// The browser that opens it gets the files, codes and lessons of test orders for four hours; nobody else gets them.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/test-shopper", operation_id = "test_shopper_link",
    tag = "orders", security(("contributor" = ["products:read"])), responses((status = 201, body = TestShopperLink)))]
async fn test_shopper_link(
    State(state): State<AppState>,
    caller: Contributor,
) -> ApiResult<(StatusCode, Json<TestShopperLink>)> {
    let pass = test_shoppers::pass(&caller.ctx, &caller.db).await?;
    let origin = public_site(&state, &caller).await?.origin;
    Ok((
        StatusCode::CREATED,
        Json(TestShopperLink { url: format!("{origin}{}", pass.path), expires_on: pass.expires_on.ms() }),
    ))
}
