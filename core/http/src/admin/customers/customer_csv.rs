//! CSV export of customers.

use axum::Json;
use axum::body::Body;
use axum::extract::{RawQuery, State};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use futures::stream;
use stoa_commerce::customers;

use crate::admin::customers::CustomerFilterQuery;
use crate::admin::orders::printables::DownloadLink;
use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiQuery, Contributor, signed_address};
use crate::problem::ApiResult;
use crate::route_policy::{Invalidates, changes, reads};
use crate::state::AppState;

/// Routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(customers_sheet: reads()))
        .routes(routes!(customers_sheet_link: changes(Invalidates::Nothing)))
}

/// Export customers as CSV
///
/// All customers that match the filter, in its order, streamed.
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/customers.csv", operation_id = "customers_sheet",
    tag = "customers", params(CustomerFilterQuery), security(("contributor" = ["customers:write"])),
    responses((status = 200, body = String, content_type = "text/csv")))]
async fn customers_sheet(caller: Contributor, ApiQuery(filter): ApiQuery<CustomerFilterQuery>) -> ApiResult<Response> {
    let sheet = customers::csv_export(&caller.ctx, &caller.db, filter.into()).await?;
    let parts = stream::try_unfold(sheet, async |mut sheet| {
        let part = sheet.part().await?;
        Ok::<_, stoa_commerce::CommerceError>(part.map(|part| (part, sheet)))
    });
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/csv; charset=utf-8")),
        (header::CONTENT_DISPOSITION, HeaderValue::from_static("attachment; filename=\"customers.csv\"")),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    ];
    Ok((headers, Body::from_stream(parts)).into_response())
}

/// Create a link to the customers CSV
///
/// The link works without signing in for one minute, so that a browser can save the file while it is streamed.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/customers/export-link",
    operation_id = "customers_sheet_link", tag = "customers", params(CustomerFilterQuery),
    security(("contributor" = ["customers:write"])), responses((status = 200, body = DownloadLink)))]
async fn customers_sheet_link(
    State(state): State<AppState>,
    caller: Contributor,
    ApiQuery(_readable): ApiQuery<CustomerFilterQuery>,
    RawQuery(query): RawQuery,
) -> ApiResult<Json<DownloadLink>> {
    customers::authorise_customer_export(&caller.ctx)?;
    let query = query.map(|query| format!("?{query}")).unwrap_or_default();
    let address = format!("/api/v1/websites/{}/customers.csv{query}", caller.ctx.website());
    Ok(Json(DownloadLink::new(signed_address(&state, &caller.account, &address)?)))
}
