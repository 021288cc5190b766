//! Money that goes back to customers.

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use stoa_commerce::refunds::{self, NewRefund, RefundLine, RefundWish};
use utoipa::ToSchema;

use super::order_out::{OrderOut, accounts};
use super::orders::{OrderPath, PiecesBody};
use super::refund_out::{RefundAnswerOut, RefundOut, RefundPreviewOut};
use crate::calls::{Calls, routes};
use crate::extract::{ApiJson, ApiPath, Contributor};
use crate::problem::{ApiResult, Problem};
use crate::state::AppState;

/// What is to be given back. Amounts are minor units of the order's currency.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RefundWishBody {
    /// The pieces; their money is what was paid for them, tax included.
    #[serde(default)]
    items: Vec<PiecesBody>,
    /// The part for delivery.
    #[serde(default)]
    #[schema(minimum = 0)]
    shipping_cents: i64,
    /// All of it; none for what pieces and delivery cost.
    #[serde(default)]
    amount_cents: Option<i64>,
    /// Which payment; none for the one of which most is left.
    #[serde(default)]
    payment_id: Option<String>,
}

impl From<RefundWishBody> for RefundWish {
    fn from(body: RefundWishBody) -> Self {
        let line = |pieces: PiecesBody| RefundLine { order_item_id: pieces.order_item_id, quantity: pieces.quantity };
        Self {
            items: body.items.into_iter().map(line).collect(),
            shipping_cents: body.shipping_cents,
            amount_cents: body.amount_cents,
            payment_id: body.payment_id,
        }
    }
}

/// A refund.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RefundBody {
    /// The same for each repetition of this refund, 8 to 200 characters.
    idempotency_key: String,
    #[serde(flatten)]
    wish: RefundWishBody,
    /// Why.
    #[serde(default)]
    reason: String,
    /// Whether the pieces go back into stock.
    #[serde(default)]
    restock: bool,
    /// Whether the customer is told by mail.
    #[serde(default)]
    notify_customer: bool,
}

/// The routes of this noun.
pub fn routes() -> Calls {
    Calls::new().routes(routes!(refunds_preview)).routes(routes!(refunds_create))
}

/// What a refund would be
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/orders/{orderId}/refund/preview",
    operation_id = "refunds_preview", tag = "orders",
    params(("websiteId" = String, Path, description = "The site"), ("orderId" = String, Path, description = "The order")),
    request_body = RefundWishBody,
    security(("contributor" = ["orders:write"])),
    responses((status = 200, body = RefundPreviewOut), (status = 400, body = Problem), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem), (status = 409, body = Problem)),
    )]
async fn refunds_preview(
    caller: Contributor,
    ApiPath(path): ApiPath<OrderPath>,
    ApiJson(body): ApiJson<RefundWishBody>,
) -> ApiResult<Json<RefundPreviewOut>> {
    let preview = refunds::preview(&caller.ctx, &caller.db, &path.order_id, &body.into()).await?;
    Ok(Json(preview.into()))
}

/// Give money back
///
/// A repetition with the same idempotency key gives nothing back again and tells how it stands. A
/// refund that the provider did not answer clearly has the status `unknown` or `pending` and is
/// asked for until it is known.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/orders/{orderId}/refund", operation_id = "refunds_create",
    tag = "orders",
    params(("websiteId" = String, Path, description = "The site"), ("orderId" = String, Path, description = "The order")),
    request_body = RefundBody,
    security(("contributor" = ["orders:write"])),
    responses((status = 200, body = RefundAnswerOut), (status = 400, body = Problem), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem), (status = 409, body = Problem)),
    )]
async fn refunds_create(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<OrderPath>,
    ApiJson(body): ApiJson<RefundBody>,
) -> ApiResult<Json<RefundAnswerOut>> {
    let new = NewRefund {
        idempotency_key: body.idempotency_key,
        wish: body.wish.into(),
        reason: body.reason,
        restock: body.restock,
        notify_customer: body.notify_customer,
    };
    let payments = state.payments.as_ref();
    let answer = refunds::refund(&caller.ctx, &caller.db, payments, &path.order_id, new).await?;
    let names = state.tenancy.staff.names(accounts(&answer.order)).await?;
    let refund = RefundOut::new(answer.refund, &names);
    Ok(Json(RefundAnswerOut { refund, order: OrderOut::new(answer.order, &names) }))
}
