//! CSV export, packing slips and invoices of orders.

use axum::Json;
use axum::body::Body;
use axum::extract::{RawQuery, State};
use axum::http::{HeaderValue, header};
use axum::response::{Html, IntoResponse, Response};
use futures::stream;
use serde::{Deserialize, Serialize};
use stoa_commerce::orders;
use stoa_tenancy::LINK_SECONDS;
use utoipa::{IntoParams, ToSchema};

use crate::admin::orders::{OrderFilterQuery, OrderPath};
use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiPath, ApiQuery, Contributor, signed_address};
use crate::problem::ApiResult;
use crate::route_policy::{Invalidates, changes, reads};
use crate::state::AppState;

/// A document has no scripts, and neither sends nor loads anything.
const PAPER_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; form-action 'none'; \
    base-uri 'none'";

/// A download link.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DownloadLink {
    /// Path and query on this host.
    url: String,
    /// Seconds until it expires.
    expires_in_seconds: i64,
}

impl DownloadLink {
    pub(in crate::admin) fn new(url: String) -> Self {
        Self { url, expires_in_seconds: LINK_SECONDS }
    }
}

/// Query parameters of a packing slip.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PackingSlipQuery {
    /// A shipment of the order; omitted for the items not fulfilled yet.
    parcel: Option<String>,
}

/// Routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(orders_export: reads()))
        .routes(routes!(orders_export_link: changes(Invalidates::Nothing)))
        .routes(routes!(orders_packing_slip: reads()))
        .routes(routes!(orders_invoice: reads()))
}

/// Export orders as CSV
///
/// All orders that match the filter, newest first, streamed. Each order line is a row; the totals of an order are only
/// in its first row.
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/orders.csv", operation_id = "orders_export", tag = "orders",
    params(OrderFilterQuery), security(("contributor" = ["orders:write"])),
    responses((status = 200, body = String, content_type = "text/csv")))]
async fn orders_export(caller: Contributor, ApiQuery(query): ApiQuery<OrderFilterQuery>) -> ApiResult<Response> {
    let export = orders::export(&caller.ctx, &caller.db, query.into()).await?;
    let parts = stream::try_unfold(export, async |mut export| {
        let part = export.part().await?;
        Ok::<_, stoa_commerce::CommerceError>(part.map(|part| (part, export)))
    });
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/csv; charset=utf-8")),
        (header::CONTENT_DISPOSITION, HeaderValue::from_static("attachment; filename=\"orders.csv\"")),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    ];
    Ok((headers, Body::from_stream(parts)).into_response())
}

/// Create a link to the orders CSV
///
/// The link works without signing in for one minute, so that a browser can save the file while it is streamed.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/orders/export-link", operation_id = "orders_export_link",
    tag = "orders", params(OrderFilterQuery), security(("contributor" = ["orders:write"])),
    responses((status = 200, body = DownloadLink)))]
async fn orders_export_link(
    State(state): State<AppState>,
    caller: Contributor,
    ApiQuery(_readable): ApiQuery<OrderFilterQuery>,
    RawQuery(query): RawQuery,
) -> ApiResult<Json<DownloadLink>> {
    orders::may_export(&caller.ctx)?;
    let query = query.map(|query| format!("?{query}")).unwrap_or_default();
    let address = format!("/api/v1/websites/{}/orders.csv{query}", caller.ctx.website());
    let url = signed_address(&state, &caller.account, &address)?;
    Ok(Json(DownloadLink::new(url)))
}

/// Get the packing slip of an order
///
/// For the given shipment, or for the items not fulfilled yet.
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/orders/{orderId}/packing-slip",
    operation_id = "orders_packing_slip", tag = "orders", params(PackingSlipQuery),
    security(("contributor" = ["orders:read"])),
    responses((status = 200, body = String, content_type = "text/html")))]
async fn orders_packing_slip(
    caller: Contributor,
    ApiPath(path): ApiPath<OrderPath>,
    ApiQuery(query): ApiQuery<PackingSlipQuery>,
) -> ApiResult<Response> {
    let parcel = query.parcel.as_deref();
    Ok(paper(orders::packing_slip(&caller.ctx, &caller.db, &path.order_id, parcel).await?))
}

/// Get the invoice of an order
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/orders/{orderId}/invoice", operation_id = "orders_invoice",
    tag = "orders", security(("contributor" = ["orders:read"])),
    responses((status = 200, body = String, content_type = "text/html")))]
async fn orders_invoice(caller: Contributor, ApiPath(path): ApiPath<OrderPath>) -> ApiResult<Response> {
    Ok(paper(orders::invoice(&caller.ctx, &caller.db, &path.order_id).await?))
}

fn paper(html: String) -> Response {
    let headers = [
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(PAPER_POLICY)),
    ];
    (headers, Html(html)).into_response()
}
