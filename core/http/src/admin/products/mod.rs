//! Stores and products in the admin API.

pub mod all_products;
pub mod bulk_in;
pub mod catalogue_formats;
pub mod categories;
pub mod donation_terms;
pub mod inventory;
pub mod inventory_bulk_update;
pub mod inventory_bulk_update_out;
pub mod inventory_out;
pub mod price_lists;
pub mod product_files;
pub mod product_import_out;
pub mod product_in;
pub mod product_out;
pub mod product_reviews;
pub mod restock;
pub mod subscription_plans;

use axum::Json;
use axum::http::StatusCode;
use serde::Deserialize;
use stoa_commerce::catalogue::{self, ItemAt, ProductFilter, ProductSort, ProductType, StockState};
use stoa_commerce::wishlists;
use stoa_kernel::catalogue::ProductStatus;
use stoa_kernel::id::{CollectionId, ProductId};
use stoa_kernel::page::PageRequest;
use utoipa::{IntoParams, ToSchema};

use crate::admin::products::bulk_in::BulkBody;
use crate::admin::products::product_in::{CollectionBody, NewProductBody, PlaceBody, ProductBody, StockBody};
use crate::admin::products::product_out::{
    BulkOut, BulkResultOut, CollectionOut, CollectionsOut, ProductOut, ProductSummaryOut, ProductsOut,
};
use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiJson, ApiPath, ApiQuery, Contributor, path_id};
use crate::problem::{ApiResult, Problem};
use crate::route_policy::{Invalidates, changes, reads};

/// Query parameters of the product list.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct ProductsQuery {
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
    /// Filter by category, subcategories included.
    category_id: Option<String>,
    /// Filter by stock state.
    #[param(inline)]
    stock: Option<StockStateDto>,
    /// Filter by product type, 1 to 5.
    product_type: Option<i32>,
    /// Sort key; the order of the store by default.
    #[param(inline)]
    sort: Option<ProductSortDto>,
    /// Whether to sort in descending order.
    #[serde(default)]
    descending: bool,
}

/// Stock state of a product.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum StockStateDto {
    /// In stock.
    InStock,
    /// Sold out.
    SoldOut,
    /// Stock is not tracked.
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

/// Sort keys of products.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ProductSortDto {
    /// The manual order of the store.
    Position,
    /// By name.
    Name,
    /// By lowest current price.
    Price,
    /// By stock.
    Stock,
    /// By last change.
    Updated,
}

impl From<ProductsQuery> for ProductFilter {
    fn from(query: ProductsQuery) -> Self {
        Self {
            query: query.query,
            status: query.status,
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

/// Path parameters of a store.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StorePath {
    #[serde(deserialize_with = "path_id")]
    pub(super) collection_id: CollectionId,
}

/// Path parameters of a product.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ProductPath {
    #[serde(deserialize_with = "path_id")]
    collection_id: CollectionId,
    #[serde(deserialize_with = "path_id")]
    item_id: ProductId,
}

/// Routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(products_list_collections: reads(), products_create_collection: changes(Invalidates::Site)))
        .routes(routes!(products_list: reads(), products_create: changes(Invalidates::Site)))
        .routes(routes!(products_bulk: changes(Invalidates::Site)))
        .routes(routes!(
            products_get: reads(),
            products_update: changes(Invalidates::Site),
            products_delete: changes(Invalidates::Site),
        ))
        .routes(routes!(products_duplicate: changes(Invalidates::Site)))
        .routes(routes!(products_set_stock: changes(Invalidates::Site)))
        .routes(routes!(products_move: changes(Invalidates::Site)))
        .merge(all_products::routes())
        .merge(product_files::routes())
        .merge(product_reviews::routes())
        .merge(categories::routes())
        .merge(subscription_plans::routes())
        .merge(donation_terms::routes())
        .merge(inventory::routes())
        .merge(inventory_bulk_update::routes())
        .merge(catalogue_formats::routes())
        .merge(restock::routes())
        .merge(price_lists::routes())
}

/// List the stores
#[utoipa::path(get, path = "/api/content-service/product/1.1/websites/{websiteId}/products",
    operation_id = "products_list_collections", tag = "products", security(("contributor" = ["products:read"])),
    responses((status = 200, body = CollectionsOut)))]
async fn products_list_collections(caller: Contributor) -> ApiResult<Json<CollectionsOut>> {
    let stores = catalogue::stores(&caller.ctx, &caller.db).await?;
    let website = caller.ctx.website();
    let collections = stores.into_iter().map(|store| CollectionOut::new(website, store)).collect();
    Ok(Json(CollectionsOut { collections }))
}

/// Create a store
///
/// It has no categories yet, not even the root category.
#[utoipa::path(post, path = "/api/content-service/product/1.1/websites/{websiteId}/products",
    operation_id = "products_create_collection", tag = "products", request_body = CollectionBody,
    security(("contributor" = ["products:write"])),
    responses((status = 201, body = CollectionOut), (status = 409, body = Problem)))]
async fn products_create_collection(
    caller: Contributor,
    ApiJson(body): ApiJson<CollectionBody>,
) -> ApiResult<(StatusCode, Json<CollectionOut>)> {
    let store = catalogue::create_store(&caller.ctx, &caller.db, body.into()).await?;
    Ok((StatusCode::CREATED, Json(CollectionOut::new(caller.ctx.website(), store))))
}

/// List the products of a store
#[utoipa::path(get, path = "/api/content-service/product/1.1/websites/{websiteId}/products/{collectionId}/items",
    operation_id = "products_list", tag = "products", params(ProductsQuery),
    security(("contributor" = ["products:read"])), responses((status = 200, body = ProductsOut)))]
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

/// Create a product
///
/// By default it is a draft with one variant. A store holds 200 products.
#[utoipa::path(post, path = "/api/content-service/product/1.1/websites/{websiteId}/products/{collectionId}/items",
    operation_id = "products_create", tag = "products", request_body = NewProductBody,
    security(("contributor" = ["products:write"])),
    responses((status = 201, body = ProductOut), (status = 409, body = Problem)))]
async fn products_create(
    caller: Contributor,
    ApiPath(path): ApiPath<StorePath>,
    ApiJson(body): ApiJson<NewProductBody>,
) -> ApiResult<(StatusCode, Json<ProductOut>)> {
    let new = body.try_into()?;
    let made = catalogue::create_item(&caller.ctx, &caller.db, &path.collection_id, new).await?;
    Ok((StatusCode::CREATED, Json(made.into())))
}

/// Edit many products of a store
///
/// Products succeed or fail independently; all successful changes are saved in one transaction. Publishing and deleting
/// need the permission for it.
#[utoipa::path(post,
    path = "/api/content-service/product/1.1/websites/{websiteId}/products/{collectionId}/items/bulk",
    operation_id = "products_bulk", tag = "products", request_body = BulkBody,
    security(("contributor" = ["products:write"])), responses((status = 200, body = BulkOut)))]
async fn products_bulk(
    caller: Contributor,
    ApiPath(path): ApiPath<StorePath>,
    ApiJson(body): ApiJson<BulkBody>,
) -> ApiResult<Json<BulkOut>> {
    let action = body.action()?;
    let done = catalogue::bulk(&caller.ctx, &caller.db, Some(&path.collection_id), &body.item_ids, &action).await?;
    Ok(Json(BulkOut { results: done.into_iter().map(BulkResultOut::from).collect() }))
}

/// Get a product
#[utoipa::path(get,
    path = "/api/content-service/product/1.1/websites/{websiteId}/products/{collectionId}/items/{itemId}",
    operation_id = "products_get", tag = "products", security(("contributor" = ["products:read"])),
    responses((status = 200, body = ProductOut)))]
async fn products_get(caller: Contributor, ApiPath(path): ApiPath<ProductPath>) -> ApiResult<Json<ProductOut>> {
    let item = catalogue::admin_item(&caller.ctx, &caller.db, &path.collection_id, &path.item_id).await?;
    let wishlists = wishlists::count(&caller.ctx, &caller.db, &item.id).await?;
    Ok(Json(ProductOut::from(item).on_wishlists(wishlists)))
}

/// Update a product
///
/// Omitted fields stay unchanged. 412 if someone has saved a newer revision; 409 with the current stock if stock to
/// set has changed since it was read, for example through an order. Nothing is saved then.
#[utoipa::path(put,
    path = "/api/content-service/product/1.1/websites/{websiteId}/products/{collectionId}/items/{itemId}",
    operation_id = "products_update", tag = "products", request_body = ProductBody,
    security(("contributor" = ["products:write"])),
    responses((status = 200, body = ProductOut), (status = 409, body = Problem), (status = 412, body = Problem)))]
async fn products_update(
    caller: Contributor,
    ApiPath(path): ApiPath<ProductPath>,
    ApiJson(body): ApiJson<ProductBody>,
) -> ApiResult<Json<ProductOut>> {
    let at = ItemAt { store_id: &path.collection_id, item_id: &path.item_id, revision: body.revision };
    Ok(Json(catalogue::update_item(&caller.ctx, &caller.db, at, body.try_into()?).await?.into()))
}

/// Delete a product
///
/// Orders keep the product data they contain; carts drop it.
#[utoipa::path(delete,
    path = "/api/content-service/product/1.1/websites/{websiteId}/products/{collectionId}/items/{itemId}",
    operation_id = "products_delete", tag = "products", security(("contributor" = ["products:delete"])),
    responses((status = 204, description = "Deleted")))]
async fn products_delete(caller: Contributor, ApiPath(path): ApiPath<ProductPath>) -> ApiResult<StatusCode> {
    catalogue::delete_item(&caller.ctx, &caller.db, &path.collection_id, &path.item_id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Duplicate a product
///
/// The copy is a draft with its own SKUs and without stock.
#[utoipa::path(post,
    path = "/api/content-service/product/1.1/websites/{websiteId}/products/{collectionId}/items/{itemId}/duplicate",
    operation_id = "products_duplicate", tag = "products", security(("contributor" = ["products:write"])),
    responses((status = 201, body = ProductOut), (status = 400, body = Problem), (status = 409, body = Problem)))]
async fn products_duplicate(
    caller: Contributor,
    ApiPath(path): ApiPath<ProductPath>,
) -> ApiResult<(StatusCode, Json<ProductOut>)> {
    let made = catalogue::duplicate_item(&caller.ctx, &caller.db, &path.collection_id, &path.item_id).await?;
    Ok((StatusCode::CREATED, Json(made.into())))
}

/// Set the stock of a variant
///
/// 409 with the current stock if it has changed since it was read, for example through an order.
#[utoipa::path(put,
    path = "/api/content-service/product/1.1/websites/{websiteId}/products/{collectionId}/items/{itemId}/stock",
    operation_id = "products_set_stock", tag = "products", request_body = StockBody,
    security(("contributor" = ["products:write"])),
    responses((status = 200, body = ProductOut), (status = 409, body = Problem), (status = 412, body = Problem)))]
async fn products_set_stock(
    caller: Contributor,
    ApiPath(path): ApiPath<ProductPath>,
    ApiJson(body): ApiJson<StockBody>,
) -> ApiResult<Json<ProductOut>> {
    let patch = body.try_into()?;
    Ok(Json(catalogue::set_stock(&caller.ctx, &caller.db, &path.collection_id, &path.item_id, patch).await?.into()))
}

/// Move a product within its store's list
#[utoipa::path(put,
    path = "/api/content-service/product/1.1/websites/{websiteId}/products/{collectionId}/items/{itemId}/place",
    operation_id = "products_move", tag = "products", request_body = PlaceBody,
    security(("contributor" = ["products:write"])), responses((status = 204, description = "The product was moved")))]
async fn products_move(
    caller: Contributor,
    ApiPath(path): ApiPath<ProductPath>,
    ApiJson(body): ApiJson<PlaceBody>,
) -> ApiResult<StatusCode> {
    let after = body.after_item_id.as_deref();
    catalogue::move_item(&caller.ctx, &caller.db, &path.collection_id, &path.item_id, after).await?;
    Ok(StatusCode::NO_CONTENT)
}
