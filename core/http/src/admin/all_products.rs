//! The products of all stores of a site in one list.

use axum::Json;
use serde::Deserialize;
use stoa_commerce::catalogue::{self, ProductFilter, ProductSort, ProductType};
use stoa_kernel::page::PageRequest;
use utoipa::{IntoParams, ToSchema};

use super::product_in::{BulkBody, StatusDto};
use super::product_out::{BulkOut, BulkResultOut, ProductSummaryOut, ProductsOut};
use super::products::StockStateDto;
use crate::calls::{Calls, routes};
use crate::extract::{ApiJson, ApiQuery, Contributor};
use crate::problem::{ApiResult, Problem};

/// Which products are listed.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct AllProductsQuery {
    /// Where the page before ended.
    cursor: Option<String>,
    /// Rows wanted, at most 200.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<u64>,
    /// Looked for in names, tags and stock keeping units.
    query: Option<String>,
    /// Only those that visitors see, or do not see.
    #[param(inline)]
    status: Option<StatusDto>,
    /// Only those of which there is so much.
    #[param(inline)]
    stock: Option<StockStateDto>,
    /// Only those of this type, 1 to 5.
    product_type: Option<i32>,
    /// By what they are put in order; by default by name.
    #[param(inline)]
    sort: Option<AllProductsSortDto>,
    /// Whether the largest comes first.
    #[serde(default)]
    descending: bool,
}

/// By what products of several stores are put in order: each store has an order of its own, so that is none of these.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AllProductsSortDto {
    /// By name.
    Name,
    /// By the latest change.
    Updated,
}

impl From<AllProductsQuery> for ProductFilter {
    fn from(query: AllProductsQuery) -> Self {
        Self {
            query: query.query,
            status: query.status.map(Into::into),
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

/// The routes of this noun.
pub fn routes() -> Calls {
    Calls::new().routes(routes!(all_products_list)).routes(routes!(all_products_bulk))
}

/// List the products of all stores
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/products", operation_id = "all_products_list",
    tag = "products",
    params(("websiteId" = String, Path, description = "The site"), AllProductsQuery),
    security(("contributor" = ["products:read"])),
    responses((status = 200, body = ProductsOut), (status = 400, body = Problem), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem)),
    )]
async fn all_products_list(
    caller: Contributor,
    ApiQuery(query): ApiQuery<AllProductsQuery>,
) -> ApiResult<Json<ProductsOut>> {
    let request = PageRequest::new(query.cursor.clone(), query.limit);
    let page = catalogue::admin_page(&caller.ctx, &caller.db, None, &query.into(), &request).await?;
    let listing = page.next_cursor.into();
    Ok(Json(ProductsOut { items: page.items.into_iter().map(ProductSummaryOut::from).collect(), listing }))
}

/// Do the same to many products of whatever stores
///
/// Each is changed, or not, for itself; those that are, are changed in one step. To publish and to delete need the right
/// to do so. A category takes products of its own store alone.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/products/bulk", operation_id = "all_products_bulk",
    tag = "products",
    params(("websiteId" = String, Path, description = "The site")), request_body = BulkBody,
    security(("contributor" = ["products:write"])),
    responses((status = 200, body = BulkOut), (status = 400, body = Problem), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem)),
    )]
async fn all_products_bulk(caller: Contributor, ApiJson(body): ApiJson<BulkBody>) -> ApiResult<Json<BulkOut>> {
    let action = body.action()?;
    let done = catalogue::bulk(&caller.ctx, &caller.db, None, &body.item_ids, &action).await?;
    Ok(Json(BulkOut { results: done.into_iter().map(BulkResultOut::from).collect() }))
}
