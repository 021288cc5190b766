//! Store categories in the admin API.

use axum::Json;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use stoa_commerce::catalogue::{self, Category, CategoryNode, CategoryPatch, NewCategory};
use stoa_kernel::catalogue::{CategoryKind, PageRendering};
use stoa_kernel::id::{CategoryId, CollectionId};
use utoipa::ToSchema;

use crate::admin::products::StorePath;
use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiJson, ApiPath, Contributor, path_id};
use crate::problem::{ApiResult, Problem};
use crate::route_policy::{Invalidates, changes, reads};

/// A category to create.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewCategoryBody {
    #[schema(min_length = 1, max_length = 25)]
    display_name: String,
    /// The parent category. Omitted for the root, and for a category directly below it.
    #[serde(default)]
    parent_category_id: Option<String>,
    #[serde(rename = "type")]
    kind: CategoryKind,
    page_rendering: PageRendering,
    /// Position among its siblings, from 1; omitted for the last position.
    #[serde(default)]
    display_index: Option<i32>,
}

/// Changes of a category. Omitted fields stay unchanged.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CategoryBody {
    #[schema(min_length = 1, max_length = 25)]
    display_name: Option<String>,
    /// The parent category.
    parent_category_id: Option<String>,
    page_rendering: Option<PageRendering>,
    /// Position among its siblings, from 1.
    display_index: Option<i32>,
}

/// A category of a store.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CategoryDetail)]
pub struct CategoryDetailOut {
    id: String,
    collection_id: String,
    display_name: String,
    /// URL slug within the store.
    url_id: String,
    /// The parent category; null only for the root.
    parent_category_id: Option<String>,
    #[serde(rename = "type")]
    kind: CategoryKind,
    page_rendering: PageRendering,
    /// Position among its siblings, from 1.
    display_index: i32,
}

/// A category in the tree of a store.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CategoryNode)]
pub struct CategoryNodeOut {
    #[serde(flatten)]
    category: CategoryDetailOut,
    /// Number of products directly in it, hidden ones included.
    product_count: usize,
}

/// All categories of a store, siblings in order.
#[derive(Debug, Serialize, ToSchema)]
pub struct CategoriesOut {
    categories: Vec<CategoryNodeOut>,
}

/// Path parameters of a category.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CategoryPath {
    #[serde(deserialize_with = "path_id")]
    collection_id: CollectionId,
    #[serde(deserialize_with = "path_id")]
    category_id: CategoryId,
}

impl From<NewCategoryBody> for NewCategory {
    fn from(body: NewCategoryBody) -> Self {
        Self {
            name: body.display_name,
            parent_id: body.parent_category_id,
            is_root: body.kind == CategoryKind::Root,
            page_rendering: body.page_rendering,
            display_index: body.display_index,
        }
    }
}

impl From<CategoryBody> for CategoryPatch {
    fn from(body: CategoryBody) -> Self {
        Self {
            name: body.display_name,
            parent_id: body.parent_category_id,
            page_rendering: body.page_rendering,
            display_index: body.display_index,
        }
    }
}

impl CategoryDetailOut {
    fn new(collection_id: &CollectionId, category: Category) -> Self {
        Self {
            page_rendering: category.page_rendering,
            id: category.id.into(),
            collection_id: collection_id.to_string(),
            display_name: category.name,
            url_id: category.url_id,
            parent_category_id: category.parent_id.map(String::from),
            kind: if category.is_root { CategoryKind::Root } else { CategoryKind::Category },
            display_index: category.position,
        }
    }
}

/// Routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(categories_list: reads(), categories_create: changes(Invalidates::Site)))
        .routes(routes!(categories_update: changes(Invalidates::Site), categories_delete: changes(Invalidates::Site)))
}

/// List the categories of a store
#[utoipa::path(get, path = "/api/content-service/product/1.1/websites/{websiteId}/products/{collectionId}/categories",
    operation_id = "categories_list", tag = "categories", security(("contributor" = ["products:read"])),
    responses((status = 200, body = CategoriesOut)))]
async fn categories_list(caller: Contributor, ApiPath(path): ApiPath<StorePath>) -> ApiResult<Json<CategoriesOut>> {
    let nodes = catalogue::category_tree(&caller.ctx, &caller.db, &path.collection_id).await?;
    let out = |node: CategoryNode| CategoryNodeOut {
        category: CategoryDetailOut::new(&path.collection_id, node.category),
        product_count: node.product_count,
    };
    Ok(Json(CategoriesOut { categories: nodes.into_iter().map(out).collect() }))
}

/// Create a category
///
/// A store has one category of type `ROOT`; a second one gets 409. A store can have 10,000 categories. Categories with
/// the same parent need different names.
#[utoipa::path(post,
    path = "/api/content-service/product/1.1/websites/{websiteId}/products/{collectionId}/categories",
    operation_id = "categories_create", tag = "categories", request_body = NewCategoryBody,
    security(("contributor" = ["products:write"])),
    responses((status = 201, body = CategoryDetailOut), (status = 409, body = Problem)))]
async fn categories_create(
    caller: Contributor,
    ApiPath(path): ApiPath<StorePath>,
    ApiJson(body): ApiJson<NewCategoryBody>,
) -> ApiResult<(StatusCode, Json<CategoryDetailOut>)> {
    let made = catalogue::create_category(&caller.ctx, &caller.db, &path.collection_id, body.into()).await?;
    Ok((StatusCode::CREATED, Json(CategoryDetailOut::new(&path.collection_id, made))))
}

/// Rename or move a category
#[utoipa::path(put,
    path = "/api/content-service/product/1.1/websites/{websiteId}/products/{collectionId}/categories/{categoryId}",
    operation_id = "categories_update", tag = "categories", request_body = CategoryBody,
    security(("contributor" = ["products:write"])), responses((status = 200, body = CategoryDetailOut)))]
async fn categories_update(
    caller: Contributor,
    ApiPath(path): ApiPath<CategoryPath>,
    ApiJson(body): ApiJson<CategoryBody>,
) -> ApiResult<Json<CategoryDetailOut>> {
    let (store, id) = (&path.collection_id, &path.category_id);
    let updated = catalogue::update_category(&caller.ctx, &caller.db, store, id, body.into()).await?;
    Ok(Json(CategoryDetailOut::new(store, updated)))
}

/// Delete a category
///
/// Its subcategories move to the parent category; its products are not deleted.
#[utoipa::path(delete,
    path = "/api/content-service/product/1.1/websites/{websiteId}/products/{collectionId}/categories/{categoryId}",
    operation_id = "categories_delete", tag = "categories", security(("contributor" = ["products:delete"])),
    responses((status = 204, description = "Deleted"), (status = 409, body = Problem)))]
async fn categories_delete(caller: Contributor, ApiPath(path): ApiPath<CategoryPath>) -> ApiResult<StatusCode> {
    catalogue::delete_category(&caller.ctx, &caller.db, &path.collection_id, &path.category_id).await?;
    Ok(StatusCode::NO_CONTENT)
}
