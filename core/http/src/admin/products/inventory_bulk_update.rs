//! Stock of many variants: bulk changes, CSV export and CSV import.

use axum::Json;
use axum::body::Body;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures::stream;
use serde::Deserialize;
use stoa_commerce::inventory::{self, BulkStockUpdate, InventoryFilter, RequestedStockChange, WantedLine};
use stoa_kernel::contributor_texts::FILE_LARGER_THAN_1_MB;
use stoa_kernel::{ErrorCode, Failure, ProblemText};
use utoipa::{IntoParams, ToSchema};

use super::inventory_bulk_update_out::{ChangedStockOut, StockImportPreviewOut};
use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiBytes, ApiJson, ApiQuery, Contributor};
use crate::problem::{ApiError, ApiResult, Problem};
use crate::route_policy::{Invalidates, changes, reads};

/// Query parameters of the CSV export.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct InventoryExportQuery {
    /// Search text: product name or SKU.
    query: Option<String>,
    /// Only variants with low stock (at or below the store's threshold), lowest first.
    low: Option<bool>,
}

/// Stock changes of many variants.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StockChangesBody {
    /// At most 200, each variant once.
    #[schema(min_items = 1, max_items = 200)]
    lines: Vec<StockChangeLine>,
    /// Reason for the stock history; at most 200 characters.
    #[serde(default)]
    #[schema(max_length = 200)]
    reason: String,
    /// Idempotency key, 8 to 100 characters; the same for retries of one action.
    #[schema(min_length = 8, max_length = 100)]
    idempotency_key: String,
}

/// The stock change of a variant.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StockChangeLine {
    variant_id: String,
    change: WantedStock,
}

/// Kind of a stock change.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(tag = "way", rename_all = "kebab-case")]
pub enum WantedStock {
    /// Adds pieces; negative to remove.
    Add {
        /// Pieces to add.
        delta: i64,
    },
    /// Sets the stock level, given the revision that was read.
    Set {
        /// Pieces in stock.
        #[serde(rename = "qtyInStock")]
        #[schema(minimum = 0, maximum = 999_999_999)]
        qty_in_stock: i64,
        /// Revision of the stock level that was read.
        revision: i64,
    },
    /// Makes the stock unlimited (not tracked).
    Unlimited {
        /// Revision of the stock level that was read.
        revision: i64,
    },
}

impl From<StockChangeLine> for WantedLine {
    fn from(line: StockChangeLine) -> Self {
        let wanted = match line.change {
            WantedStock::Add { delta } => RequestedStockChange::Add(delta),
            WantedStock::Set { qty_in_stock, revision } => {
                RequestedStockChange::Set { unlimited: false, qty_in_stock, seen: revision }
            }
            WantedStock::Unlimited { revision } => {
                RequestedStockChange::Set { unlimited: true, qty_in_stock: 0, seen: revision }
            }
        };
        Self { variant_id: line.variant_id, wanted }
    }
}

/// Routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(inventory_change: changes(Invalidates::Site)))
        .routes(routes!(inventory_export: reads()))
        .routes(routes!(inventory_check_sheet: changes(Invalidates::Nothing)))
}

/// Change the stock of many variants
///
/// Lines succeed or fail independently; the response has an outcome for each. Concurrent changes are kept. A retry with
/// the same idempotency key has no further effect. 400 and 409 change nothing at all.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/inventory/changes", operation_id = "inventory_change",
    tag = "inventory", request_body = StockChangesBody, security(("contributor" = ["products:write"])),
    responses((status = 200, body = ChangedStockOut), (status = 409, body = Problem)))]
async fn inventory_change(
    caller: Contributor,
    ApiJson(body): ApiJson<StockChangesBody>,
) -> ApiResult<Json<ChangedStockOut>> {
    let StockChangesBody { lines, reason, idempotency_key } = body;
    let lines = lines.into_iter().map(WantedLine::from).collect();
    let changes = BulkStockUpdate { lines, note: reason, idempotency_key };
    Ok(Json(inventory::bulk_update_stock(&caller.ctx, &caller.db, changes).await?.into()))
}

/// Export stock as CSV
///
/// The columns are SKU, Product, Options, Stock (`unlimited` if not tracked) and New stock, which is empty and to be
/// filled in. The response is streamed.
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/inventory.csv", operation_id = "inventory_export",
    tag = "inventory", params(InventoryExportQuery), security(("contributor" = ["products:read"])),
    responses((status = 200, body = String, content_type = "text/csv")))]
async fn inventory_export(caller: Contributor, ApiQuery(query): ApiQuery<InventoryExportQuery>) -> ApiResult<Response> {
    let filter = InventoryFilter { query: query.query, low: query.low.unwrap_or(false), ..InventoryFilter::default() };
    let export = inventory::export(&caller.ctx, &caller.db, filter)?;
    let parts = stream::try_unfold(export, async |mut export| {
        let part = export.part().await?;
        Ok::<_, stoa_commerce::CommerceError>(part.map(|part| (part, export)))
    });
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/csv; charset=utf-8")),
        (header::CONTENT_DISPOSITION, HeaderValue::from_static("attachment; filename=\"stock.csv\"")),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    ];
    Ok((headers, Body::from_stream(parts)).into_response())
}

/// A file that was sent; one that is too large is refused with a message about files.
pub(super) fn readable_file(file: Result<ApiBytes, ApiError>, too_large: ProblemText) -> Result<Bytes, ApiError> {
    let refused = |ApiError(failure): ApiError| match failure.code {
        ErrorCode::BodyTooLarge => ApiError(Failure::new(failure.code, too_large.english())),
        _ => ApiError(failure),
    };
    Ok(file.map_err(refused)?.0)
}

/// Preview a stock import
///
/// The body is a CSV file in UTF-8 of at most 1 MiB and 5,000 lines, with the columns SKU and New stock. Nothing is
/// changed: send the returned changes, each with its revision, to `inventory/changes`. A line whose column Stock
/// differs from the current stock is outdated and reported among the invalid lines.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/inventory/sheet", operation_id = "inventory_check_sheet",
    tag = "inventory", request_body(content = Vec<u8>, content_type = "application/octet-stream"),
    security(("contributor" = ["products:write"])), responses((status = 200, body = StockImportPreviewOut)))]
async fn inventory_check_sheet(
    caller: Contributor,
    file: Result<ApiBytes, ApiError>,
) -> ApiResult<Json<StockImportPreviewOut>> {
    let file = readable_file(file, FILE_LARGER_THAN_1_MB)?;
    Ok(Json(inventory::preview_import(&caller.ctx, &caller.db, &file).await?.into()))
}
