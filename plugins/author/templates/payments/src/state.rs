//! What is remembered of a payment. The host stores it with the attempt and passes it to the next call.

use stoa_plugin_sdk::json::{self, Map, Value, json};
use stoa_plugin_sdk::payments2::{Next, Outcome, Status};
use stoa_plugin_sdk::{Error, Money, invalid_input};

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Phase {
    Awaited,
    Paid,
    Over,
}

pub(crate) struct State {
    pub(crate) phase: Phase,
    /// Amounts by idempotency key, so that a repeated refund changes nothing.
    refunds: Map<String, Value>,
}

impl State {
    /// JSON null is a payment that has just begun.
    pub(crate) fn read(text: &str) -> Result<Self, Error> {
        let value: Value = json::from_str(text).map_err(|fault| invalid_input(format!("state: {fault}")))?;
        let phase = match value.get("phase").and_then(Value::as_str) {
            None | Some("awaited") => Phase::Awaited,
            Some("paid") => Phase::Paid,
            Some("over") => Phase::Over,
            Some(_) => return Err(invalid_input("state: not written by this plugin")),
        };
        let refunds = value.get("refunds").and_then(Value::as_object).cloned().unwrap_or_default();
        Ok(Self { phase, refunds })
    }

    pub(crate) fn capture(&mut self, total: &Money, amount: &Money) -> Result<(), Error> {
        if amount.minor != total.minor || amount.currency != total.currency {
            return Err(invalid_input("the whole amount has to be captured"));
        }
        if self.phase == Phase::Over {
            return Err(invalid_input("the payment was canceled"));
        }
        self.phase = Phase::Paid;
        Ok(())
    }

    pub(crate) fn refund(&mut self, total: &Money, amount: &Money, key: &str) -> Result<(), Error> {
        if let Some(known) = self.refunds.get(key) {
            let same = known.as_i64() == Some(amount.minor);
            return if same { Ok(()) } else { Err(invalid_input("the idempotency key was used for another amount")) };
        }
        let left = if self.phase == Phase::Paid { total.minor - self.refunded() } else { 0 };
        if amount.currency != total.currency || amount.minor <= 0 || amount.minor > left {
            return Err(invalid_input(format!("a refund of {} exceeds the remaining {left}", amount.minor)));
        }
        self.refunds.insert(key.to_owned(), Value::from(amount.minor));
        Ok(())
    }

    fn refunded(&self) -> i64 {
        self.refunds.values().filter_map(Value::as_i64).sum()
    }

    pub(crate) fn outcome(&self, total: &Money, next: Next) -> Outcome {
        let refunded = self.refunded();
        let (status, phase) = match self.phase {
            Phase::Awaited => (Status::Pending, "awaited"),
            Phase::Over => (Status::Voided, "over"),
            Phase::Paid if refunded == 0 => (Status::Captured, "paid"),
            Phase::Paid if refunded < total.minor => (Status::PartiallyRefunded, "paid"),
            Phase::Paid => (Status::Refunded, "paid"),
        };
        let money = |minor: i64| (minor > 0).then(|| Money { minor, currency: total.currency.clone() });
        Outcome {
            status,
            next,
            provider_ref: None,
            captured: money(if self.phase == Phase::Paid { total.minor } else { 0 }),
            refunded: money(refunded),
            decline_message: None,
            saved_method: None,
            provider_state: json!({ "phase": phase, "refunds": self.refunds }).to_string(),
        }
    }
}
