//! Attempts to pay an order: their rows, and what providers are told.

use serde_json::{Value, json};
use stoa_entity::tenant::{order, order_item, payment};
use stoa_kernel::TenantCtx;
use stoa_kernel::clock::DAY_MS;
use stoa_kernel::id::PaymentId;
use stoa_kernel::money::{Cents, Currency};
use stoa_kernel::payment::{AttemptStatus, CaptureMode};

use crate::CommerceError;
use crate::payments::{PaymentBuyer, PaymentChoices, PaymentCustomer, PaymentIntent, PaymentLine};
use crate::ports::{Attempt, PaymentMethod, SavedUse};

/// How long after the request a provider is first asked for an attempt's status, milliseconds. Longer than the timeout
/// of any request.
pub(crate) const FIRST_CHECK_MS: i64 = 2 * 60 * 1_000;

/// Row of the attempt. With a total of zero it only stores the idempotency key, and counts as captured.
pub(crate) fn payment_row(
    ctx: &TenantCtx,
    order: &order::Model,
    method: Option<&PaymentMethod>,
    choices: &PaymentChoices,
    idempotency_key: String,
) -> payment::Model {
    let authorisation_ms = method.and_then(|method| method.authorisation_days).map(|days| i64::from(days) * DAY_MS);
    let status = match method {
        Some(_) => AttemptStatus::Started,
        None => AttemptStatus::Captured,
    };
    payment::Model {
        website_id: ctx.website().clone(),
        id: PaymentId::generate(),
        order_id: order.id.clone(),
        provider: method.map_or("free", |method| &method.provider).to_owned(),
        plugin_digest: method.and_then(|method| method.version.clone()),
        method: method.map_or("none", |method| &method.method).to_owned(),
        test_mode: Some(ctx.load_run().is_some() || method.is_some_and(|method| method.test_mode)),
        shop_test_mode: Some(choices.test_mode),
        idempotency_key,
        status,
        amount_cents: order.grand_total_cents,
        captured_cents: Cents::ZERO,
        refunded_cents: Cents::ZERO,
        currency: order.currency.clone(),
        provider_ref: None,
        provider_state: json!({}),
        next_url: None,
        buyer_message: None,
        capture_mode: choices.capture_mode,
        capture_before: authorisation_ms.map(|kept| ctx.now() + kept),
        instructions: None,
        saved_use: None,
        checks: 0,
        next_check_on: method.map(|_| ctx.now() + FIRST_CHECK_MS),
        created_on: ctx.now(),
        updated_on: ctx.now(),
    }
}

/// An attempt in the form passed to providers. `entered` is the data that the shopper entered for the provider; null
/// when it is no longer available. `language` is that of the shopper. No saved method is used.
pub(super) fn attempt(
    order: &order::Model,
    items: &[order_item::Model],
    payment: &payment::Model,
    entered: Value,
    language: Option<String>,
) -> Result<Attempt, CommerceError> {
    let currency: Currency = payment
        .currency
        .parse()
        .map_err(|source| CommerceError::Unreadable { column: "payment.currency", source: Box::new(source) })?;
    let lines = items.iter().map(|item| PaymentLine {
        sku: item.sku.clone(),
        name: item.product_name.clone(),
        quantity: item.quantity,
        unit_price_cents: item.unit_price_cents,
        total_cents: item.total_cents,
    });
    Ok(Attempt {
        provider: payment.provider.clone(),
        version: payment.plugin_digest.clone(),
        shop_test_mode: payment.shop_test_mode,
        attempt_id: payment.id.clone(),
        order_id: order.id.clone(),
        idempotency_key: payment.idempotency_key.clone(),
        amount: payment.amount_cents.of(currency),
        method: payment.method.clone(),
        return_url: format!("/checkout/payment-return/{}", payment.id),
        cancel_url: format!("/checkout/payment-canceled/{}", payment.id),
        webhook_url: format!("/api/payments/webhooks/{}", payment.provider),
        language,
        buyer: buyer(order, payment, entered),
        lines: lines.collect(),
        saved: SavedUse::No,
        provider_state: known_state(&payment.provider_state),
    })
}

fn buyer(order: &order::Model, payment: &payment::Model, entered: Value) -> PaymentBuyer {
    PaymentBuyer {
        entered: match entered {
            Value::Object(fields) => fields,
            _ => serde_json::Map::new(),
        },
        customer: PaymentCustomer {
            email: order.email.clone(),
            name: order.customer_name.clone(),
            customer_id: order.site_user_id.as_ref().map(ToString::to_string),
            billing_address: order.billing_address.clone().map(|address| address.0),
        },
        intent: match payment.capture_mode {
            CaptureMode::AtOnce => PaymentIntent::Capture,
            CaptureMode::OnFulfillment | CaptureMode::ByHand | CaptureMode::Never => PaymentIntent::Authorise,
        },
    }
}

/// State that the provider has stored with the attempt; null before its first response.
fn known_state(stored: &Value) -> Value {
    let said_nothing = stored.as_object().is_some_and(serde_json::Map::is_empty);
    if said_nothing { Value::Null } else { stored.clone() }
}
