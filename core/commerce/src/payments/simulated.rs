//! Messages of the simulated banks of test providers, which cannot send any: they stand in the provider's state of a test
//! payment (see "Payment plugins" in `plugins/README.md`), and are received like those that arrive.

use serde::Deserialize;
use stoa_entity::TenantDb;
use stoa_entity::tenant::payment;
use stoa_kernel::TenantCtx;

use super::receipt::receive;
use crate::ports::{Payments, Webhook};

/// Maximum number of messages per payment.
const MAX_MESSAGES: usize = 10;

#[derive(Deserialize)]
struct Messages {
    messages: Vec<Message>,
}

#[derive(Deserialize)]
struct Message {
    headers: Vec<(String, String)>,
    body: String,
}

/// Receives the messages about a captured test payment, once each. One that fails is logged: no money depends on it.
pub(crate) async fn receive_simulated(
    ctx: &TenantCtx,
    db: &TenantDb,
    payments: &dyn Payments,
    payment: &payment::Model,
) {
    if payment.test_mode != Some(true) || !payment.status.is_taken() {
        return;
    }
    let Ok(Messages { messages }) = Messages::deserialize(&payment.provider_state) else { return };
    for Message { headers, body } in messages.into_iter().take(MAX_MESSAGES) {
        let webhook = Webhook { method: "POST".to_owned(), headers, query: String::new(), body: body.into_bytes() };
        if let Err(error) = receive(ctx, db, payments, &payment.provider, &webhook).await {
            let website = ctx.website();
            tracing::warn!(tenant.id = %website, provider = payment.provider, %error, "a simulated message failed");
        }
    }
}
