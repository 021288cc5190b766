//! Returning to the shop from the page of a payment provider. Only the browser in which the order was placed is sent on.

use axum::extract::{RawQuery, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Redirect, Response};
use serde::Deserialize;
use stoa_commerce::checkout::{self, PaymentReturn, ReturnAnswer};
use stoa_kernel::Failure;
use stoa_kernel::id::PaymentId;

use super::UNKEPT;
use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiPath, Visitor, path_id};
use crate::own_task::in_own_task;
use crate::plain_page::{self, Words};
use crate::problem::{ApiError, ApiResult};
use crate::public::page_calls::in_chosen_language;
use crate::route_policy::opened_by_url;
use crate::state::AppState;
use crate::storefront::analytics::intake::Reporter;
use crate::storefront::analytics::purchases::record_purchase;

/// Messages shown when a payment is confirmed in another browser than the one that placed the order.
const PAID_IN_OTHER_BROWSER: Words = ("sitePage.paidElsewhereTitle", "sitePage.paidElsewhere");
const GO_ON_ELSEWHERE: Words = ("sitePage.unpaidElsewhereTitle", "sitePage.unpaidElsewhere");

/// Path parameters of a payment attempt.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct AttemptPath {
    #[serde(deserialize_with = "path_id")]
    attempt_id: PaymentId,
}

/// The routes of this module.
pub(super) fn routes() -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(checkout_payment_return: opened_by_url()))
        .routes(routes!(checkout_payment_canceled: opened_by_url()))
}

/// Return from a payment page
///
/// Redirects to the confirmation page of the order, or back to the checkout.
#[utoipa::path(get, path = "/checkout/payment-return/{attemptId}", operation_id = "checkout_payment_return",
    tag = "checkout",
    responses((status = 200, description = "A page for a browser in which the order was not placed"),
              (status = 303, description = "Redirects to the confirmation page or the checkout")))]
async fn checkout_payment_return(
    State(state): State<AppState>,
    caller: Visitor,
    reporter: Result<Reporter, ApiError>,
    ApiPath(path): ApiPath<AttemptPath>,
    RawQuery(query): RawQuery,
) -> ApiResult<Response> {
    let query = query.unwrap_or_default();
    let (visitor, kept) = (caller.clone(), state.clone());
    let answered = in_own_task(async move {
        let returned = PaymentReturn { attempt_id: &path.attempt_id, query: &query, browser: caller.browser() };
        let answer = checkout::payment_return(&caller.ctx, &caller.db, &*state.payments, &returned).await?;
        if matches!(answer, ReturnAnswer::Paid { .. }) {
            let order = checkout::order_of_payment(&caller.db, &path.attempt_id).await;
            record_purchase(&state, reporter, order).await;
        }
        Ok::<_, ApiError>(answer)
    });
    redirect_after_payment(&kept, &visitor, answered.await.map_err(Failure::internal)??, "declined").await
}

/// Return from a payment page without paying
///
/// Cancels the payment and redirects to the checkout.
#[utoipa::path(get, path = "/checkout/payment-canceled/{attemptId}", operation_id = "checkout_payment_canceled",
    tag = "checkout",
    responses((status = 200, description = "A page for a browser in which the order was not placed"),
              (status = 303, description = "Redirects to the checkout")))]
async fn checkout_payment_canceled(
    State(state): State<AppState>,
    caller: Visitor,
    ApiPath(path): ApiPath<AttemptPath>,
) -> ApiResult<Response> {
    let (visitor, kept) = (caller.clone(), state.clone());
    let answered = in_own_task(async move {
        let browser = caller.browser();
        checkout::payment_canceled_by_buyer(&caller.ctx, &caller.db, &*state.payments, &path.attempt_id, browser).await
    });
    redirect_after_payment(&kept, &visitor, answered.await.map_err(Failure::internal)??, "canceled").await
}

/// Where to send a browser that comes from a payment page; `refused` is the state of a payment that failed. The URL of
/// an order gives access to it, so the response is not cached.
async fn redirect_after_payment(
    state: &AppState,
    visitor: &Visitor,
    answer: ReturnAnswer,
    refused: &str,
) -> ApiResult<Response> {
    let place = match answer {
        ReturnAnswer::Paid { redirect_url } => redirect_url,
        ReturnAnswer::Declined { cart_token } => back_to_checkout(refused, cart_token),
        ReturnAnswer::Pending { cart_token } => back_to_checkout("pending", cart_token),
        ReturnAnswer::Elsewhere { stands } => {
            let words = if stands { PAID_IN_OTHER_BROWSER } else { GO_ON_ELSEWHERE };
            let page = plain_page::page(visitor.wording().await?.texts(), StatusCode::OK, words);
            return Ok(([UNKEPT], page).into_response());
        }
    };
    let place = in_chosen_language(state, visitor, &place).await?;
    Ok(([UNKEPT], Redirect::to(&place)).into_response())
}

/// URL of the checkout that the customer left, with the state of the payment.
fn back_to_checkout(state: &str, cart_token: Option<String>) -> String {
    match cart_token {
        Some(token) => format!("/checkout?{state}=1&cartToken={token}"),
        None => format!("/checkout?{state}=1"),
    }
}
