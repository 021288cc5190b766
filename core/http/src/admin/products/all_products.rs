//! Products of all stores of a site in one list.

use axum::Json;
use serde::Deserialize;
use stoa_commerce::catalogue::{self, ProductFilter, ProductSort, ProductType};
use stoa_kernel::catalogue::ProductStatus;
use stoa_kernel::page::PageRequest;
use utoipa::{IntoParams, ToSchema};

use super::bulk_in::BulkBody;
use super::product_out::{BulkOut, BulkResultOut, ProductSummaryOut, ProductsOut};
use crate::admin::products::StockStateDto;
use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiJson, ApiQuery, Contributor};
use crate::problem::ApiResult;
use crate::route_policy::{Invalidates, changes, reads};

/// Query parameters of the product list.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct AllProductsQuery {
    /// `nextPageCursor` of the previous page.
    cursor: Option<String>,
    /// Page size, at most 200; 50 by default.
    #[param(minimum = 1, maximum = 200)]
    limit: Option<u64>,
    /// Search text: name, tag or SKU.
    query: Option<String>,
    /// Filter by visibility status.
    #[param(inline)]
    status: Option<ProductStatus>,
    /// Filter by stock state.
    #[param(inline)]
    stock: Option<StockStateDto>,
    /// Filter by product type, 1 to 5.
    product_type: Option<i32>,
    /// Sort key; by name by default.
    #[param(inline)]
    sort: Option<AllProductsSortDto>,
    /// Whether to sort in descending order.
    #[serde(default)]
    descending: bool,
}

/// Sort keys for products of several stores. The manual order (`position`) is not among them: each store has its own.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AllProductsSortDto {
    /// By name.
    Name,
    /// By last change.
    Updated,
}

impl From<AllProductsQuery> for ProductFilter {
    fn from(query: AllProductsQuery) -> Self {
        Self {
            query: query.query,
            status: query.status,
            category_id: None,
            stock: query.stock.map(Into::into),
            kind: query.product_type.and_then(ProductType::from_code),
            sort: match query.sort.unwrap_or(AllProductsSortDto::Name) {
                AllProductsSortDto::Name => ProductSort::Name,
                AllProductsSortDto::Updated => ProductSort::Updated,
            },
            descending: query.descending,
        }
    }
}

/// Routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(all_products_list: reads()))
        .routes(routes!(all_products_bulk: changes(Invalidates::Site)))
}

/// List the products of all stores
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/products", operation_id = "all_products_list",
    tag = "products", params(AllProductsQuery), security(("contributor" = ["products:read"])),
    responses((status = 200, body = ProductsOut)))]
async fn all_products_list(
    caller: Contributor,
    ApiQuery(query): ApiQuery<AllProductsQuery>,
) -> ApiResult<Json<ProductsOut>> {
    let request = PageRequest::new(query.cursor.clone(), query.limit);
    let page = catalogue::admin_page(&caller.ctx, &caller.db, None, &query.into(), &request).await?;
    let listing = page.next_cursor.into();
    Ok(Json(ProductsOut { items: page.items.into_iter().map(ProductSummaryOut::from).collect(), listing }))
}

/// Edit many products across stores
///
/// Products succeed or fail independently; all successful changes are saved in one transaction. Publishing and deleting
/// need the permission for it. A category accepts products of its own store only.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/products/bulk", operation_id = "all_products_bulk",
    tag = "products", request_body = BulkBody, security(("contributor" = ["products:write"])),
    responses((status = 200, body = BulkOut)))]
async fn all_products_bulk(caller: Contributor, ApiJson(body): ApiJson<BulkBody>) -> ApiResult<Json<BulkOut>> {
    let action = body.action()?;
    let done = catalogue::bulk(&caller.ctx, &caller.db, None, &body.item_ids, &action).await?;
    Ok(Json(BulkOut { results: done.into_iter().map(BulkResultOut::from).collect() }))
}
