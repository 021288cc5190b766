//! Stores and products, as those who work on the site see them.

use axum::Json;
use axum::http::StatusCode;
use serde::Deserialize;
use stoa_commerce::catalogue::{self, ItemAt, ProductFilter, ProductSort, ProductType, StockState};
use stoa_kernel::page::PageRequest;
use utoipa::{IntoParams, ToSchema};

use super::product_in::{BulkBody, CollectionBody, NewProductBody, PlaceBody, ProductBody, StatusDto, StockBody};
use super::product_out::{
    BulkOut, BulkResultOut, CollectionOut, CollectionsOut, ProductOut, ProductSummaryOut, ProductsOut,
};
use crate::calls::{Calls, routes};
use crate::extract::{ApiJson, ApiPath, ApiQuery, Contributor};
use crate::problem::{ApiResult, Problem};

/// Which products are listed.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct ProductsQuery {
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
    /// Only those in this category or in one below it.
    category_id: Option<String>,
    /// Only those of which there is so much.
    #[param(inline)]
    stock: Option<StockStateDto>,
    /// Only those of this type, 1 to 5.
    product_type: Option<i32>,
    /// By what they are put in order; by default in that of the store.
    #[param(inline)]
    sort: Option<ProductSortDto>,
    /// Whether the largest comes first.
    #[serde(default)]
    descending: bool,
}

/// How much there is of a product.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum StockStateDto {
    /// Something is left.
    InStock,
    /// Nothing is left.
    SoldOut,
    /// It is not counted.
    Unlimited,
}

impl From<StockStateDto> for StockState {
    fn from(state: StockStateDto) -> Self {
        match state {
            StockStateDto::InStock => Self::InStock,
            StockStateDto::SoldOut => Self::SoldOut,
            StockStateDto::Unlimited => Self::Unlimited,
        }
    }
}

/// By what products are put in order.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ProductSortDto {
    /// The order of the store.
    Position,
    /// By name.
    Name,
    /// By the lowest price now.
    Price,
    /// By pieces left.
    Stock,
    /// By the latest change.
    Updated,
}

impl From<ProductsQuery> for ProductFilter {
    fn from(query: ProductsQuery) -> Self {
        Self {
            query: query.query,
            status: query.status.map(Into::into),
            category_id: query.category_id.filter(|id| !id.is_empty()),
            stock: query.stock.map(Into::into),
            kind: query.product_type.and_then(ProductType::from_code),
            sort: match query.sort.unwrap_or(ProductSortDto::Position) {
                ProductSortDto::Position => ProductSort::Position,
                ProductSortDto::Name => ProductSort::Name,
                ProductSortDto::Price => ProductSort::Price,
                ProductSortDto::Stock => ProductSort::Stock,
                ProductSortDto::Updated => ProductSort::Updated,
            },
            descending: query.descending,
        }
    }
}

/// Which store.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StorePath {
    pub(super) collection_id: String,
}

/// Which product of which store.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ProductPath {
    collection_id: String,
    pub(super) item_id: String,
}

/// The routes of this noun.
pub fn routes() -> Calls {
    Calls::new()
        .routes(routes!(products_list_collections, products_create_collection))
        .routes(routes!(products_list, products_create))
        .routes(routes!(products_bulk))
        .routes(routes!(products_get, products_update, products_delete))
        .routes(routes!(products_duplicate))
        .routes(routes!(products_set_stock))
        .routes(routes!(products_move))
}

/// List the stores
#[utoipa::path(get, path = "/api/content-service/product/1.1/websites/{websiteId}/products",
    operation_id = "products_list_collections", tag = "products",
    params(("websiteId" = String, Path, description = "The site")),
    security(("contributor" = ["products:read"])),
    responses((status = 200, body = CollectionsOut), (status = 401, body = Problem), (status = 403, body = Problem),
              (status = 404, body = Problem)),
    )]
async fn products_list_collections(caller: Contributor) -> ApiResult<Json<CollectionsOut>> {
    let stores = catalogue::stores(&caller.ctx, &caller.db).await?;
    let website = caller.ctx.website();
    let collections = stores.into_iter().map(|store| CollectionOut::new(website, store)).collect();
    Ok(Json(CollectionsOut { collections }))
}

/// Make a store
///
/// It has no categories yet, not even the one that stands for all of it.
#[utoipa::path(post, path = "/api/content-service/product/1.1/websites/{websiteId}/products",
    operation_id = "products_create_collection", tag = "products",
    params(("websiteId" = String, Path, description = "The site")), request_body = CollectionBody,
    security(("contributor" = ["products:write"])),
    responses((status = 201, body = CollectionOut), (status = 400, body = Problem), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem), (status = 409, body = Problem)),
    )]
async fn products_create_collection(
    caller: Contributor,
    ApiJson(body): ApiJson<CollectionBody>,
) -> ApiResult<(StatusCode, Json<CollectionOut>)> {
    let store = catalogue::create_store(&caller.ctx, &caller.db, body.into()).await?;
    Ok((StatusCode::CREATED, Json(CollectionOut::new(caller.ctx.website(), store))))
}

/// List the products of a store
#[utoipa::path(get, path = "/api/content-service/product/1.1/websites/{websiteId}/products/{collectionId}/items",
    operation_id = "products_list", tag = "products",
    params(("websiteId" = String, Path, description = "The site"),
           ("collectionId" = String, Path, description = "The store"), ProductsQuery),
    security(("contributor" = ["products:read"])),
    responses((status = 200, body = ProductsOut), (status = 400, body = Problem), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem)),
    )]
async fn products_list(
    caller: Contributor,
    ApiPath(path): ApiPath<StorePath>,
    ApiQuery(query): ApiQuery<ProductsQuery>,
) -> ApiResult<Json<ProductsOut>> {
    let request = PageRequest::new(query.cursor.clone(), query.limit);
    let filter = query.into();
    let page = catalogue::admin_page(&caller.ctx, &caller.db, Some(&path.collection_id), &filter, &request).await?;
    let listing = page.next_cursor.into();
    Ok(Json(ProductsOut { items: page.items.into_iter().map(ProductSummaryOut::from).collect(), listing }))
}

/// Make a product
///
/// Unless told otherwise it is a draft with one variant. A store holds 200 products.
#[utoipa::path(post, path = "/api/content-service/product/1.1/websites/{websiteId}/products/{collectionId}/items",
    operation_id = "products_create", tag = "products",
    params(("websiteId" = String, Path, description = "The site"),
           ("collectionId" = String, Path, description = "The store")),
    request_body = NewProductBody,
    security(("contributor" = ["products:write"])),
    responses((status = 201, body = ProductOut), (status = 400, body = Problem), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem), (status = 409, body = Problem)),
    )]
async fn products_create(
    caller: Contributor,
    ApiPath(path): ApiPath<StorePath>,
    ApiJson(body): ApiJson<NewProductBody>,
) -> ApiResult<(StatusCode, Json<ProductOut>)> {
    let new = body.try_into()?;
    let made = catalogue::create_item(&caller.ctx, &caller.db, &path.collection_id, new).await?;
    Ok((StatusCode::CREATED, Json(made.into())))
}

/// Do the same to many products
///
/// Each is changed, or not, for itself; those that are, are changed in one step. To publish and to delete need the right
/// to do so.
#[utoipa::path(post,
    path = "/api/content-service/product/1.1/websites/{websiteId}/products/{collectionId}/items/bulk",
    operation_id = "products_bulk", tag = "products",
    params(("websiteId" = String, Path, description = "The site"),
           ("collectionId" = String, Path, description = "The store")),
    request_body = BulkBody,
    security(("contributor" = ["products:write"])),
    responses((status = 200, body = BulkOut), (status = 400, body = Problem), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem)),
    )]
async fn products_bulk(
    caller: Contributor,
    ApiPath(path): ApiPath<StorePath>,
    ApiJson(body): ApiJson<BulkBody>,
) -> ApiResult<Json<BulkOut>> {
    let action = body.action()?;
    let done = catalogue::bulk(&caller.ctx, &caller.db, Some(&path.collection_id), &body.item_ids, &action).await?;
    Ok(Json(BulkOut { results: done.into_iter().map(BulkResultOut::from).collect() }))
}

/// One product
#[utoipa::path(get,
    path = "/api/content-service/product/1.1/websites/{websiteId}/products/{collectionId}/items/{itemId}",
    operation_id = "products_get", tag = "products",
    params(("websiteId" = String, Path, description = "The site"),
           ("collectionId" = String, Path, description = "The store"),
           ("itemId" = String, Path, description = "The product")),
    security(("contributor" = ["products:read"])),
    responses((status = 200, body = ProductOut), (status = 401, body = Problem), (status = 403, body = Problem),
              (status = 404, body = Problem)),
    )]
async fn products_get(caller: Contributor, ApiPath(path): ApiPath<ProductPath>) -> ApiResult<Json<ProductOut>> {
    Ok(Json(catalogue::admin_item(&caller.ctx, &caller.db, &path.collection_id, &path.item_id).await?.into()))
}

/// Change a product
///
/// What is left out stays as it is. 412 when somebody has saved a newer revision; 409 with what there is now when stock
/// that is set has moved since it was seen, through an order for example. Nothing is saved then.
#[utoipa::path(put,
    path = "/api/content-service/product/1.1/websites/{websiteId}/products/{collectionId}/items/{itemId}",
    operation_id = "products_update", tag = "products",
    params(("websiteId" = String, Path, description = "The site"),
           ("collectionId" = String, Path, description = "The store"),
           ("itemId" = String, Path, description = "The product")),
    request_body = ProductBody,
    security(("contributor" = ["products:write"])),
    responses((status = 200, body = ProductOut), (status = 400, body = Problem), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem), (status = 409, body = Problem),
              (status = 412, body = Problem)),
    )]
async fn products_update(
    caller: Contributor,
    ApiPath(path): ApiPath<ProductPath>,
    ApiJson(body): ApiJson<ProductBody>,
) -> ApiResult<Json<ProductOut>> {
    let at = ItemAt { store_id: &path.collection_id, item_id: &path.item_id, revision: body.revision };
    Ok(Json(catalogue::update_item(&caller.ctx, &caller.db, at, body.try_into()?).await?.into()))
}

/// Remove a product
///
/// Orders keep what they say of it; carts leave it out.
#[utoipa::path(delete,
    path = "/api/content-service/product/1.1/websites/{websiteId}/products/{collectionId}/items/{itemId}",
    operation_id = "products_delete", tag = "products",
    params(("websiteId" = String, Path, description = "The site"),
           ("collectionId" = String, Path, description = "The store"),
           ("itemId" = String, Path, description = "The product")),
    security(("contributor" = ["products:delete"])),
    responses((status = 204, description = "Removed"), (status = 401, body = Problem), (status = 403, body = Problem),
              (status = 404, body = Problem)),
    )]
async fn products_delete(caller: Contributor, ApiPath(path): ApiPath<ProductPath>) -> ApiResult<StatusCode> {
    catalogue::delete_item(&caller.ctx, &caller.db, &path.collection_id, &path.item_id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Copy a product
///
/// The copy is a draft with stock keeping units of its own and nothing in stock.
#[utoipa::path(post,
    path = "/api/content-service/product/1.1/websites/{websiteId}/products/{collectionId}/items/{itemId}/duplicate",
    operation_id = "products_duplicate", tag = "products",
    params(("websiteId" = String, Path, description = "The site"),
           ("collectionId" = String, Path, description = "The store"),
           ("itemId" = String, Path, description = "The product")),
    security(("contributor" = ["products:write"])),
    responses((status = 201, body = ProductOut), (status = 400, body = Problem), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem)),
    )]
async fn products_duplicate(
    caller: Contributor,
    ApiPath(path): ApiPath<ProductPath>,
) -> ApiResult<(StatusCode, Json<ProductOut>)> {
    let made = catalogue::duplicate_item(&caller.ctx, &caller.db, &path.collection_id, &path.item_id).await?;
    Ok((StatusCode::CREATED, Json(made.into())))
}

/// Set the stock of a variant
///
/// Over what was seen of it: 409 with what there is now when it has moved since, through an order for example.
#[utoipa::path(put,
    path = "/api/content-service/product/1.1/websites/{websiteId}/products/{collectionId}/items/{itemId}/stock",
    operation_id = "products_set_stock", tag = "products",
    params(("websiteId" = String, Path, description = "The site"),
           ("collectionId" = String, Path, description = "The store"),
           ("itemId" = String, Path, description = "The product")),
    request_body = StockBody,
    security(("contributor" = ["products:write"])),
    responses((status = 200, body = ProductOut), (status = 400, body = Problem), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem), (status = 409, body = Problem)),
    )]
async fn products_set_stock(
    caller: Contributor,
    ApiPath(path): ApiPath<ProductPath>,
    ApiJson(body): ApiJson<StockBody>,
) -> ApiResult<Json<ProductOut>> {
    let patch = body.try_into()?;
    Ok(Json(catalogue::set_stock(&caller.ctx, &caller.db, &path.collection_id, &path.item_id, patch).await?.into()))
}

/// Put a product to another place in its store's list
#[utoipa::path(put,
    path = "/api/content-service/product/1.1/websites/{websiteId}/products/{collectionId}/items/{itemId}/place",
    operation_id = "products_move", tag = "products",
    params(("websiteId" = String, Path, description = "The site"),
           ("collectionId" = String, Path, description = "The store"),
           ("itemId" = String, Path, description = "The product")),
    request_body = PlaceBody,
    security(("contributor" = ["products:write"])),
    responses((status = 204, description = "It stands there"), (status = 400, body = Problem),
              (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem)),
    )]
async fn products_move(
    caller: Contributor,
    ApiPath(path): ApiPath<ProductPath>,
    ApiJson(body): ApiJson<PlaceBody>,
) -> ApiResult<StatusCode> {
    let after = body.after_item_id.as_deref();
    catalogue::move_item(&caller.ctx, &caller.db, &path.collection_id, &path.item_id, after).await?;
    Ok(StatusCode::NO_CONTENT)
}
