//! Price lists in the admin API.

use axum::Json;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{AppendHeaders, IntoResponse};
use serde::{Deserialize, Serialize};
use stoa_commerce::price_lists::{self, OwnPrice, PriceListPatch, PriceListSummary, PriceListView, PricedProduct};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::PriceListId;
use stoa_kernel::money::Cents;
use stoa_kernel::pricing::PriceListAudience;
use utoipa::ToSchema;

use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiJson, ApiPath, Contributor, path_id};
use crate::precondition::named;
use crate::problem::{ApiResult, Problem};
use crate::route_policy::{Invalidates, changes, reads};

/// Body limit of requests with customers: 1,000 addresses, and 500 prices or products.
pub(in crate::admin) const PRICE_LIST_BODY_LIMIT: usize = 512 * 1024;

/// A price of a price list.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ListedPrice)]
pub struct PriceListEntryDto {
    product_id: String,
    /// Null for all variants of the product.
    #[serde(default)]
    variant_id: Option<String>,
    /// Unit price, minor units.
    #[schema(minimum = 0, maximum = 99_999_999_999_i64)]
    price_cents: i64,
}

/// A price of a price list, with the names of product and variant.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ListedProductPrice)]
pub struct ListedProductPriceOut {
    #[serde(flatten)]
    price: PriceListEntryDto,
    /// Name of the product.
    product_name: String,
    /// The option values of the variant, such as `M / Blue`; null for all variants of the product.
    variant_text: Option<String>,
}

/// Contents of a price list.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PriceListBody {
    /// Name shown to contributors.
    #[schema(min_length = 1, max_length = 60)]
    name: String,
    /// Whether it is enabled.
    enabled: bool,
    /// Start of the validity period, UTC milliseconds.
    #[serde(default)]
    starts_on: Option<i64>,
    /// End of the validity period, UTC milliseconds.
    #[serde(default)]
    ends_on: Option<i64>,
    audience: PriceListAudience,
    /// E-mail addresses of the customer accounts it applies to, at most 1,000.
    #[serde(default)]
    #[schema(max_items = 1000)]
    customers: Vec<String>,
    /// Discount on all products, basis points: 1000 is 10 %; 0 for none.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 10_000)]
    rate_basis_points: i64,
    /// Individual prices, at most 500.
    #[serde(default)]
    #[schema(max_items = 500)]
    prices: Vec<PriceListEntryDto>,
}

/// A price list in the list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PriceListSummary)]
pub struct PriceListSummaryOut {
    id: String,
    /// Name shown to contributors.
    name: String,
    /// Whether it is enabled.
    enabled: bool,
    /// Start of the validity period, UTC milliseconds.
    starts_on: Option<i64>,
    /// End of the validity period, UTC milliseconds.
    ends_on: Option<i64>,
    audience: PriceListAudience,
    /// Discount on all products, basis points: 1000 is 10 %; 0 for none.
    rate_basis_points: i64,
    /// Number of listed customers.
    customer_count: i64,
    /// Number of individual prices.
    price_count: i64,
    /// Revision to send in `If-Match` with a change.
    revision: i64,
    created_on: i64,
    updated_on: i64,
}

/// A price list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PriceList)]
pub struct PriceListOut {
    #[serde(flatten)]
    summary: PriceListSummaryOut,
    /// E-mail addresses of the customer accounts it applies to.
    customers: Vec<String>,
    /// Individual prices, sorted by product name.
    prices: Vec<ListedProductPriceOut>,
}

/// The price lists of a site.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PriceListsOut {
    price_lists: Vec<PriceListSummaryOut>,
}

/// Path parameters of a price list.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct PriceListPath {
    #[serde(deserialize_with = "path_id")]
    price_list_id: PriceListId,
}

impl From<PriceListBody> for PriceListPatch {
    fn from(body: PriceListBody) -> Self {
        let price = |price: PriceListEntryDto| OwnPrice {
            product_id: price.product_id,
            variant_id: price.variant_id.filter(|id| !id.is_empty()),
            price_cents: Cents(price.price_cents),
        };
        Self {
            name: body.name,
            enabled: body.enabled,
            starts_on: body.starts_on.map(Timestamp::from_ms),
            ends_on: body.ends_on.map(Timestamp::from_ms),
            audience: body.audience,
            customers: body.customers,
            rate_basis_points: body.rate_basis_points,
            prices: body.prices.into_iter().map(price).collect(),
        }
    }
}

impl From<PriceListSummary> for PriceListSummaryOut {
    fn from(list: PriceListSummary) -> Self {
        Self {
            id: list.id.into(),
            name: list.name,
            enabled: list.enabled,
            starts_on: list.starts_on.map(Timestamp::ms),
            ends_on: list.ends_on.map(Timestamp::ms),
            audience: list.audience,
            rate_basis_points: list.rate_basis_points,
            customer_count: list.customer_count,
            price_count: list.price_count,
            revision: list.revision,
            created_on: list.created_on.ms(),
            updated_on: list.updated_on.ms(),
        }
    }
}

impl From<PricedProduct> for ListedProductPriceOut {
    fn from(priced: PricedProduct) -> Self {
        let OwnPrice { product_id, variant_id, price_cents } = priced.price;
        Self {
            price: PriceListEntryDto { product_id, variant_id, price_cents: price_cents.0 },
            product_name: priced.product_name,
            variant_text: priced.variant_text,
        }
    }
}

impl From<PriceListView> for PriceListOut {
    fn from(list: PriceListView) -> Self {
        Self {
            summary: list.summary.into(),
            customers: list.customers,
            prices: list.prices.into_iter().map(ListedProductPriceOut::from).collect(),
        }
    }
}

/// Routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(price_lists_list: reads(), price_lists_create: changes(Invalidates::Site)))
        .routes(routes!(
            price_lists_get: reads(),
            price_lists_update: changes(Invalidates::Site),
            price_lists_delete: changes(Invalidates::Site),
        ))
        .body_limit(PRICE_LIST_BODY_LIMIT)
}

fn tagged(list: PriceListView) -> impl IntoResponse {
    let etag = format!("\"{}\"", list.summary.revision);
    (AppendHeaders([(header::ETAG, etag)]), Json(PriceListOut::from(list)))
}

/// List price lists
///
/// Sorted by name.
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/price-lists", operation_id = "price_lists_list",
    tag = "price-lists", security(("contributor" = ["discounts-tax-shipping:read"])),
    responses((status = 200, body = PriceListsOut)))]
async fn price_lists_list(caller: Contributor) -> ApiResult<Json<PriceListsOut>> {
    let lists = price_lists::list(&caller.ctx, &caller.db).await?;
    Ok(Json(PriceListsOut { price_lists: lists.into_iter().map(PriceListSummaryOut::from).collect() }))
}

/// Create a price list
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/price-lists", operation_id = "price_lists_create",
    tag = "price-lists", request_body = PriceListBody, security(("contributor" = ["discounts-tax-shipping:write"])),
    responses((status = 201, body = PriceListOut)))]
async fn price_lists_create(
    caller: Contributor,
    ApiJson(body): ApiJson<PriceListBody>,
) -> ApiResult<impl IntoResponse> {
    let list = price_lists::create(&caller.ctx, &caller.db, body.into()).await?;
    Ok((StatusCode::CREATED, tagged(list)))
}

/// Get a price list
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/price-lists/{priceListId}", operation_id = "price_lists_get",
    tag = "price-lists", security(("contributor" = ["discounts-tax-shipping:read"])),
    responses((status = 200, body = PriceListOut, headers(("ETag" = String, description = "The revision in quotes")))))]
async fn price_lists_get(caller: Contributor, ApiPath(path): ApiPath<PriceListPath>) -> ApiResult<impl IntoResponse> {
    Ok(tagged(price_lists::detail(&caller.ctx, &caller.db, &path.price_list_id).await?))
}

/// Update a price list
///
/// 412 if someone has saved a newer revision.
#[utoipa::path(put, path = "/api/v1/websites/{websiteId}/price-lists/{priceListId}",
    operation_id = "price_lists_update", tag = "price-lists",
    params(("If-Match" = String, Header, description = "The revision to change, in quotes; a list, or `*` for any")),
    request_body = PriceListBody, security(("contributor" = ["discounts-tax-shipping:write"])),
    responses((status = 200, body = PriceListOut), (status = 412, body = Problem), (status = 428, body = Problem)))]
async fn price_lists_update(
    caller: Contributor,
    ApiPath(path): ApiPath<PriceListPath>,
    headers: HeaderMap,
    ApiJson(body): ApiJson<PriceListBody>,
) -> ApiResult<impl IntoResponse> {
    let seen = named(&headers)?;
    Ok(tagged(price_lists::update(&caller.ctx, &caller.db, &path.price_list_id, &seen, body.into()).await?))
}

/// Delete a price list
///
/// Orders keep its prices. 412 if someone has changed it since.
#[utoipa::path(delete, path = "/api/v1/websites/{websiteId}/price-lists/{priceListId}",
    operation_id = "price_lists_delete", tag = "price-lists",
    params(("If-Match" = String, Header, description = "The revision to delete, in quotes; a list, or `*` for any")),
    security(("contributor" = ["discounts-tax-shipping:delete"])),
    responses((status = 204, description = "Deleted"), (status = 412, body = Problem), (status = 428, body = Problem)))]
async fn price_lists_delete(
    caller: Contributor,
    ApiPath(path): ApiPath<PriceListPath>,
    headers: HeaderMap,
) -> ApiResult<StatusCode> {
    let seen = named(&headers)?;
    price_lists::delete(&caller.ctx, &caller.db, &path.price_list_id, &seen).await?;
    Ok(StatusCode::NO_CONTENT)
}
