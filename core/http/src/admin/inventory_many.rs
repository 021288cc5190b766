//! The stock of many variants: changed in one step, and as a table for spreadsheets.

use axum::Json;
use axum::body::{Body, Bytes};
use axum::extract::rejection::BytesRejection;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures::stream;
use serde::Deserialize;
use stoa_commerce::inventory::{self, InventoryFilter, ManyChanges, Wanted, WantedLine};
use stoa_kernel::{ErrorCode, Failure};
use utoipa::{IntoParams, ToSchema};

use super::inventory_many_out::{ChangedStockOut, StockSheetOut};
use crate::calls::{Calls, routes};
use crate::extract::{ApiJson, ApiQuery, Contributor};
use crate::problem::{ApiResult, Problem};

/// Which variants are exported.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct InventoryExportQuery {
    /// Looked for in names of products and stock keeping units.
    query: Option<String>,
    /// Only variants of which no more is left than the store's threshold, the scarcest first.
    low: Option<bool>,
}

/// Changes of many variants.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StockChangesBody {
    /// Each variant once, at most 200.
    #[schema(min_items = 1, max_items = 200)]
    lines: Vec<StockChangeLine>,
    /// Why, for the ledger; at most 200 characters.
    #[serde(default)]
    reason: String,
    /// 8 to 100 characters, the same for repetitions of one click.
    idempotency_key: String,
}

/// A variant and what is to become of its stock.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StockChangeLine {
    variant_id: String,
    change: WantedStock,
}

/// What is to become of the stock of a variant.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(tag = "way", rename_all = "kebab-case")]
pub enum WantedStock {
    /// Pieces come; negative for those that go.
    Add {
        /// How many.
        delta: i64,
    },
    /// Over the level that was seen.
    Set {
        /// Pieces there are.
        #[serde(rename = "qtyInStock")]
        #[schema(minimum = 0, maximum = 999_999_999)]
        qty_in_stock: i64,
        /// Revision of the level that was seen.
        revision: i64,
    },
    /// Stock is not counted any more.
    Unlimited {
        /// Revision of the level that was seen.
        revision: i64,
    },
}

impl From<StockChangeLine> for WantedLine {
    fn from(line: StockChangeLine) -> Self {
        let wanted = match line.change {
            WantedStock::Add { delta } => Wanted::Add(delta),
            WantedStock::Set { qty_in_stock, revision } => {
                Wanted::Set { unlimited: false, qty_in_stock, seen: revision }
            }
            WantedStock::Unlimited { revision } => Wanted::Set { unlimited: true, qty_in_stock: 0, seen: revision },
        };
        Self { variant_id: line.variant_id, wanted }
    }
}

/// The routes of this noun.
pub fn routes() -> Calls {
    Calls::new()
        .routes(routes!(inventory_change))
        .routes(routes!(inventory_export))
        .routes(routes!(inventory_check_sheet))
}

/// Change the stock of many variants
///
/// Each line is made or not for itself, and answered with what became of it; what others change at the same time counts
/// too. A repetition with the same idempotency key changes nothing again. 400 and 409 change nothing at all.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/inventory/changes", operation_id = "inventory_change",
    tag = "inventory",
    params(("websiteId" = String, Path, description = "The site")),
    request_body = StockChangesBody,
    security(("contributor" = ["products:write"])),
    responses((status = 200, body = ChangedStockOut), (status = 400, body = Problem), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem), (status = 409, body = Problem)))]
async fn inventory_change(
    caller: Contributor,
    ApiJson(body): ApiJson<StockChangesBody>,
) -> ApiResult<Json<ChangedStockOut>> {
    let StockChangesBody { lines, reason, idempotency_key } = body;
    let lines = lines.into_iter().map(WantedLine::from).collect();
    let changes = ManyChanges { lines, note: reason, idempotency_key };
    Ok(Json(inventory::change_many(&caller.ctx, &caller.db, changes).await?.into()))
}

/// Stock as CSV
///
/// The columns SKU, Product, Options, Stock (`unlimited` where it is not counted) and an empty one, New stock, to be
/// filled in. Sent while it is read.
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/inventory.csv", operation_id = "inventory_export",
    tag = "inventory",
    params(("websiteId" = String, Path, description = "The site"), InventoryExportQuery),
    security(("contributor" = ["products:read"])),
    responses((status = 200, body = String, content_type = "text/csv"), (status = 400, body = Problem),
              (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem)))]
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

/// Tell what a table of stock would change
///
/// The body is a CSV file in UTF-8 of at most 1 MiB and 5,000 lines, with the columns SKU and New stock. Nothing is
/// changed: send the changes that are answered, each over its revision, to `inventory/changes`. A line whose column
/// Stock does not say what there is now has moved since the file was made, and is among the bad ones.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/inventory/sheet", operation_id = "inventory_check_sheet",
    tag = "inventory",
    params(("websiteId" = String, Path, description = "The site")),
    request_body(content = Vec<u8>, content_type = "application/octet-stream"),
    security(("contributor" = ["products:write"])),
    responses((status = 200, body = StockSheetOut), (status = 400, body = Problem), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem), (status = 413, body = Problem)))]
async fn inventory_check_sheet(
    caller: Contributor,
    file: Result<Bytes, BytesRejection>,
) -> ApiResult<Json<StockSheetOut>> {
    let refused = |rejection: BytesRejection| match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => {
            Failure::new(ErrorCode::BodyTooLarge, "The file is larger than 1 MB. Divide it and send the parts.")
        }
        _ => Failure::new(ErrorCode::BadRequest, rejection.body_text()),
    };
    let file = file.map_err(refused)?;
    Ok(Json(inventory::check_sheet(&caller.ctx, &caller.db, &file).await?.into()))
}
