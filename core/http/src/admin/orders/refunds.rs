//! Refunds of orders.

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use stoa_commerce::refunds::{self, NewRefund, RefundLine, RequestedRefund};
use stoa_kernel::money::Cents;
use stoa_kernel::payment::RefundCause;
use utoipa::ToSchema;

use super::order_out::{OrderOut, accounts};
use super::refund_out::{RefundAnswerOut, RefundOut, RefundPreviewOut};
use crate::admin::orders::{OrderPath, PiecesBody};
use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiJson, ApiPath, Contributor};
use crate::problem::{ApiResult, Problem};
use crate::route_policy::{Invalidates, changes};
use crate::state::AppState;

/// A requested refund. Amounts are minor units of the order's currency.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RefundWishBody {
    /// The items; they are refunded at the price paid, tax included.
    #[serde(default)]
    items: Vec<PiecesBody>,
    /// Shipping costs to refund.
    #[serde(default)]
    #[schema(minimum = 0)]
    shipping_cents: i64,
    /// Total; omitted for the sum of items and shipping costs.
    #[serde(default)]
    amount_cents: Option<i64>,
    /// The payment to refund; omitted for the one with the largest remaining amount.
    #[serde(default)]
    payment_id: Option<String>,
}

impl From<RefundWishBody> for RequestedRefund {
    fn from(body: RefundWishBody) -> Self {
        let line = |pieces: PiecesBody| RefundLine { order_item_id: pieces.order_item_id, quantity: pieces.quantity };
        Self {
            items: body.items.into_iter().map(line).collect(),
            shipping_cents: Cents(body.shipping_cents),
            amount_cents: body.amount_cents.map(Cents),
            payment_id: body.payment_id,
        }
    }
}

/// A refund to make.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RefundBody {
    /// Idempotency key, 8 to 200 characters; the same for retries of this refund.
    #[schema(min_length = 8, max_length = 200)]
    idempotency_key: String,
    #[serde(flatten)]
    wish: RefundWishBody,
    /// Reason.
    #[serde(default)]
    #[schema(max_length = 500)]
    reason: String,
    /// Whether the items are returned to stock.
    #[serde(default)]
    restock: bool,
    /// Whether to notify the customer by e-mail.
    #[serde(default)]
    notify_customer: bool,
}

/// Routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(refunds_preview: changes(Invalidates::Nothing)))
        .routes(routes!(refunds_create: changes(Invalidates::ByHandler)))
}

/// Preview a refund
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/orders/{orderId}/refund/preview",
    operation_id = "refunds_preview", tag = "orders", request_body = RefundWishBody,
    security(("contributor" = ["orders:write"])),
    responses((status = 200, body = RefundPreviewOut), (status = 409, body = Problem)))]
async fn refunds_preview(
    caller: Contributor,
    ApiPath(path): ApiPath<OrderPath>,
    ApiJson(body): ApiJson<RefundWishBody>,
) -> ApiResult<Json<RefundPreviewOut>> {
    let preview = refunds::preview(&caller.ctx, &caller.db, &path.order_id, &body.into()).await?;
    Ok(Json(preview.into()))
}

/// Refund an order
///
/// A retry with the same idempotency key refunds nothing again and returns the status of the refund. A refund without a
/// definite response of the provider has the status `unknown` or `pending`; the provider is asked until the outcome is
/// known.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/orders/{orderId}/refund", operation_id = "refunds_create",
    tag = "orders", request_body = RefundBody, security(("contributor" = ["orders:write"])),
    responses((status = 200, body = RefundAnswerOut), (status = 409, body = Problem)))]
async fn refunds_create(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<OrderPath>,
    ApiJson(body): ApiJson<RefundBody>,
) -> ApiResult<Json<RefundAnswerOut>> {
    let new = NewRefund {
        idempotency_key: body.idempotency_key,
        wish: body.wish.into(),
        reason: RefundCause::Words(body.reason),
        restock: body.restock,
        notify_customer: body.notify_customer,
    };
    let payments = state.payments.as_ref();
    let answer = refunds::refund(&caller.ctx, &caller.db, payments, &path.order_id, new).await?;
    let names = state.tenancy.staff.names(accounts(&answer.order)).await?;
    let refund = RefundOut::new(answer.refund, &names);
    Ok(Json(RefundAnswerOut { refund, order: OrderOut::new(answer.order, &names) }))
}
