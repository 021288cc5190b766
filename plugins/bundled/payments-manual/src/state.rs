//! State of a manual payment, as the host stores it.

use stoa_plugin_sdk::json::{self, Value, json};
use stoa_plugin_sdk::payments::{Attempt, Next, Outcome, Status};
use stoa_plugin_sdk::{Error, Money, invalid_input};

/// State of a manual payment.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Phase {
    Awaited,
    Paid,
    Over,
}

/// State stored by the host: the phase, and the recorded refunds by their keys.
pub(crate) struct State {
    pub(crate) phase: Phase,
    refunds: Vec<(String, i64)>,
}

impl State {
    /// Parses the output of [`State::write`]; JSON null is an awaited payment.
    pub(crate) fn read(text: &str) -> Result<Self, Error> {
        let value: Value = json::from_str(text).map_err(|fault| invalid_input(format!("state: {fault}")))?;
        let phase = match value.get("phase").and_then(Value::as_str) {
            None | Some("awaited") => Phase::Awaited,
            Some("paid") => Phase::Paid,
            Some("over") => Phase::Over,
            Some(_) => return Err(invalid_input("state: not written by this plugin")),
        };
        let refunds = value.get("refunds").and_then(Value::as_object).into_iter().flatten();
        let refunds = refunds.filter_map(|(key, minor)| Some((key.clone(), minor.as_i64()?))).collect();
        Ok(Self { phase, refunds })
    }

    fn write(&self) -> String {
        let refunds: json::Map<String, Value> =
            self.refunds.iter().map(|(key, minor)| (key.clone(), Value::from(*minor))).collect();
        let phase = match self.phase {
            Phase::Awaited => "awaited",
            Phase::Paid => "paid",
            Phase::Over => "over",
        };
        json!({ "phase": phase, "refunds": refunds }).to_string()
    }

    fn refunded(&self) -> i64 {
        self.refunds.iter().map(|(_, minor)| minor).sum()
    }

    /// Records a refund of `minor` units of a payment of `paid` units; a repeated one changes nothing.
    pub(crate) fn refund(&mut self, paid: i64, minor: i64, key: &str) -> Result<(), Error> {
        if let Some((_, known)) = self.refunds.iter().find(|(own, _)| own == key) {
            let same = *known == minor;
            return if same { Ok(()) } else { Err(invalid_input("the idempotency key was used for another amount")) };
        }
        let left = if self.phase == Phase::Paid { paid - self.refunded() } else { 0 };
        if minor <= 0 || minor > left {
            return Err(invalid_input(format!("a refund of {minor} exceeds the remaining {left}")));
        }
        self.refunds.push((key.to_owned(), minor));
        Ok(())
    }

    /// The outcome for the host.
    pub(crate) fn outcome(&self, attempt: &Attempt, next: Next) -> Outcome {
        let refunded = self.refunded();
        let money = |minor: i64| (minor > 0).then(|| Money { minor, currency: attempt.amount.currency.clone() });
        let status = match self.phase {
            Phase::Awaited => Status::Pending,
            Phase::Over => Status::Voided,
            Phase::Paid if refunded == 0 => Status::Captured,
            Phase::Paid if refunded < attempt.amount.minor => Status::PartiallyRefunded,
            Phase::Paid => Status::Refunded,
        };
        let captured = if self.phase == Phase::Paid { attempt.amount.minor } else { 0 };
        Outcome {
            status,
            next,
            provider_ref: None,
            captured: money(captured),
            refunded: money(refunded),
            decline_message: None,
            provider_state: self.write(),
        }
    }
}
