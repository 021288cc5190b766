//! The payment method `{{entry}}`: the customer gets the bank account, and the owner records the payment.

mod state;
mod texts;

use stoa_plugin_sdk::json::json;
use stoa_plugin_sdk::payments2::{Attempt, Next, Outcome, Payments, Webhook, WebhookEvent};
use stoa_plugin_sdk::{CallContext, Error, ErrorCode, Money, error, invalid_input, setting};

use state::{Phase, State};
use texts::text;

struct Plugin;

impl Payments for Plugin {
    fn create(a: Attempt, ctx: CallContext) -> Result<Outcome, Error> {
        status(&a, &ctx.locale)
    }

    fn authorise(a: Attempt, _return_query: String, ctx: CallContext) -> Result<Outcome, Error> {
        status(&a, &ctx.locale)
    }

    fn capture(a: Attempt, amount: Money, _idempotency_key: String, _ctx: CallContext) -> Result<Outcome, Error> {
        let mut state = current(&a)?;
        state.capture(&a.amount, &amount)?;
        Ok(state.outcome(&a.amount, Next::None))
    }

    fn refund(
        a: Attempt,
        amount: Money,
        idempotency_key: String,
        _reason: String,
        _ctx: CallContext,
    ) -> Result<Outcome, Error> {
        let mut state = current(&a)?;
        state.refund(&a.amount, &amount, &idempotency_key)?;
        Ok(state.outcome(&a.amount, Next::None))
    }

    fn cancel(a: Attempt, _idempotency_key: String, _ctx: CallContext) -> Result<Outcome, Error> {
        let mut state = current(&a)?;
        if state.phase == Phase::Paid {
            return Err(error(ErrorCode::NotSupported, "a paid order is refunded, not canceled"));
        }
        state.phase = Phase::Over;
        Ok(state.outcome(&a.amount, Next::None))
    }

    fn fetch_status(a: Attempt, ctx: CallContext) -> Result<Outcome, Error> {
        status(&a, &ctx.locale)
    }

    fn verify_webhook(_w: Webhook, _ctx: CallContext) -> Result<Vec<WebhookEvent>, Error> {
        Err(error(ErrorCode::NotSupported, "there are no webhooks"))
    }

    /// Nothing is saved, so everything is forgotten.
    fn forget(_token: String, _ctx: CallContext) -> Result<(), Error> {
        Ok(())
    }
}

/// The state that the host stored with the attempt.
fn current(attempt: &Attempt) -> Result<State, Error> {
    if attempt.method != "{{entry}}" {
        return Err(error(ErrorCode::NotSupported, format!("no method {}", attempt.method)));
    }
    if attempt.amount.minor <= 0 {
        return Err(invalid_input("the amount has to be above zero"));
    }
    State::read(&attempt.provider_state)
}

/// The outcome so far, with instructions while the payment is awaited.
fn status(attempt: &Attempt, language: &str) -> Result<Outcome, Error> {
    let state = current(attempt)?;
    let next = if state.phase == Phase::Awaited { instructions(attempt, language) } else { Next::None };
    Ok(state.outcome(&attempt.amount, next))
}

fn instructions(attempt: &Attempt, language: &str) -> Next {
    let account = |key: &str| setting(key).and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default();
    let action = json!({
        "type": "instructions",
        "text": text(language, "instructions").replace("{order}", &attempt.order_id),
        "details": [
            { "label": text(language, "holder"), "value": account("accountHolder") },
            { "label": text(language, "number"), "value": account("accountNumber") },
        ],
    });
    Next::ClientAction(action.to_string())
}

stoa_plugin_sdk::plugin!(payments2: Plugin);
