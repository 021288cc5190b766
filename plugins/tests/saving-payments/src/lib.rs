//! A payment provider whose bank is its own storage: it captures at once, saves methods, charges saved ones and forgets
//! them. It works without a network, for tests of a whole server.

use stoa_plugin_sdk::json::json;
use stoa_plugin_sdk::payments2::{
    Attempt, Next, Outcome, Payments, SavedMethod, SavedUse, Status, Webhook, WebhookEvent,
};
use stoa_plugin_sdk::{CallContext, Error, ErrorCode, Money, error, storage2};

struct Bank;

/// The name of a token in storage.
fn entry(token: &str) -> String {
    format!("method/{token}")
}

fn outcome(a: &Attempt, status: Status, saved_method: Option<SavedMethod>) -> Outcome {
    let captured = (status == Status::Captured).then(|| a.amount.clone());
    Outcome {
        status,
        next: Next::None,
        provider_ref: None,
        captured,
        refunded: None,
        decline_message: None,
        saved_method,
        provider_state: json!({ "status": status == Status::Captured }).to_string(),
    }
}

impl Payments for Bank {
    fn create(a: Attempt, ctx: CallContext) -> Result<Outcome, Error> {
        match &a.saved {
            SavedUse::No => Ok(outcome(&a, Status::Captured, None)),
            SavedUse::Save => {
                let customer = a.buyer.customer_id.clone().unwrap_or_default();
                let token = format!("m_{}", a.attempt_id);
                storage2::set(&entry(&token), customer.as_bytes(), None)
                    .map_err(|_| error(ErrorCode::UpstreamFailed, "the bank is full"))?;
                let saved = SavedMethod {
                    token,
                    label: "Visa ending in 4242".to_owned(),
                    expires_ms: Some(ctx.now_ms + 86_400_000),
                };
                Ok(outcome(&a, Status::Captured, Some(saved)))
            }
            SavedUse::Present(token) | SavedUse::OffSession(token) => {
                let owner = storage2::get(&entry(token));
                let is_own = owner.is_some() && owner.as_deref() == a.buyer.customer_id.as_deref().map(str::as_bytes);
                Ok(outcome(&a, if is_own { Status::Captured } else { Status::Declined }, None))
            }
        }
    }

    fn authorise(a: Attempt, _return_query: String, _ctx: CallContext) -> Result<Outcome, Error> {
        Ok(outcome(&a, Status::Captured, None))
    }

    fn capture(a: Attempt, _amount: Money, _idempotency_key: String, _ctx: CallContext) -> Result<Outcome, Error> {
        Ok(outcome(&a, Status::Captured, None))
    }

    fn refund(
        _a: Attempt,
        _amount: Money,
        _idempotency_key: String,
        _reason: String,
        _ctx: CallContext,
    ) -> Result<Outcome, Error> {
        Err(error(ErrorCode::NotSupported, "this bank refunds nothing"))
    }

    fn cancel(a: Attempt, _idempotency_key: String, _ctx: CallContext) -> Result<Outcome, Error> {
        Ok(outcome(&a, Status::Voided, None))
    }

    fn fetch_status(a: Attempt, _ctx: CallContext) -> Result<Outcome, Error> {
        Ok(outcome(&a, Status::Captured, None))
    }

    fn verify_webhook(_w: Webhook, _ctx: CallContext) -> Result<Vec<WebhookEvent>, Error> {
        Ok(Vec::new())
    }

    fn forget(token: String, _ctx: CallContext) -> Result<(), Error> {
        storage2::delete(&entry(&token));
        Ok(())
    }
}

stoa_plugin_sdk::plugin!(payments2: Bank);
