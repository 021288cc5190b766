//! Who waits for what, and telling them, for those who work on the site.

use axum::Json;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use stoa_commerce::restock::{
    self, GroupFilter, GroupSort, SendRequest, SignUp, SignUpFilter, SignUpGroup, SignUpSort,
};
use stoa_kernel::page::PageRequest;
use utoipa::{IntoParams, ToSchema};

use crate::calls::{Calls, routes};
use crate::extract::{ApiJson, ApiQuery, Contributor, ListQuery, Listing};
use crate::problem::{ApiResult, Problem};

/// Whose sign-ups are listed.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct SignUpsQuery {
    /// The product.
    product_id: String,
    /// Only those for this variant.
    variant_id: Option<String>,
    /// Looked for in e-mail addresses.
    query: Option<String>,
    /// By what they are put in order; unless told, the latest come first.
    #[param(inline)]
    sort: Option<SignUpSortDto>,
    /// Whether the largest comes first; unless told, only without `sort`.
    descending: Option<bool>,
    /// Where the page before ended.
    cursor: Option<String>,
    /// Rows wanted, at most 200; 50 unless told.
    #[param(minimum = 1, maximum = 200)]
    limit: Option<u64>,
}

/// By what sign-ups are put in order.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SignUpSortDto {
    /// When they were made.
    SignedUp,
    /// The e-mail address.
    Email,
}

impl From<SignUpsQuery> for SignUpFilter {
    fn from(query: SignUpsQuery) -> Self {
        Self {
            variant_id: query.variant_id,
            query: query.query,
            sort: match query.sort {
                None | Some(SignUpSortDto::SignedUp) => SignUpSort::SignedUp,
                Some(SignUpSortDto::Email) => SignUpSort::Email,
            },
            descending: query.descending.unwrap_or(query.sort.is_none()),
        }
    }
}

/// Which variants that somebody waits for are listed.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct SignUpGroupsQuery {
    /// Looked for in names of products and stock keeping units.
    query: Option<String>,
    /// Only this variant.
    variant_id: Option<String>,
    /// Only those of which there is something again.
    #[serde(default)]
    back: bool,
    /// By what they are put in order; unless told, those that were asked for last come first.
    #[param(inline)]
    sort: Option<GroupSortDto>,
    /// Whether the largest comes first; unless told, only without `sort`.
    descending: Option<bool>,
}

/// By what variants that somebody waits for are put in order.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum GroupSortDto {
    /// The latest sign-up for them.
    Latest,
    /// The name of their product.
    Product,
}

impl From<SignUpGroupsQuery> for GroupFilter {
    fn from(query: SignUpGroupsQuery) -> Self {
        Self {
            query: query.query,
            variant_id: query.variant_id,
            back: query.back,
            sort: match query.sort {
                None | Some(GroupSortDto::Latest) => GroupSort::Latest,
                Some(GroupSortDto::Product) => GroupSort::Product,
            },
            descending: query.descending.unwrap_or(query.sort.is_none()),
        }
    }
}

/// All who wait for one variant.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SignUpGroup)]
pub struct SignUpGroupOut {
    product_id: String,
    variant_id: String,
    product_name: String,
    /// Values of its options, such as `Large, Blue`.
    variant_description: String,
    /// How many wait.
    sign_up_count: i64,
    /// When the latest of them signed up, UTC milliseconds.
    last_sign_up_on: i64,
    /// Pieces there are now; null when they are not counted.
    qty_in_stock: Option<i64>,
}

/// Variants that somebody waits for.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SignUpGroups)]
pub struct SignUpGroupsOut {
    sign_up_groups: Vec<SignUpGroupOut>,
    #[serde(flatten)]
    listing: Listing,
}

/// Somebody who waits, or was told.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RestockSignUp)]
pub struct SignUpOut {
    id: String,
    product_id: String,
    variant_id: String,
    email: String,
    /// Whether news were asked for too.
    is_join_mailing_list: bool,
    /// BCP 47 tag of the language that was read, when it was told.
    language: Option<String>,
    /// UTC milliseconds.
    signed_up_on: i64,
    /// When it was decided to tell, UTC milliseconds; null while waiting.
    notified_on: Option<i64>,
}

/// Sign-ups.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RestockSignUps)]
pub struct SignUpsOut {
    sign_ups: Vec<SignUpOut>,
    #[serde(flatten)]
    listing: Listing,
}

/// A variant whose list is told.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SendBody {
    product_id: String,
    variant_id: String,
}

/// Variants whose lists are told.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SendAllBody {
    /// At most 200.
    #[schema(max_items = 200)]
    send_requests: Vec<SendBody>,
}

/// How many are told.
#[derive(Debug, Serialize, ToSchema)]
pub struct SendOut {
    /// Letters that are being written.
    queued: u64,
}

/// How many are told, and which variants are not there.
#[derive(Debug, Serialize, ToSchema)]
pub struct SendAllOut {
    /// Letters that are being written.
    queued: u64,
    failed: Vec<SendBody>,
}

impl From<SignUpGroup> for SignUpGroupOut {
    fn from(group: SignUpGroup) -> Self {
        Self {
            product_id: group.product_id.into(),
            variant_id: group.variant_id.into(),
            product_name: group.product_name,
            variant_description: group.variant_description,
            sign_up_count: group.sign_up_count,
            last_sign_up_on: group.last_sign_up_on,
            qty_in_stock: group.qty_in_stock,
        }
    }
}

impl From<SignUp> for SignUpOut {
    fn from(sign_up: SignUp) -> Self {
        Self {
            id: sign_up.id.into(),
            product_id: sign_up.product_id.into(),
            variant_id: sign_up.variant_id.into(),
            email: sign_up.email,
            is_join_mailing_list: sign_up.is_join_mailing_list,
            language: sign_up.language,
            signed_up_on: sign_up.signed_up_on,
            notified_on: sign_up.notified_on,
        }
    }
}

impl From<SendBody> for SendRequest {
    fn from(body: SendBody) -> Self {
        Self { product_id: body.product_id, variant_id: body.variant_id }
    }
}

impl From<SendRequest> for SendBody {
    fn from(request: SendRequest) -> Self {
        Self { product_id: request.product_id, variant_id: request.variant_id }
    }
}

/// The routes of this noun.
pub fn routes() -> Calls {
    Calls::new()
        .routes(routes!(restock_groups_list))
        .routes(routes!(restock_sign_ups_list))
        .routes(routes!(restock_send))
        .routes(routes!(restock_send_all))
}

/// List the variants that somebody waits for
#[utoipa::path(get, path = "/api/site-users/account/notifications/restock/groups",
    operation_id = "restock_groups_list", tag = "restock",
    params(("X-Website-Id" = String, Header, description = "The site"), SignUpGroupsQuery, ListQuery),
    security(("contributor" = ["products:read"])),
    responses((status = 200, body = SignUpGroupsOut), (status = 400, body = Problem), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem)))]
async fn restock_groups_list(
    caller: Contributor,
    ApiQuery(query): ApiQuery<SignUpGroupsQuery>,
    ApiQuery(list): ApiQuery<ListQuery>,
) -> ApiResult<Json<SignUpGroupsOut>> {
    let page = restock::groups(&caller.ctx, &caller.db, &query.into(), &list.into()).await?;
    let listing = page.next_cursor.into();
    Ok(Json(SignUpGroupsOut { sign_up_groups: page.items.into_iter().map(SignUpGroupOut::from).collect(), listing }))
}

/// List the sign-ups for a product
#[utoipa::path(get, path = "/api/site-users/account/notifications/restock", operation_id = "restock_sign_ups_list",
    tag = "restock",
    params(("X-Website-Id" = String, Header, description = "The site"), SignUpsQuery),
    security(("contributor" = ["products:read", "customers:read"])),
    responses((status = 200, body = SignUpsOut), (status = 400, body = Problem), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem)))]
async fn restock_sign_ups_list(
    caller: Contributor,
    ApiQuery(query): ApiQuery<SignUpsQuery>,
) -> ApiResult<Json<SignUpsOut>> {
    let request = PageRequest::new(query.cursor.clone(), query.limit);
    let product = query.product_id.clone();
    let page = restock::sign_ups(&caller.ctx, &caller.db, &product, &query.into(), &request).await?;
    let listing = page.next_cursor.into();
    Ok(Json(SignUpsOut { sign_ups: page.items.into_iter().map(SignUpOut::from).collect(), listing }))
}

/// Tell all who wait for a variant
///
/// They are off the list then: the same call again tells nobody. While the product is hidden nobody is told, and the
/// list stays.
#[utoipa::path(post, path = "/api/site-users/account/notifications/restock/send", operation_id = "restock_send",
    tag = "restock",
    params(("X-Website-Id" = String, Header, description = "The site")), request_body = SendBody,
    security(("contributor" = ["products:publish"])),
    responses((status = 202, body = SendOut), (status = 400, body = Problem), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem), (status = 409, body = Problem)))]
async fn restock_send(caller: Contributor, ApiJson(body): ApiJson<SendBody>) -> ApiResult<(StatusCode, Json<SendOut>)> {
    let queued = restock::send(&caller.ctx, &caller.db, &body.into()).await?;
    Ok((StatusCode::ACCEPTED, Json(SendOut { queued })))
}

/// Tell all who wait for several variants
#[utoipa::path(post, path = "/api/site-users/account/notifications/restock/send/all",
    operation_id = "restock_send_all", tag = "restock",
    params(("X-Website-Id" = String, Header, description = "The site")), request_body = SendAllBody,
    security(("contributor" = ["products:publish"])),
    responses((status = 202, body = SendAllOut), (status = 400, body = Problem), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem)))]
async fn restock_send_all(
    caller: Contributor,
    ApiJson(body): ApiJson<SendAllBody>,
) -> ApiResult<(StatusCode, Json<SendAllOut>)> {
    let requests = body.send_requests.into_iter().map(SendRequest::from).collect();
    let (queued, failed) = restock::send_all(&caller.ctx, &caller.db, requests).await?;
    Ok((StatusCode::ACCEPTED, Json(SendAllOut { queued, failed: failed.into_iter().map(SendBody::from).collect() })))
}
