//! Stores and products, as those who work on the site see them.

use axum::Json;
use axum::http::StatusCode;
use serde::Deserialize;
use stoa_commerce::catalogue;
use stoa_kernel::page::PageRequest;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::product_out::{
    CollectionBody, CollectionOut, CollectionsOut, ProductBody, ProductOut, ProductSummaryOut, ProductsOut, StockBody,
};
use crate::extract::{ApiJson, ApiPath, ApiQuery, Contributor};
use crate::problem::{ApiResult, Problem};
use crate::state::AppState;

/// Which products are listed.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ProductsQuery {
    /// Where the page before ended.
    cursor: Option<String>,
    /// Rows wanted, at most 100.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<u64>,
    /// Looked for in names and stock keeping units.
    query: Option<String>,
}

/// Which store.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StorePath {
    collection_id: String,
}

/// Which product of which store.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ProductPath {
    collection_id: String,
    item_id: String,
}

/// The routes of this noun.
pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(products_list_collections, products_create_collection))
        .routes(routes!(products_list))
        .routes(routes!(products_get, products_update))
        .routes(routes!(products_set_stock))
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
/// It gets its root category.
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
    responses((status = 200, body = ProductsOut), (status = 401, body = Problem), (status = 403, body = Problem),
              (status = 404, body = Problem)),
    )]
async fn products_list(
    caller: Contributor,
    ApiPath(path): ApiPath<StorePath>,
    ApiQuery(query): ApiQuery<ProductsQuery>,
) -> ApiResult<Json<ProductsOut>> {
    let request = PageRequest::new(query.cursor, query.limit);
    let wanted = query.query.as_deref();
    let page = catalogue::admin_page(&caller.ctx, &caller.db, &path.collection_id, wanted, &request).await?;
    let listing = page.next_cursor.into();
    Ok(Json(ProductsOut { items: page.items.into_iter().map(ProductSummaryOut::from).collect(), listing }))
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
/// 412 when somebody has saved a newer revision.
#[utoipa::path(put,
    path = "/api/content-service/product/1.1/websites/{websiteId}/products/{collectionId}/items/{itemId}",
    operation_id = "products_update", tag = "products",
    params(("websiteId" = String, Path, description = "The site"),
           ("collectionId" = String, Path, description = "The store"),
           ("itemId" = String, Path, description = "The product")),
    request_body = ProductBody,
    security(("contributor" = ["products:write"])),
    responses((status = 200, body = ProductOut), (status = 400, body = Problem), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem), (status = 412, body = Problem)),
    )]
async fn products_update(
    caller: Contributor,
    ApiPath(path): ApiPath<ProductPath>,
    ApiJson(body): ApiJson<ProductBody>,
) -> ApiResult<Json<ProductOut>> {
    let patch = body.try_into()?;
    Ok(Json(catalogue::update_item(&caller.ctx, &caller.db, &path.collection_id, &path.item_id, patch).await?.into()))
}

/// Set the stock of a variant
#[utoipa::path(put,
    path = "/api/content-service/product/1.1/websites/{websiteId}/products/{collectionId}/items/{itemId}/stock",
    operation_id = "products_set_stock", tag = "products",
    params(("websiteId" = String, Path, description = "The site"),
           ("collectionId" = String, Path, description = "The store"),
           ("itemId" = String, Path, description = "The product")),
    request_body = StockBody,
    security(("contributor" = ["products:write"])),
    responses((status = 200, body = ProductOut), (status = 400, body = Problem), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem)),
    )]
async fn products_set_stock(
    caller: Contributor,
    ApiPath(path): ApiPath<ProductPath>,
    ApiJson(body): ApiJson<StockBody>,
) -> ApiResult<Json<ProductOut>> {
    let patch = body.try_into()?;
    Ok(Json(catalogue::set_stock(&caller.ctx, &caller.db, &path.collection_id, &path.item_id, patch).await?.into()))
}
