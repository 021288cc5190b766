//! Restock sign-ups and notifications in the admin API.

use axum::Json;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use stoa_commerce::restock::{
    self, GroupFilter, GroupSort, SendRequest, SignUp, SignUpFilter, SignUpGroup, SignUpSort,
};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::page::PageRequest;
use utoipa::{IntoParams, ToSchema};

use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiJson, ApiQuery, Contributor, ListQuery, Listing};
use crate::problem::{ApiResult, Problem};
use crate::route_policy::{Invalidates, changes, reads};

/// Query parameters of the sign-up list.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct SignUpsQuery {
    /// The product.
    product_id: String,
    /// Filter by variant.
    variant_id: Option<String>,
    /// Search text: e-mail address.
    query: Option<String>,
    /// Sort key; newest first by default.
    #[param(inline)]
    sort: Option<SignUpSortDto>,
    /// Whether to sort in descending order. Default: true without `sort`, otherwise false.
    descending: Option<bool>,
    /// `nextPageCursor` of the previous page.
    cursor: Option<String>,
    /// Page size, at most 200; 50 by default.
    #[param(minimum = 1, maximum = 200)]
    limit: Option<u64>,
}

/// Sort keys of sign-ups.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SignUpSortDto {
    /// When they signed up.
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

/// Query parameters of the list of variants with sign-ups.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct SignUpGroupsQuery {
    /// Search text: product name or SKU.
    query: Option<String>,
    /// Filter by variant.
    variant_id: Option<String>,
    /// Only variants that are in stock again.
    #[serde(default)]
    back: bool,
    /// Sort key; by latest sign-up, newest first, by default.
    #[param(inline)]
    sort: Option<GroupSortDto>,
    /// Whether to sort in descending order. Default: true without `sort`, otherwise false.
    descending: Option<bool>,
}

/// Sort keys of variants with sign-ups.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum GroupSortDto {
    /// Their latest sign-up.
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

/// The sign-ups of one variant.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SignUpGroup)]
pub struct RestockVariantOut {
    product_id: String,
    variant_id: String,
    product_name: String,
    /// Values of its options, such as `Large, Blue`.
    variant_description: String,
    /// Number of waiting sign-ups.
    sign_up_count: i64,
    /// Time of the latest sign-up, UTC milliseconds.
    last_sign_up_on: i64,
    /// Current stock; null if it is unlimited.
    qty_in_stock: Option<i64>,
}

/// Variants with sign-ups.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SignUpGroups)]
pub struct SignUpGroupsOut {
    sign_up_groups: Vec<RestockVariantOut>,
    #[serde(flatten)]
    listing: Listing,
}

/// A sign-up, waiting or notified.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RestockSignUp)]
pub struct SignUpOut {
    id: String,
    product_id: String,
    variant_id: String,
    email: String,
    /// Whether the newsletter was requested too.
    is_join_mailing_list: bool,
    /// BCP 47 language tag of the page where the customer signed up, if known.
    language: Option<String>,
    /// UTC milliseconds.
    signed_up_on: i64,
    /// When the notification was triggered, UTC milliseconds; null while waiting.
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

/// A variant whose sign-ups are notified.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SendBody {
    product_id: String,
    variant_id: String,
}

/// Variants whose sign-ups are notified.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SendAllBody {
    /// At most 200.
    #[schema(max_items = 200)]
    send_requests: Vec<SendBody>,
}

/// Number of notifications.
#[derive(Debug, Serialize, ToSchema)]
pub struct SendOut {
    /// Number of e-mails to be sent.
    queued: u64,
}

/// Number of notifications, and variants that do not exist.
#[derive(Debug, Serialize, ToSchema)]
pub struct SendAllOut {
    /// Number of e-mails to be sent.
    queued: u64,
    failed: Vec<SendBody>,
}

impl From<SignUpGroup> for RestockVariantOut {
    fn from(group: SignUpGroup) -> Self {
        Self {
            product_id: group.product_id.into(),
            variant_id: group.variant_id.into(),
            product_name: group.product_name,
            variant_description: group.variant_description,
            sign_up_count: group.sign_up_count,
            last_sign_up_on: group.last_sign_up_on.ms(),
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
            signed_up_on: sign_up.signed_up_on.ms(),
            notified_on: sign_up.notified_on.map(Timestamp::ms),
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

/// Routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(restock_groups_list: reads()))
        .routes(routes!(restock_sign_ups_list: reads()))
        .routes(routes!(restock_send: changes(Invalidates::Site)))
        .routes(routes!(restock_send_all: changes(Invalidates::Site)))
}

/// List variants with restock sign-ups
#[utoipa::path(get, path = "/api/site-users/account/notifications/restock/groups",
    operation_id = "restock_groups_list", tag = "restock",
    params(("X-Website-Id" = String, Header, description = "The site"), SignUpGroupsQuery, ListQuery),
    security(("contributor" = ["products:read"])), responses((status = 200, body = SignUpGroupsOut)))]
async fn restock_groups_list(
    caller: Contributor,
    ApiQuery(query): ApiQuery<SignUpGroupsQuery>,
    ApiQuery(list): ApiQuery<ListQuery>,
) -> ApiResult<Json<SignUpGroupsOut>> {
    let page = restock::groups(&caller.ctx, &caller.db, &query.into(), &list.into()).await?;
    let listing = page.next_cursor.into();
    Ok(Json(SignUpGroupsOut { sign_up_groups: page.items.into_iter().map(RestockVariantOut::from).collect(), listing }))
}

/// List the restock sign-ups of a product
#[utoipa::path(get, path = "/api/site-users/account/notifications/restock", operation_id = "restock_sign_ups_list",
    tag = "restock", params(("X-Website-Id" = String, Header, description = "The site"), SignUpsQuery),
    security(("contributor" = ["products:read", "customers:read"])), responses((status = 200, body = SignUpsOut)))]
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

/// Notify customers waiting for a variant
///
/// Removes the sign-ups from the waiting list, so a repeated request notifies nobody. While the product is hidden
/// nobody is notified, and the list is unchanged.
#[utoipa::path(post, path = "/api/site-users/account/notifications/restock/send", operation_id = "restock_send",
    tag = "restock", params(("X-Website-Id" = String, Header, description = "The site")), request_body = SendBody,
    security(("contributor" = ["products:publish"])),
    responses((status = 202, body = SendOut), (status = 409, body = Problem)))]
async fn restock_send(caller: Contributor, ApiJson(body): ApiJson<SendBody>) -> ApiResult<(StatusCode, Json<SendOut>)> {
    let queued = restock::send(&caller.ctx, &caller.db, &body.into()).await?;
    Ok((StatusCode::ACCEPTED, Json(SendOut { queued })))
}

/// Notify customers waiting for several variants
#[utoipa::path(post, path = "/api/site-users/account/notifications/restock/send/all",
    operation_id = "restock_send_all", tag = "restock",
    params(("X-Website-Id" = String, Header, description = "The site")), request_body = SendAllBody,
    security(("contributor" = ["products:publish"])), responses((status = 202, body = SendAllOut)))]
async fn restock_send_all(
    caller: Contributor,
    ApiJson(body): ApiJson<SendAllBody>,
) -> ApiResult<(StatusCode, Json<SendAllOut>)> {
    let requests = body.send_requests.into_iter().map(SendRequest::from).collect();
    let (queued, failed) = restock::send_all(&caller.ctx, &caller.db, requests).await?;
    Ok((StatusCode::ACCEPTED, Json(SendAllOut { queued, failed: failed.into_iter().map(SendBody::from).collect() })))
}
