//! What who is signed in pays. Pages are kept for everybody, so they show what everybody pays; browsers ask for this
//! beside them when somebody is signed in.

use axum::Json;
use axum::http::header;
use axum::response::{AppendHeaders, IntoResponse};
use serde::{Deserialize, Serialize};
use stoa_commerce::price_lists::{self, ShownPrice};
use utoipa::{IntoParams, ToSchema};

use crate::calls::{Calls, routes};
use crate::extract::{ApiQuery, Visitor};
use crate::problem::{ApiResult, Problem};

/// Which products.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct PricesQuery {
    /// Ids of at most 100 products, separated by commas.
    item_ids: String,
}

/// Prices of the caller.
#[derive(Debug, Serialize, ToSchema)]
pub struct OwnPricesOut {
    /// All variants of those products for which the caller pays less than everybody; none for guests.
    prices: Vec<OwnPriceOut>,
}

/// What the caller pays for one of a variant.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OwnPrice)]
pub struct OwnPriceOut {
    item_id: String,
    variant_id: String,
    /// What everybody pays, minor units.
    general_price_cents: i64,
    /// What the caller pays, minor units; for what is sold by subscription only, each time.
    price_cents: i64,
    /// How often it is paid, such as `every month`, for what is sold by subscription only.
    rhythm: Option<String>,
    /// What the caller pays each time as a subscriber, where it is sold both ways, minor units.
    subscriber_price_cents: Option<i64>,
}

impl From<ShownPrice> for OwnPriceOut {
    fn from(price: ShownPrice) -> Self {
        Self {
            item_id: price.product_id.into(),
            variant_id: price.variant_id.into(),
            general_price_cents: price.general_price_cents,
            price_cents: price.price_cents,
            rhythm: price.rhythm,
            subscriber_price_cents: price.subscriber_price_cents,
        }
    }
}

/// The routes of this noun.
pub fn routes() -> Calls {
    Calls::new().routes(routes!(prices_get))
}

/// Prices of who is signed in
///
/// By the price lists that fit the caller. Nobody else's are told, and the answer is kept by nobody.
#[utoipa::path(get, path = "/api/commerce/prices", operation_id = "prices_get", tag = "prices",
    params(PricesQuery),
    responses((status = 200, body = OwnPricesOut), (status = 400, body = Problem), (status = 404, body = Problem),
              (status = 429, body = Problem)))]
async fn prices_get(caller: Visitor, ApiQuery(query): ApiQuery<PricesQuery>) -> ApiResult<impl IntoResponse> {
    let ids: Vec<&str> = query.item_ids.split(',').filter(|id| !id.is_empty()).collect();
    let prices = price_lists::shown(&caller.ctx, &caller.db, &ids).await?;
    let out = OwnPricesOut { prices: prices.into_iter().map(OwnPriceOut::from).collect() };
    Ok((AppendHeaders([(header::CACHE_CONTROL, "private, no-store")]), Json(out)))
}
