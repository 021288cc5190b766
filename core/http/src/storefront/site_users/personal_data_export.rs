//! Data of a site user: their orders, an export of everything, and its deletion.

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use axum_extra::extract::CookieJar;
use axum_extra::extract::cookie::Cookie;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use stoa_analytics::enrich::identified_visitor;
use stoa_analytics::people;
use stoa_audience::members;
use stoa_commerce::customers;
use stoa_entity::TenantDb;
use stoa_kernel::order::{FulfillmentMethod, FulfillmentStatus, OrderPaymentStatus};
use stoa_site::cache_tags;
use stoa_tenancy::TenancyError;
use utoipa::ToSchema;

use super::personal_data::download;
use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiJson, ApiQuery, ListQuery, Listing, SiteUser, Visitor};
use crate::known_browser::count_own_password;
use crate::problem::{ApiResult, Problem};
use crate::rate_limit::RateLimit;
use crate::route_policy::{Invalidates, changes, reads};
use crate::state::AppState;
use crate::storefront::site_users::{Done, ended_cookies, private};
use crate::visitor_cookies::IDENTIFIER;

/// An order in the customer's own list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OwnOrder)]
pub struct OwnOrderOut {
    id: String,
    /// Sequential number within the site, from 1.
    number: i64,
    /// UTC milliseconds.
    created_on: i64,
    /// Minor units.
    grand_total_cents: i64,
    /// ISO 4217 code.
    currency: String,
    payment_status: OrderPaymentStatus,
    fulfillment_status: FulfillmentStatus,
    handover: FulfillmentMethod,
    /// Sum of the quantities of all lines.
    item_count: i64,
    /// Path of the order status page.
    status_url: String,
}

/// A page of the customer's orders.
#[derive(Debug, Serialize, ToSchema)]
pub struct OwnOrdersOut {
    orders: Vec<OwnOrderOut>,
    #[serde(flatten)]
    listing: Listing,
}

/// Confirmation of a deletion.
#[derive(Deserialize, ToSchema)]
pub struct ErasureBody {
    /// The account's password.
    password: String,
}

/// The routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(site_user_orders_list: reads()))
        .routes(routes!(site_user_export: reads()))
        .routes(routes!(site_user_erase: changes(Invalidates::ByHandler).limited(RateLimit::ACCOUNT)))
}

/// List one's orders
///
/// Latest first: orders placed while signed in and, once the email address is confirmed, orders placed with it as a
/// guest.
#[utoipa::path(get, path = "/api/site-users/account/orders", operation_id = "site_user_orders_list",
    tag = "site-users", params(ListQuery),
    responses((status = 200, body = OwnOrdersOut), (status = 401, body = Problem)))]
async fn site_user_orders_list(visitor: Visitor, ApiQuery(query): ApiQuery<ListQuery>) -> ApiResult<impl IntoResponse> {
    let page = customers::orders(&visitor.ctx, &visitor.db, &query.into()).await?;
    let listing = Listing::from(page.next_cursor);
    let orders = page.items.into_iter().map(|order| OwnOrderOut {
        id: order.summary.id.into(),
        number: order.summary.number,
        created_on: order.summary.created_on.ms(),
        grand_total_cents: order.summary.grand_total_cents.0,
        currency: order.summary.currency.code().to_owned(),
        payment_status: order.summary.payment_status,
        fulfillment_status: order.summary.fulfillment_status,
        handover: order.summary.handover,
        item_count: order.summary.item_count,
        status_url: order.status_url,
    });
    Ok(private(Vec::new(), Json(OwnOrdersOut { orders: orders.collect(), listing })))
}

/// Export one's personal data
///
/// Includes files uploaded with forms, in base64, and the visits of this browser if it has an identifier. Needs a
/// confirmed email address.
#[utoipa::path(get, path = "/api/site-users/account/export", operation_id = "site_user_export", tag = "site-users",
    responses((status = 200, body = Object, description = "All stored data about the user"),
              (status = 401, body = Problem), (status = 409, body = Problem)))]
async fn site_user_export(State(state): State<AppState>, visitor: Visitor, cookies: CookieJar) -> ApiResult<Response> {
    let (addresses, mut document) = customers::export_own(&visitor.ctx, &visitor.db).await?;
    let words = members::words_of(&visitor.ctx, &visitor.db, &addresses).await?;
    let visits = match recorded(&state, &visitor, &cookies).await? {
        Some((db, number)) => people::visits_of(&db, number).await?,
        None => Vec::new(),
    };
    if let Value::Object(fields) = &mut document {
        fields.insert("visits".to_owned(), json!(visits));
    }
    Ok(download(&state.blobs, document, words))
}

/// What was recorded of the visits of this browser, and its number; none without an identifier.
async fn recorded(
    state: &AppState,
    visitor: &Visitor,
    cookies: &CookieJar,
) -> Result<Option<(TenantDb, i64)>, TenancyError> {
    let Some(identifier) = cookies.get(IDENTIFIER).map(Cookie::value).filter(|value| !value.is_empty()) else {
        return Ok(None);
    };
    let number = identified_visitor(visitor.ctx.website(), identifier);
    let db = state.tenancy.databases.analytics(visitor.ctx.website()).await?;
    Ok(db.map(|db| (db, number)))
}

/// Delete one's account and personal data
///
/// Orders are kept for accounting, without name, address and email address. The visits of this browser are deleted as
/// well, if it has an identifier. 409 while an order is in progress, or when the email address is not confirmed.
#[utoipa::path(post, path = "/api/site-users/account/erasure", operation_id = "site_user_erase", tag = "site-users",
    params(("X-SiteUser-XSRF-Token" = String, Header, description = "The session's token")),
    request_body = ErasureBody,
    responses((status = 200, body = Done), (status = 401, body = Problem), (status = 409, body = Problem)))]
async fn site_user_erase(
    State(state): State<AppState>,
    caller: SiteUser,
    cookies: CookieJar,
    ApiJson(body): ApiJson<ErasureBody>,
) -> ApiResult<impl IntoResponse> {
    let (ctx, db) = (&caller.visitor.ctx, &caller.visitor.db);
    count_own_password(&state, ctx).await?;
    let proof = members::confirm_password(ctx, db, body.password).await?;
    let addresses = customers::erasable_own(ctx, db).await?;
    members::erase_own_content(ctx, db, &addresses, &proof).await?;
    if let Some((recorded, number)) = recorded(&state, &caller.visitor, &cookies).await? {
        people::erase(&recorded, number, ctx.now()).await?;
    }
    customers::erase_own(ctx, db).await?;
    members::erase_own(ctx, db, state.sessions.as_ref()).await?;
    // Comments and reviews may be shown on any page.
    state.invalidation.invalidate_tags(ctx.website(), &[cache_tags::SITE.to_owned()]).await;
    Ok(private(ended_cookies(&state)?, Json(Done::YES)))
}
