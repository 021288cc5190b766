//! Discounts in the admin API.

use axum::Json;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{AppendHeaders, IntoResponse};
use serde::{Deserialize, Serialize};
use stoa_commerce::discounts::{self, DiscountFilter, DiscountPatch, DiscountSort, DiscountState, DiscountView};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::DiscountId;
use stoa_kernel::money::Cents;
use stoa_kernel::page::PageRequest;
use stoa_kernel::pricing::{DiscountKind, DiscountScope};
use utoipa::{IntoParams, ToSchema};

use crate::admin::products::price_lists::PRICE_LIST_BODY_LIMIT;
use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiJson, ApiPath, ApiQuery, Contributor, Listing, path_id};
use crate::precondition::named;
use crate::problem::{ApiResult, Problem};
use crate::route_policy::{Invalidates, changes, reads};

/// Query parameters of the discount list.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct DiscountsQuery {
    /// `nextPageCursor` of the previous page.
    cursor: Option<String>,
    /// Page size, at most 200; 50 by default.
    #[param(minimum = 1, maximum = 200)]
    limit: Option<u64>,
    /// Search text: code or name.
    query: Option<String>,
    /// Filter by current state.
    #[param(inline)]
    state: Option<DiscountStateDto>,
    /// Only discounts with a code, or only automatic ones.
    with_code: Option<bool>,
    /// Filter by kind.
    #[param(inline)]
    kind: Option<DiscountKind>,
    /// Sort key; newest first by default.
    #[param(inline)]
    sort: Option<DiscountSortDto>,
    /// Whether to sort in descending order. Default: true without `sort`, otherwise false.
    descending: Option<bool>,
}

/// State of a discount, regardless of its usage limit.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DiscountStateDto {
    /// Active now.
    Active,
    /// Starts in the future.
    Planned,
    /// Has ended.
    Ended,
    /// Disabled.
    Off,
}

/// Sort keys of discounts.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DiscountSortDto {
    /// When they were created.
    Created,
    /// Their name.
    Name,
    /// Their code; discounts without one sort as the smallest.
    Code,
    /// When they end; discounts without an end sort as the latest.
    Ends,
}

impl From<DiscountsQuery> for DiscountFilter {
    fn from(query: DiscountsQuery) -> Self {
        Self {
            query: query.query,
            state: query.state.map(|state| match state {
                DiscountStateDto::Active => DiscountState::Active,
                DiscountStateDto::Planned => DiscountState::Planned,
                DiscountStateDto::Ended => DiscountState::Ended,
                DiscountStateDto::Off => DiscountState::Off,
            }),
            with_code: query.with_code,
            kind: query.kind,
            sort: match query.sort {
                None | Some(DiscountSortDto::Created) => DiscountSort::Created,
                Some(DiscountSortDto::Name) => DiscountSort::Name,
                Some(DiscountSortDto::Code) => DiscountSort::Code,
                Some(DiscountSortDto::Ends) => DiscountSort::Ends,
            },
            descending: query.descending.unwrap_or(query.sort.is_none()),
        }
    }
}

/// Contents of a discount.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DiscountBody {
    /// Name shown to customers.
    #[schema(min_length = 1, max_length = 60)]
    label: String,
    /// 3 to 40 letters and digits; null for an automatic discount.
    #[serde(default)]
    #[schema(min_length = 3, max_length = 40)]
    code: Option<String>,
    kind: DiscountKind,
    /// For `percent`: basis points, 1000 is 10 %.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 10_000)]
    rate_basis_points: i64,
    /// For `amount`: minor units.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 99_999_999_999_i64)]
    amount_cents: i64,
    applies_to: DiscountScope,
    /// Ids of the products or categories.
    #[serde(default)]
    #[schema(max_items = 500)]
    target_ids: Vec<String>,
    /// Minimum subtotal, minor units; 0 for none.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 99_999_999_999_i64)]
    minimum_subtotal_cents: i64,
    /// Start of the validity period, UTC milliseconds.
    #[serde(default)]
    starts_on: Option<i64>,
    /// End of the validity period, UTC milliseconds.
    #[serde(default)]
    ends_on: Option<i64>,
    /// Maximum number of orders that can use it.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 999_999_999)]
    usage_limit: Option<i64>,
    /// Whether each customer can use it only once.
    #[serde(default)]
    once_per_customer: bool,
    /// E-mail addresses of the customers it is limited to, at most 1,000; null for all customers.
    #[serde(default)]
    #[schema(max_items = 1000)]
    customers: Option<Vec<String>>,
    /// Whether it is enabled.
    enabled: bool,
}

/// A discount.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Discount)]
pub struct DiscountOut {
    id: String,
    #[serde(flatten)]
    body: DiscountBody,
    /// Number of orders that used it; without a limit, counted up to 1,000.
    used_count: i64,
    /// Whether more orders used it than were counted.
    more_used: bool,
    /// Revision to send in `If-Match` with a change.
    revision: i64,
    created_on: i64,
    updated_on: i64,
}

/// A page of discounts.
#[derive(Debug, Serialize, ToSchema)]
pub struct DiscountsOut {
    discounts: Vec<DiscountOut>,
    #[serde(flatten)]
    listing: Listing,
}

/// Path parameters of a discount.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct DiscountPath {
    #[serde(deserialize_with = "path_id")]
    discount_id: DiscountId,
}

impl From<DiscountBody> for DiscountPatch {
    fn from(body: DiscountBody) -> Self {
        Self {
            label: body.label,
            code: body.code,
            kind: body.kind,
            rate_basis_points: body.rate_basis_points,
            amount_cents: Cents(body.amount_cents),
            applies_to: body.applies_to,
            target_ids: body.target_ids,
            minimum_subtotal_cents: Cents(body.minimum_subtotal_cents),
            starts_on: body.starts_on.map(Timestamp::from_ms),
            ends_on: body.ends_on.map(Timestamp::from_ms),
            usage_limit: body.usage_limit,
            once_per_customer: body.once_per_customer,
            customers: body.customers,
            enabled: body.enabled,
        }
    }
}

impl From<DiscountView> for DiscountOut {
    fn from(discount: DiscountView) -> Self {
        Self {
            id: discount.id.into(),
            body: DiscountBody {
                label: discount.label,
                code: discount.code,
                kind: discount.kind,
                rate_basis_points: discount.rate_basis_points,
                amount_cents: discount.amount_cents.0,
                applies_to: discount.applies_to,
                target_ids: discount.target_ids,
                minimum_subtotal_cents: discount.minimum_subtotal_cents.0,
                starts_on: discount.starts_on.map(Timestamp::ms),
                ends_on: discount.ends_on.map(Timestamp::ms),
                usage_limit: discount.usage_limit,
                once_per_customer: discount.once_per_customer,
                customers: discount.customers,
                enabled: discount.enabled,
            },
            used_count: discount.used_count,
            more_used: discount.more_used,
            revision: discount.revision,
            created_on: discount.created_on.ms(),
            updated_on: discount.updated_on.ms(),
        }
    }
}

/// Routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(discounts_list: reads(), discounts_create: changes(Invalidates::Site)))
        .routes(routes!(
            discounts_get: reads(),
            discounts_update: changes(Invalidates::Site),
            discounts_delete: changes(Invalidates::Site),
        ))
        .body_limit(PRICE_LIST_BODY_LIMIT)
}

fn tagged(discount: DiscountView) -> impl IntoResponse {
    let etag = format!("\"{}\"", discount.revision);
    (AppendHeaders([(header::ETAG, etag)]), Json(DiscountOut::from(discount)))
}

/// List discounts
///
/// Newest first by default.
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/discounts", operation_id = "discounts_list",
    tag = "discounts", params(DiscountsQuery), security(("contributor" = ["discounts-tax-shipping:read"])),
    responses((status = 200, body = DiscountsOut)))]
async fn discounts_list(
    caller: Contributor,
    ApiQuery(query): ApiQuery<DiscountsQuery>,
) -> ApiResult<Json<DiscountsOut>> {
    let request = PageRequest::new(query.cursor.clone(), query.limit);
    let page = discounts::list(&caller.ctx, &caller.db, &query.into(), &request).await?;
    let listing = page.next_cursor.into();
    Ok(Json(DiscountsOut { discounts: page.items.into_iter().map(DiscountOut::from).collect(), listing }))
}

/// Create a discount
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/discounts", operation_id = "discounts_create",
    tag = "discounts", request_body = DiscountBody, security(("contributor" = ["discounts-tax-shipping:write"])),
    responses((status = 201, body = DiscountOut)))]
async fn discounts_create(caller: Contributor, ApiJson(body): ApiJson<DiscountBody>) -> ApiResult<impl IntoResponse> {
    let discount = discounts::create(&caller.ctx, &caller.db, body.into()).await?;
    Ok((StatusCode::CREATED, tagged(discount)))
}

/// Get a discount
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/discounts/{discountId}", operation_id = "discounts_get",
    tag = "discounts", security(("contributor" = ["discounts-tax-shipping:read"])),
    responses((status = 200, body = DiscountOut, headers(("ETag" = String, description = "The revision in quotes")))))]
async fn discounts_get(caller: Contributor, ApiPath(path): ApiPath<DiscountPath>) -> ApiResult<impl IntoResponse> {
    Ok(tagged(discounts::detail(&caller.ctx, &caller.db, &path.discount_id).await?))
}

/// Update a discount
///
/// 412 if someone has saved a newer revision.
#[utoipa::path(put, path = "/api/v1/websites/{websiteId}/discounts/{discountId}", operation_id = "discounts_update",
    tag = "discounts",
    params(("If-Match" = String, Header, description = "The revision to change, in quotes; a list, or `*` for any")),
    request_body = DiscountBody, security(("contributor" = ["discounts-tax-shipping:write"])),
    responses((status = 200, body = DiscountOut), (status = 412, body = Problem), (status = 428, body = Problem)))]
async fn discounts_update(
    caller: Contributor,
    ApiPath(path): ApiPath<DiscountPath>,
    headers: HeaderMap,
    ApiJson(body): ApiJson<DiscountBody>,
) -> ApiResult<impl IntoResponse> {
    let seen = named(&headers)?;
    Ok(tagged(discounts::update(&caller.ctx, &caller.db, &path.discount_id, &seen, body.into()).await?))
}

/// Delete a discount
///
/// Orders keep the amount it took off. 412 if someone has changed it since.
#[utoipa::path(delete, path = "/api/v1/websites/{websiteId}/discounts/{discountId}",
    operation_id = "discounts_delete", tag = "discounts",
    params(("If-Match" = String, Header, description = "The revision to delete, in quotes; a list, or `*` for any")),
    security(("contributor" = ["discounts-tax-shipping:delete"])),
    responses((status = 204, description = "Deleted"), (status = 412, body = Problem), (status = 428, body = Problem)))]
async fn discounts_delete(
    caller: Contributor,
    ApiPath(path): ApiPath<DiscountPath>,
    headers: HeaderMap,
) -> ApiResult<StatusCode> {
    let seen = named(&headers)?;
    discounts::delete(&caller.ctx, &caller.db, &path.discount_id, &seen).await?;
    Ok(StatusCode::NO_CONTENT)
}
