//! Stock in the admin API.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{AppendHeaders, IntoResponse};
use serde::Deserialize;
use stoa_commerce::inventory::{self, Adjustment, InventoryFilter, InventorySort, LedgerEntry, NewLevel, StockLevel};
use stoa_kernel::id::{AccountId, VariantId};
use stoa_kernel::page::PageRequest;
use utoipa::{IntoParams, ToSchema};

use super::inventory_out::{InventoryOut, StockChangeOut, StockChangesOut, StockLevelOut};
use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiJson, ApiPath, ApiQuery, Contributor, path_id};
use crate::precondition::named;
use crate::problem::{ApiResult, Problem};
use crate::route_policy::{Invalidates, changes, reads};
use crate::state::AppState;

/// Query parameters of the stock list.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct InventoryQuery {
    /// `nextPageCursor` of the previous page.
    cursor: Option<String>,
    /// Page size, at most 200; 50 by default.
    #[param(minimum = 1, maximum = 200)]
    limit: Option<u64>,
    /// Search text: product name or SKU.
    query: Option<String>,
    /// Only variants with low stock: at or below the store's threshold.
    low: Option<bool>,
    /// Sort key; by SKU by default, with `low` by stock in ascending order.
    #[param(inline)]
    sort: Option<InventorySortDto>,
    /// Whether to sort in descending order.
    #[serde(default)]
    descending: bool,
}

/// Sort keys of variants.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum InventorySortDto {
    /// Their SKU.
    Sku,
    /// The name of their product.
    Product,
    /// Pieces in stock; unlimited stock sorts as the highest.
    Pieces,
}

impl From<InventoryQuery> for InventoryFilter {
    fn from(query: InventoryQuery) -> Self {
        Self {
            query: query.query,
            low: query.low.unwrap_or(false),
            sort: query.sort.map(|sort| match sort {
                InventorySortDto::Sku => InventorySort::Sku,
                InventorySortDto::Product => InventorySort::Product,
                InventorySortDto::Pieces => InventorySort::Pieces,
            }),
            descending: query.descending,
        }
    }
}

/// Query parameters of the stock history.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct StockChangesQuery {
    /// The variant.
    variant_id: String,
    /// `nextPageCursor` of the previous page.
    cursor: Option<String>,
    /// Page size, at most 200; 50 by default.
    #[param(minimum = 1, maximum = 200)]
    limit: Option<u64>,
}

/// Path parameters of a variant.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct VariantPath {
    #[serde(deserialize_with = "path_id")]
    variant_id: VariantId,
}

/// A stock adjustment.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AdjustBody {
    /// Pieces to add; negative to remove.
    #[schema(minimum = -999_999_999, maximum = 999_999_999)]
    delta: i64,
    /// Reason for the stock history; at most 200 characters.
    #[serde(default)]
    #[schema(max_length = 200)]
    reason: String,
    /// Idempotency key, 8 to 100 characters; the same for retries of one action.
    #[schema(min_length = 8, max_length = 100)]
    idempotency_key: String,
}

/// A stock level to set.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LevelBody {
    /// Whether stock is unlimited (not tracked).
    unlimited: bool,
    /// Pieces in stock.
    #[schema(minimum = 0, maximum = 999_999_999)]
    qty_in_stock: i64,
    /// Reason for the stock history; at most 200 characters.
    #[serde(default)]
    #[schema(max_length = 200)]
    reason: String,
}

/// Routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(inventory_list: reads()))
        .routes(routes!(inventory_get: reads(), inventory_set: changes(Invalidates::Site)))
        .routes(routes!(inventory_adjust: changes(Invalidates::Site)))
        .routes(routes!(stock_changes_list: reads()))
}

fn tagged(level: StockLevel) -> impl IntoResponse {
    let etag = format!("\"{}\"", level.version());
    (AppendHeaders([(header::ETAG, etag)]), Json(StockLevelOut::from(level)))
}

/// List the variants with their stock
///
/// Sorted by SKU by default; low stock by pieces left.
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/inventory", operation_id = "inventory_list",
    tag = "inventory", params(InventoryQuery), security(("contributor" = ["products:read"])),
    responses((status = 200, body = InventoryOut)))]
async fn inventory_list(
    caller: Contributor,
    ApiQuery(query): ApiQuery<InventoryQuery>,
) -> ApiResult<Json<InventoryOut>> {
    let request = PageRequest::new(query.cursor.clone(), query.limit);
    let page = inventory::levels(&caller.ctx, &caller.db, &query.into(), &request).await?;
    let listing = page.next_cursor.into();
    Ok(Json(InventoryOut { variants: page.items.into_iter().map(StockLevelOut::from).collect(), listing }))
}

/// Get the stock of a variant
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/inventory/{variantId}", operation_id = "inventory_get",
    tag = "inventory", security(("contributor" = ["products:read"])),
    responses((status = 200, body = StockLevelOut, headers(("ETag" = String, description = "The revision in quotes")))))]
async fn inventory_get(caller: Contributor, ApiPath(path): ApiPath<VariantPath>) -> ApiResult<impl IntoResponse> {
    Ok(tagged(inventory::level(&caller.ctx, &caller.db, &path.variant_id).await?))
}

/// Set the stock of a variant
///
/// 412 if the stock has changed since it was read, for example through an order.
#[utoipa::path(put, path = "/api/v1/websites/{websiteId}/inventory/{variantId}", operation_id = "inventory_set",
    tag = "inventory",
    params(("If-Match" = String, Header, description = "The revision that was read, in quotes; a list, or `*` for any")),
    request_body = LevelBody, security(("contributor" = ["products:write"])),
    responses((status = 200, body = StockLevelOut), (status = 409, body = Problem), (status = 412, body = Problem),
              (status = 428, body = Problem)))]
async fn inventory_set(
    caller: Contributor,
    ApiPath(path): ApiPath<VariantPath>,
    headers: HeaderMap,
    ApiJson(body): ApiJson<LevelBody>,
) -> ApiResult<impl IntoResponse> {
    let seen = named(&headers)?;
    let LevelBody { unlimited, qty_in_stock, reason } = body;
    let new = NewLevel { unlimited, qty_in_stock, note: reason, seen };
    Ok(tagged(inventory::set_level(&caller.ctx, &caller.db, &path.variant_id, new).await?))
}

/// Adjust the stock of a variant
///
/// The difference is applied to the current stock, so concurrent changes are kept. A retry with the same idempotency
/// key has no further effect. 409 if more is removed than is in stock.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/inventory/{variantId}/adjust",
    operation_id = "inventory_adjust", tag = "inventory", request_body = AdjustBody,
    security(("contributor" = ["products:write"])),
    responses((status = 200, body = StockLevelOut), (status = 409, body = Problem)))]
async fn inventory_adjust(
    caller: Contributor,
    ApiPath(path): ApiPath<VariantPath>,
    ApiJson(body): ApiJson<AdjustBody>,
) -> ApiResult<impl IntoResponse> {
    let AdjustBody { delta, reason, idempotency_key } = body;
    let adjustment = Adjustment { delta, note: reason, idempotency_key };
    Ok(tagged(inventory::adjust(&caller.ctx, &caller.db, &path.variant_id, adjustment).await?))
}

/// List the stock history of a variant
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/stock-changes", operation_id = "stock_changes_list",
    tag = "inventory", params(StockChangesQuery), security(("contributor" = ["products:read"])),
    responses((status = 200, body = StockChangesOut)))]
async fn stock_changes_list(
    State(state): State<AppState>,
    caller: Contributor,
    ApiQuery(query): ApiQuery<StockChangesQuery>,
) -> ApiResult<Json<StockChangesOut>> {
    let request = PageRequest::new(query.cursor, query.limit);
    let page = inventory::changes(&caller.ctx, &caller.db, &query.variant_id, &request).await?;
    let names = state.tenancy.staff.names(accounts(&page.items)).await?;
    let listing = page.next_cursor.into();
    let changes = page.items.into_iter().map(|line| StockChangeOut::new(line, &names)).collect();
    Ok(Json(StockChangesOut { changes, listing }))
}

fn accounts(lines: &[LedgerEntry]) -> Vec<AccountId> {
    let mut ids: Vec<AccountId> = lines.iter().filter_map(|line| line.actor.parse().ok()).collect();
    ids.sort();
    ids.dedup();
    ids
}
