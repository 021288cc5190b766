//! The checkout: its steps, and placing the order. All operations return 404 except to the browser, or for the account,
//! that began the checkout.

mod payment_return;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderName, header};
use serde::Deserialize;
use stoa_commerce::checkout::{self, CheckoutView, Customer, Destination, Purchase, Submission, SubmitStatus};
use stoa_commerce::ports::CheckoutPlugins;
use stoa_kernel::id::DiscountId;
use stoa_kernel::{Failure, statements};
use stoa_messages::{Catalogue, Texts};

use super::address::ADMIN_LANGUAGE;
use super::analytics::intake::Reporter;
use super::analytics::purchases::{note_unpaid, record_purchase};
use super::cart::CouponBody;
use super::checkout_out::{
    BillingBody, CheckoutOut, CustomerBody, DestinationBody, DetailsBody, PickupBody, ShippingOptionBody, SubmitBody,
    SubmitOut,
};
use super::quotes::quoted_checkout;
use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiJson, ApiPath, Shopper, Visitor, path_id};
use crate::own_task::in_own_task;
use crate::problem::{ApiError, ApiResult, Problem};
use crate::rate_limit::{CodeAttempt, RateLimit};
use crate::route_policy::{Invalidates, RoutePolicy, changes, reads};
use crate::state::AppState;

/// Must not be cached.
const UNKEPT: (HeaderName, &str) = (header::CACHE_CONTROL, "no-store");

/// Sentences about payments that were refused, or are under way. They are written in English first.
const REFUSALS: [&str; 6] = [
    "paymentRefusal.declined",
    "paymentRefusal.invalidNumber",
    "paymentRefusal.testCardsOnly",
    "paymentRefusal.notNow",
    "island.checkout.declined",
    "island.checkout.processing",
];

/// A response with personal data: not cached.
type Private<T> = ([(HeaderName, &'static str); 1], Json<T>);

fn private<T>(body: T) -> Private<T> {
    ([UNKEPT], Json(body))
}

async fn shown(state: &AppState, caller: &Visitor, view: CheckoutView) -> ApiResult<Private<CheckoutOut>> {
    let view = quoted_checkout(state, caller, view).await?;
    let (language, wording) = caller.reader_of_site(&view.language, view.texts_stamp.as_deref()).await?;
    let mut checkout = CheckoutOut::new(view, &language, wording.texts());
    checkout.proposes_addresses = state.places.is_some();
    Ok(private(checkout))
}

/// The plugins that a checkout asks.
fn plugins(state: &AppState) -> CheckoutPlugins<'_> {
    CheckoutPlugins { payments: &*state.payments, quotes: &*state.quotes }
}

/// What a payment provider says about a refusal, in the texts of the reader if it is one of the usual sentences.
fn in_other_words(said: String, texts: Texts<'_>) -> String {
    let english = Catalogue::for_language(ADMIN_LANGUAGE);
    let known = REFUSALS.into_iter().find(|key| english.text(key) == said);
    known.map_or(said, |key| texts.text(key).to_owned())
}

/// The same in the language of a customer. The order is placed, so nothing keeps the answer from the customer: if the
/// language cannot be read, it is in English.
async fn in_words_of(caller: &Visitor, said: String) -> String {
    match caller.reader().await {
        Ok((_, wording)) => in_other_words(said, wording.texts()),
        Err(_) => said,
    }
}

/// Path parameters of a discount code in a checkout.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct CouponPath {
    cart_token: String,
    #[serde(deserialize_with = "path_id")]
    coupon_id: DiscountId,
}

/// Of operations that change the checkout.
const CHANGES_CHECKOUT: RoutePolicy = changes(Invalidates::ByHandler).limited(RateLimit::CHECKOUT);

/// The routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(checkout_get: reads()))
        .routes(routes!(checkout_set_customer: CHANGES_CHECKOUT))
        .routes(routes!(checkout_set_shipping: CHANGES_CHECKOUT))
        .routes(routes!(checkout_set_shipping_option: CHANGES_CHECKOUT))
        .routes(routes!(checkout_set_pickup: CHANGES_CHECKOUT))
        .routes(routes!(checkout_set_billing: CHANGES_CHECKOUT))
        .routes(routes!(checkout_set_details: CHANGES_CHECKOUT))
        .routes(routes!(checkout_add_coupon: CHANGES_CHECKOUT))
        .routes(routes!(checkout_remove_coupon: CHANGES_CHECKOUT))
        .routes(routes!(checkout_submit: CHANGES_CHECKOUT))
        .routes(routes!(checkout_give_up_payment: CHANGES_CHECKOUT))
        .merge(payment_return::routes())
}

/// Get the checkout of a cart
#[utoipa::path(get, path = "/api/2/commerce/checkout/{cartToken}", operation_id = "checkout_get", tag = "checkout",
    responses((status = 200, body = CheckoutOut)))]
async fn checkout_get(
    State(state): State<AppState>,
    Shopper(caller): Shopper,
    ApiPath(token): ApiPath<String>,
) -> ApiResult<Private<CheckoutOut>> {
    let view = checkout::view(&caller.ctx, &caller.db, &*state.payments, caller.checkout(&token)).await?;
    shown(&state, &caller, view).await
}

/// Set the customer
#[utoipa::path(put, path = "/api/2/commerce/checkout/{cartToken}/customer", operation_id = "checkout_set_customer",
    tag = "checkout", request_body = CustomerBody,
    responses((status = 200, body = CheckoutOut), (status = 409, body = Problem)))]
async fn checkout_set_customer(
    State(state): State<AppState>,
    Shopper(caller): Shopper,
    ApiPath(token): ApiPath<String>,
    ApiJson(body): ApiJson<CustomerBody>,
) -> ApiResult<Private<CheckoutOut>> {
    let payments = &*state.payments;
    let customer = Customer { language: caller.language(), ..body.into() };
    let view = checkout::set_customer(&caller.ctx, &caller.db, payments, caller.checkout(&token), customer).await?;
    shown(&state, &caller, view).await
}

/// Set the shipping address
#[utoipa::path(put, path = "/api/2/commerce/checkout/{cartToken}/shipping", operation_id = "checkout_set_shipping",
    tag = "checkout", request_body = DestinationBody,
    responses((status = 200, body = CheckoutOut), (status = 409, body = Problem)))]
async fn checkout_set_shipping(
    State(state): State<AppState>,
    Shopper(caller): Shopper,
    ApiPath(token): ApiPath<String>,
    ApiJson(body): ApiJson<DestinationBody>,
) -> ApiResult<Private<CheckoutOut>> {
    let (key, destination) = (caller.checkout(&token), Destination::from(body));
    let view = checkout::set_shipping(&caller.ctx, &caller.db, plugins(&state), key, destination).await?;
    shown(&state, &caller, view).await
}

/// Choose a shipping option
#[utoipa::path(put, path = "/api/2/commerce/checkout/{cartToken}/shipping-option",
    operation_id = "checkout_set_shipping_option", tag = "checkout", request_body = ShippingOptionBody,
    responses((status = 200, body = CheckoutOut), (status = 409, body = Problem)))]
async fn checkout_set_shipping_option(
    State(state): State<AppState>,
    Shopper(caller): Shopper,
    ApiPath(token): ApiPath<String>,
    ApiJson(body): ApiJson<ShippingOptionBody>,
) -> ApiResult<Private<CheckoutOut>> {
    let payments = &*state.payments;
    let view =
        checkout::set_shipping_option(&caller.ctx, &caller.db, payments, caller.checkout(&token), &body.option_id)
            .await?;
    shown(&state, &caller, view).await
}

/// Set the pickup location and person
///
/// No shipping address is needed then; taxes are those of the pickup location. Setting a shipping address ends the
/// pickup.
#[utoipa::path(put, path = "/api/2/commerce/checkout/{cartToken}/pickup", operation_id = "checkout_set_pickup",
    tag = "checkout", request_body = PickupBody,
    responses((status = 200, body = CheckoutOut), (status = 409, body = Problem)))]
async fn checkout_set_pickup(
    State(state): State<AppState>,
    Shopper(caller): Shopper,
    ApiPath(token): ApiPath<String>,
    ApiJson(body): ApiJson<PickupBody>,
) -> ApiResult<Private<CheckoutOut>> {
    let payments = &*state.payments;
    let view = checkout::set_pickup(&caller.ctx, &caller.db, payments, caller.checkout(&token), body.into()).await?;
    shown(&state, &caller, view).await
}

/// Set the billing address
#[utoipa::path(put, path = "/api/2/commerce/checkout/{cartToken}/billing", operation_id = "checkout_set_billing",
    tag = "checkout", request_body = BillingBody,
    responses((status = 200, body = CheckoutOut), (status = 409, body = Problem)))]
async fn checkout_set_billing(
    State(state): State<AppState>,
    Shopper(caller): Shopper,
    ApiPath(token): ApiPath<String>,
    ApiJson(body): ApiJson<BillingBody>,
) -> ApiResult<Private<CheckoutOut>> {
    let payments = &*state.payments;
    let view = checkout::set_billing(&caller.ctx, &caller.db, payments, caller.checkout(&token), body.into()).await?;
    shown(&state, &caller, view).await
}

/// Answer the checkout questions
#[utoipa::path(put, path = "/api/2/commerce/checkout/{cartToken}/details", operation_id = "checkout_set_details",
    tag = "checkout", request_body = DetailsBody,
    responses((status = 200, body = CheckoutOut), (status = 409, body = Problem)))]
async fn checkout_set_details(
    State(state): State<AppState>,
    Shopper(caller): Shopper,
    ApiPath(token): ApiPath<String>,
    ApiJson(body): ApiJson<DetailsBody>,
) -> ApiResult<Private<CheckoutOut>> {
    let said = checkout::NoteAndAnswers { note: &body.note, answers: &body.answers };
    let key = caller.checkout(&token);
    let view = checkout::set_details(&caller.ctx, &caller.db, plugins(&state), key, said).await?;
    shown(&state, &caller, view).await
}

/// Apply a discount code
///
/// A code that does not apply now is kept in `invalidCoupons`, with the reason.
#[utoipa::path(post, path = "/api/2/commerce/checkout/{cartToken}/coupons", operation_id = "checkout_add_coupon",
    tag = "checkout", request_body = CouponBody,
    responses((status = 200, body = CheckoutOut), (status = 409, body = Problem)))]
async fn checkout_add_coupon(
    State(state): State<AppState>,
    Shopper(caller): Shopper,
    ApiPath(token): ApiPath<String>,
    ApiJson(body): ApiJson<CouponBody>,
) -> ApiResult<Private<CheckoutOut>> {
    let payments = &*state.payments;
    let attempt = CodeAttempt::count(&state, &caller.ctx).await?;
    let view =
        checkout::add_coupon(&caller.ctx, &caller.db, payments, caller.checkout(&token), &body.promo_code).await?;
    attempt.succeeded(&state).await;
    shown(&state, &caller, view).await
}

/// Remove a discount code
#[utoipa::path(delete, path = "/api/2/commerce/checkout/{cartToken}/coupons/{couponId}",
    operation_id = "checkout_remove_coupon", tag = "checkout",
    responses((status = 200, body = CheckoutOut), (status = 409, body = Problem)))]
async fn checkout_remove_coupon(
    State(state): State<AppState>,
    Shopper(caller): Shopper,
    ApiPath(path): ApiPath<CouponPath>,
) -> ApiResult<Private<CheckoutOut>> {
    let payments = &*state.payments;
    let key = caller.checkout(&path.cart_token);
    let view = checkout::remove_coupon(&caller.ctx, &caller.db, payments, key, &path.coupon_id).await?;
    shown(&state, &caller, view).await
}

/// Place the order
///
/// Repeating the request with the same key returns the same response. 409 `cart-changed` contains the refreshed cart in
/// `cart`, 409 `already-purchased` the confirmation page in `redirectUrl`.
#[utoipa::path(post, path = "/api/2/commerce/checkout/{cartToken}/submit", operation_id = "checkout_submit",
    tag = "checkout", request_body = SubmitBody,
    responses((status = 200, body = SubmitOut), (status = 409, body = Problem)))]
async fn checkout_submit(
    State(state): State<AppState>,
    Shopper(caller): Shopper,
    ApiPath(token): ApiPath<String>,
    reporter: Result<Reporter, ApiError>,
    ApiJson(body): ApiJson<SubmitBody>,
) -> ApiResult<Private<SubmitOut>> {
    let (language, asked_language) = (caller.language(), caller.asked_language.clone());
    let submission = Submission { language, asked_language, ..body.into() };
    // A separate task, so that the request to the provider completes even if the customer's connection breaks.
    let bought = in_own_task(statements::carried(async move {
        let access = caller.sale_access();
        let purchase = Purchase { key: caller.checkout(&token), access: &access, submission };
        let mut answer = checkout::submit(&caller.ctx, &caller.db, plugins(&state), purchase).await?;
        let order = Ok(answer.placed.take());
        if matches!(answer.status, SubmitStatus::Paid | SubmitStatus::AwaitingTransfer) {
            record_purchase(&state, reporter, order).await;
        } else if matches!(answer.status, SubmitStatus::ActionRequired | SubmitStatus::Pending) {
            note_unpaid(&state, reporter, order).await;
        }
        if let Some(said) = answer.message.take() {
            answer.message = Some(in_words_of(&caller, said).await);
        }
        Ok::<_, ApiError>(answer)
    }));
    let answer = bought.await.map_err(Failure::internal)??;
    Ok(private(answer.into()))
}

/// Cancel a payment that awaits the customer
///
/// The cart can then be changed and paid another way. A payment that has been confirmed in the meantime is kept.
#[utoipa::path(delete, path = "/api/2/commerce/checkout/{cartToken}/payment",
    operation_id = "checkout_give_up_payment", tag = "checkout", responses((status = 200, body = CheckoutOut)))]
async fn checkout_give_up_payment(
    State(state): State<AppState>,
    Shopper(caller): Shopper,
    ApiPath(token): ApiPath<String>,
) -> ApiResult<Private<CheckoutOut>> {
    let (payments, visitor) = (state.payments.clone(), caller.clone());
    // A separate task, so that the request to the provider completes even if the customer's connection breaks.
    let given_up = in_own_task(async move {
        checkout::cancel_pending_payment(&caller.ctx, &caller.db, &*payments, caller.checkout(&token)).await
    });
    let view = given_up.await.map_err(Failure::internal)??;
    shown(&state, &visitor, view).await
}
