//! Prices of the signed-in customer. Cached pages show the general prices; browsers request these in addition when
//! someone is signed in.

use axum::Json;
use axum::http::header;
use axum::response::{AppendHeaders, IntoResponse};
use serde::{Deserialize, Serialize};
use stoa_commerce::price_lists::{self, CustomerPrice};
use utoipa::{IntoParams, ToSchema};

use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiQuery, Visitor};
use crate::problem::ApiResult;
use crate::route_policy::reads;

/// Products of a price request.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct PricesQuery {
    /// Ids of at most 100 products, separated by commas.
    item_ids: String,
}

/// Prices of the customer.
#[derive(Debug, Serialize, ToSchema)]
pub struct OwnPricesOut {
    /// All variants of the requested products that are cheaper for the customer; empty for guests.
    prices: Vec<OwnPriceOut>,
}

/// The customer's unit price of a variant.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OwnPrice)]
pub struct OwnPriceOut {
    item_id: String,
    variant_id: String,
    /// General price, minor units.
    general_price_cents: i64,
    /// Price of the customer, minor units; per payment if it is sold by subscription only.
    price_cents: i64,
    /// Billing interval, such as `every month`, if it is sold by subscription only.
    rhythm: Option<String>,
    /// Subscription price of the customer per payment, minor units, if it is sold both ways.
    subscriber_price_cents: Option<i64>,
}

impl From<CustomerPrice> for OwnPriceOut {
    fn from(price: CustomerPrice) -> Self {
        Self {
            item_id: price.product_id.into(),
            variant_id: price.variant_id.into(),
            general_price_cents: price.general_price_cents.0,
            price_cents: price.price_cents.0,
            rhythm: price.rhythm,
            subscriber_price_cents: price.subscriber_price_cents.map(i64::from),
        }
    }
}

/// The routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new().routes(routes!(prices_get: reads()))
}

/// Get the prices of the signed-in customer
///
/// According to the price lists that apply to the customer. The response is not cached.
#[utoipa::path(get, path = "/api/commerce/prices", operation_id = "prices_get", tag = "prices",
    params(PricesQuery), responses((status = 200, body = OwnPricesOut)))]
async fn prices_get(caller: Visitor, ApiQuery(query): ApiQuery<PricesQuery>) -> ApiResult<impl IntoResponse> {
    let ids: Vec<&str> = query.item_ids.split(',').filter(|id| !id.is_empty()).collect();
    let prices = price_lists::customer_prices(&caller.ctx, &caller.db, &ids).await?;
    let out = OwnPricesOut { prices: prices.into_iter().map(OwnPriceOut::from).collect() };
    Ok((AppendHeaders([(header::CACHE_CONTROL, "private, no-store")]), Json(out)))
}
