//! Payment settings, payment providers, their webhook messages, and manual capture.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{AppendHeaders, IntoResponse};
use serde::Deserialize;
use serde_json::Value;
use stoa_commerce::payments::{self, PaymentSettings, ProviderChange};
use stoa_kernel::id::{OrderId, PaymentId};
use utoipa::ToSchema;

use crate::admin::orders::order_out::{OrderOut, accounts};
use crate::admin::orders::payment_out::{PaymentMessagesOut, PaymentSettingsBody, PaymentSettingsOut};
use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiJson, ApiPath, Contributor, path_id};
use crate::precondition::named;
use crate::problem::{ApiResult, Problem};
use crate::route_policy::{Invalidates, changes, reads};
use crate::state::AppState;

/// Settings of a payment provider.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ProviderSettingsBody {
    /// Settings that match the provider's schema.
    #[schema(value_type = Object)]
    settings: Value,
}

/// Path parameters of a payment provider.
#[derive(Debug, Deserialize)]
pub struct ProviderPath {
    provider: String,
}

/// Path parameters of a payment.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PaymentPath {
    #[serde(deserialize_with = "path_id")]
    order_id: OrderId,
    #[serde(deserialize_with = "path_id")]
    payment_id: PaymentId,
}

/// Path parameters of an order.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OrderPath {
    #[serde(deserialize_with = "path_id")]
    order_id: OrderId,
}

/// Routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(payment_settings_get: reads(), payment_settings_save: changes(Invalidates::Site)))
        .routes(routes!(payment_provider_save: changes(Invalidates::Site)))
        .routes(routes!(payment_messages_unmatched: reads()))
        .routes(routes!(orders_payment_messages: reads()))
        .routes(routes!(orders_capture_payment: changes(Invalidates::ByHandler)))
        .routes(routes!(orders_ask_for_payment: changes(Invalidates::ByHandler)))
        .routes(routes!(orders_give_up_payment: changes(Invalidates::ByHandler)))
}

fn tagged(settings: PaymentSettings) -> impl IntoResponse {
    let etag = format!("\"{}\"", settings.revision);
    (AppendHeaders([(header::ETAG, etag)]), Json(PaymentSettingsOut::from(settings)))
}

/// Get the payment settings
///
/// Each method of each provider is listed once, in the order shown to customers.
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/payment-settings", operation_id = "payment_settings_get",
    tag = "payments", security(("contributor" = ["plugins:read"])),
    responses((status = 200, body = PaymentSettingsOut, headers(("ETag" = String, description = "The revision in quotes")))))]
async fn payment_settings_get(State(state): State<AppState>, caller: Contributor) -> ApiResult<impl IntoResponse> {
    Ok(tagged(payments::get(&caller.ctx, &caller.db, &*state.payment_providers).await?))
}

/// Save the payment settings
///
/// 412 if someone has saved a newer revision.
#[utoipa::path(put, path = "/api/v1/websites/{websiteId}/payment-settings", operation_id = "payment_settings_save",
    tag = "payments",
    params(("If-Match" = String, Header, description = "The revision to change, in quotes; a list, or `*` for any")),
    request_body = PaymentSettingsBody, security(("contributor" = ["plugins:write"])),
    responses((status = 200, body = PaymentSettingsOut), (status = 412, body = Problem),
              (status = 428, body = Problem)))]
async fn payment_settings_save(
    State(state): State<AppState>,
    caller: Contributor,
    headers: HeaderMap,
    ApiJson(body): ApiJson<PaymentSettingsBody>,
) -> ApiResult<impl IntoResponse> {
    let seen = named(&headers)?;
    let providers = &*state.payment_providers;
    Ok(tagged(payments::save(&caller.ctx, &caller.db, providers, &seen, body.into()).await?))
}

/// Save the settings of a payment provider
///
/// 412 if someone has saved a newer revision.
#[utoipa::path(put, path = "/api/v1/websites/{websiteId}/payment-providers/{provider}",
    operation_id = "payment_provider_save", tag = "payments",
    params(("If-Match" = Option<String>, Header, description = "The revision to change, in quotes; a list, or `*` for any"),
           ("If-None-Match" = Option<String>, Header, description = "`*` if nothing is saved yet")),
    request_body = ProviderSettingsBody, security(("contributor" = ["plugins:write"])),
    responses((status = 200, body = PaymentSettingsOut), (status = 412, body = Problem),
              (status = 428, body = Problem)))]
async fn payment_provider_save(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<ProviderPath>,
    headers: HeaderMap,
    ApiJson(body): ApiJson<ProviderSettingsBody>,
) -> ApiResult<impl IntoResponse> {
    let seen = named(&headers)?;
    let change = ProviderChange { provider: &path.provider, seen: &seen, settings: &body.settings };
    let saved = payments::save_provider(&caller.ctx, &caller.db, &*state.payment_providers, change).await?;
    Ok(tagged(saved))
}

/// List unmatched payment provider messages
///
/// Newest first, at most 50. The server keeps trying to match them for about two days.
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/payment-messages",
    operation_id = "payment_messages_unmatched", tag = "payments", security(("contributor" = ["plugins:read"])),
    responses((status = 200, body = PaymentMessagesOut)))]
async fn payment_messages_unmatched(caller: Contributor) -> ApiResult<Json<PaymentMessagesOut>> {
    Ok(Json(payments::unmatched(&caller.ctx, &caller.db).await?.into()))
}

/// List the payment provider messages of an order
///
/// Oldest first.
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/orders/{orderId}/payment-messages",
    operation_id = "orders_payment_messages", tag = "orders", security(("contributor" = ["orders:read"])),
    responses((status = 200, body = PaymentMessagesOut)))]
async fn orders_payment_messages(
    caller: Contributor,
    ApiPath(path): ApiPath<OrderPath>,
) -> ApiResult<Json<PaymentMessagesOut>> {
    Ok(Json(payments::of_order(&caller.ctx, &caller.db, &path.order_id).await?.into()))
}

/// Capture an authorized payment
///
/// Also records the receipt of a bank transfer or of a payment on delivery. If the provider gives no definite response,
/// the order stays unchanged and the provider is asked again later.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/orders/{orderId}/payments/{paymentId}/capture",
    operation_id = "orders_capture_payment", tag = "orders", security(("contributor" = ["orders:write"])),
    responses((status = 200, body = OrderOut), (status = 409, body = Problem)))]
async fn orders_capture_payment(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<PaymentPath>,
) -> ApiResult<Json<OrderOut>> {
    let (order, payment) = (&path.order_id, &path.payment_id);
    let order = payments::capture(&caller.ctx, &caller.db, &*state.payments, order, payment).await?;
    let names = state.tenancy.staff.names(accounts(&order)).await?;
    Ok(Json(OrderOut::new(order, &names)))
}

/// Check the status of a payment with its provider
///
/// Payments with an unknown outcome are checked automatically for two days, at increasing intervals; this operation
/// checks at once.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/orders/{orderId}/payments/{paymentId}/ask",
    operation_id = "orders_ask_for_payment", tag = "orders", security(("contributor" = ["orders:write"])),
    responses((status = 200, body = OrderOut), (status = 409, body = Problem)))]
async fn orders_ask_for_payment(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<PaymentPath>,
) -> ApiResult<Json<OrderOut>> {
    let (order, payment) = (&path.order_id, &path.payment_id);
    let order = payments::query_status(&caller.ctx, &caller.db, &*state.payments, order, payment).await?;
    let names = state.tenancy.staff.names(accounts(&order)).await?;
    Ok(Json(OrderOut::new(order, &names)))
}

/// Give up a payment with an unknown outcome
///
/// Afterwards the order can be paid another way. If the payment succeeds later, it pays the order, or is refunded.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/orders/{orderId}/payments/{paymentId}/give-up",
    operation_id = "orders_give_up_payment", tag = "orders", security(("contributor" = ["orders:write"])),
    responses((status = 200, body = OrderOut), (status = 409, body = Problem)))]
async fn orders_give_up_payment(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<PaymentPath>,
) -> ApiResult<Json<OrderOut>> {
    let (order, payment) = (&path.order_id, &path.payment_id);
    let order = payments::cancel_unclear_attempt(&caller.ctx, &caller.db, &*state.payments, order, payment).await?;
    let names = state.tenancy.staff.names(accounts(&order)).await?;
    Ok(Json(OrderOut::new(order, &names)))
}
