//! Stock of a product.

use std::collections::BTreeMap;

use axum::Json;
use serde::{Deserialize, Serialize};
use stoa_commerce::catalogue::{self, Variant};
use stoa_kernel::Failure;
use utoipa::{IntoParams, ToSchema};

use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiQuery, Visitor};
use crate::problem::ApiResult;
use crate::route_policy::reads;

/// Query of a stock request.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct StockQuery {
    /// The product.
    item_id: String,
}

/// Stock of each variant.
#[derive(Debug, Serialize, ToSchema)]
pub struct StockOut {
    results: Vec<VariantStockOut>,
}

/// Stock of a variant.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct VariantStockOut {
    variant_id: String,
    sku: String,
    /// Option name to value.
    attributes: BTreeMap<String, String>,
    /// Whether stock is not tracked.
    unlimited: bool,
    /// Units in stock; 0 when stock is not tracked.
    qty_in_stock: i64,
}

impl From<Variant> for VariantStockOut {
    fn from(variant: Variant) -> Self {
        Self {
            qty_in_stock: if variant.unlimited { 0 } else { variant.stock() },
            variant_id: variant.id.into(),
            sku: variant.sku,
            attributes: variant.attributes,
            unlimited: variant.unlimited,
        }
    }
}

/// The routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new().routes(routes!(stock_get: reads())).get("/api/1/commerce/inventory/stock", stock_get, reads())
}

/// Get the stock of a product
#[utoipa::path(get, path = "/api/1/commerce/inventory/stock/", operation_id = "stock_get", tag = "stock",
    params(StockQuery), responses((status = 200, body = StockOut)))]
async fn stock_get(caller: Visitor, ApiQuery(query): ApiQuery<StockQuery>) -> ApiResult<Json<StockOut>> {
    let id = query.item_id.parse().map_err(|_| Failure::not_found())?;
    let variants = catalogue::variant_stock(&caller.db, &id).await?;
    Ok(Json(StockOut { results: variants.into_iter().map(VariantStockOut::from).collect() }))
}
