//! The provider's state of an attempt, and what changes it.

use stoa_plugin_sdk::json::{self, Value, json};
use stoa_plugin_sdk::payments2::{Next, Outcome, SavedMethod, Status};
use stoa_plugin_sdk::{Error, ErrorCode, Money, error, invalid_input, texts};

use crate::card::BankBehaviour;
use crate::reports;

/// State of an attempt at the provider.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Phase {
    AwaitingShopper,
    Pending,
    Authorised,
    Captured,
    Declined,
    Voided,
}

/// The provider's state of one attempt, as the host stores it. Completed requests are stored with their keys, so that
/// repeating one changes nothing.
pub(crate) struct State {
    pub(crate) reference: String,
    pub(crate) phase: Phase,
    pub(crate) amount: i64,
    pub(crate) currency: String,
    pub(crate) habit: BankBehaviour,
    pub(crate) last_four: String,
    /// Until when the card is good that was entered, UTC milliseconds; none when that was not entered.
    pub(crate) good_until_ms: Option<u64>,
    /// Until when the card is saved that was saved with this charge, UTC milliseconds. Its token is not kept here.
    pub(crate) saved_until_ms: Option<u64>,
    /// When the charge was approved, UTC milliseconds; 0 before.
    pub(crate) approved_ms: u64,
    /// Number of status requests for a pending charge.
    asked: i64,
    captured: i64,
    done: Vec<Done>,
    decline_message: Option<String>,
}

struct Done {
    kind: String,
    key: String,
    minor: i64,
}

impl State {
    pub(crate) fn new(reference: String, amount: &Money, last_four: String) -> Self {
        Self {
            reference,
            phase: Phase::AwaitingShopper,
            amount: amount.minor,
            currency: amount.currency.clone(),
            habit: BankBehaviour::Plain,
            last_four,
            good_until_ms: None,
            saved_until_ms: None,
            approved_ms: 0,
            asked: 0,
            captured: 0,
            done: Vec::new(),
            decline_message: None,
        }
    }

    pub(crate) fn approve(&mut self, capture: bool, now_ms: u64) {
        self.phase = if capture { Phase::Captured } else { Phase::Authorised };
        self.approved_ms = now_ms;
        self.captured = if capture { self.amount } else { 0 };
    }

    /// Counts a status request; a pending charge is decided at the second one.
    pub(crate) fn ask(&mut self, capture: bool, now_ms: u64) {
        self.asked += 1;
        if self.phase == Phase::Pending && self.asked >= 2 {
            self.approve(capture, now_ms);
        }
    }

    /// Whether the bank has approved the charge.
    pub(crate) fn is_approved(&self) -> bool {
        matches!(self.phase, Phase::Authorised | Phase::Captured)
    }

    /// Whether it is still undecided.
    fn is_open(&self) -> bool {
        matches!(self.phase, Phase::AwaitingShopper | Phase::Pending)
    }

    /// Whether a webhook with another state is accepted.
    pub(crate) fn is_replaced_by(&self, told: &Self) -> bool {
        self.is_open() || (self.phase == Phase::Voided && told.phase == Phase::Captured)
    }

    pub(crate) fn decline(&mut self, message: &str) {
        self.phase = Phase::Declined;
        self.decline_message = Some(message.to_owned());
    }

    pub(crate) fn capture(&mut self, amount: &Money, key: &str) -> Result<(), Error> {
        self.check_currency(amount)?;
        if self.was_done("capture", key, amount.minor)? {
            return Ok(());
        }
        if self.phase != Phase::Authorised {
            return Err(error(ErrorCode::NotSupported, "only an authorized payment can be captured, and only once"));
        }
        if amount.minor <= 0 || amount.minor > self.amount {
            return Err(invalid_input("a capture must be above zero and at most the authorized amount"));
        }
        self.phase = Phase::Captured;
        self.captured = amount.minor;
        self.remember("capture", key, amount.minor);
        Ok(())
    }

    pub(crate) fn refund(&mut self, amount: &Money, key: &str) -> Result<(), Error> {
        self.check_currency(amount)?;
        if self.was_done("refund", key, amount.minor)? {
            return Ok(());
        }
        if self.phase != Phase::Captured {
            return Err(error(ErrorCode::NotSupported, "only a captured payment can be refunded"));
        }
        if self.habit == BankBehaviour::RefusesRefunds {
            return Err(error(ErrorCode::Declined, "the bank behind this card refuses refunds"));
        }
        let left = self.captured - self.refunded();
        if amount.minor <= 0 || amount.minor > left {
            return Err(invalid_input(format!("a refund of {} exceeds the remaining {left}", amount.minor)));
        }
        self.remember("refund", key, amount.minor);
        Ok(())
    }

    pub(crate) fn cancel(&mut self) -> Result<(), Error> {
        match self.phase {
            Phase::AwaitingShopper | Phase::Pending | Phase::Authorised => self.phase = Phase::Voided,
            Phase::Voided | Phase::Declined => {}
            Phase::Captured => {
                return Err(error(ErrorCode::NotSupported, "a captured payment is refunded, not canceled"));
            }
        }
        Ok(())
    }

    fn refunded(&self) -> i64 {
        self.done.iter().filter(|done| done.kind == "refund").map(|done| done.minor).sum()
    }

    /// True when the same request was completed before; another request with the same key is an error.
    fn was_done(&self, kind: &str, key: &str, minor: i64) -> Result<bool, Error> {
        match self.done.iter().find(|done| done.key == key && done.kind == kind) {
            None => Ok(false),
            Some(done) if done.minor == minor => Ok(true),
            Some(_) => Err(invalid_input("the idempotency key was used for another amount")),
        }
    }

    fn remember(&mut self, kind: &str, key: &str, minor: i64) {
        self.done.push(Done { kind: kind.to_owned(), key: key.to_owned(), minor });
    }

    fn check_currency(&self, amount: &Money) -> Result<(), Error> {
        if amount.currency == self.currency {
            Ok(())
        } else {
            Err(invalid_input("the amount is in another currency than the attempt"))
        }
    }

    /// The amount as money.
    pub(crate) fn total(&self) -> Money {
        Money { minor: self.amount, currency: self.currency.clone() }
    }

    /// The token of the card that is saved with this charge.
    pub(crate) fn token(&self) -> String {
        format!("card_{}", self.attempt())
    }

    /// The id of the attempt.
    pub(crate) fn attempt(&self) -> &str {
        self.reference.strip_prefix("testcard_").unwrap_or(&self.reference)
    }

    fn saved_method(&self) -> Option<SavedMethod> {
        let expires_ms = Some(self.saved_until_ms?);
        let digits = [("digits".to_owned(), self.last_four.clone())];
        let label = texts::fill("saved.label", &digits).unwrap_or_else(|| format!("Card ending in {}", self.last_four));
        Some(SavedMethod { token: self.token(), label, expires_ms })
    }

    /// The outcome for the host. `confirmation` is the URL on which the customer confirms.
    pub(crate) fn outcome(&self, confirmation: &str) -> Outcome {
        let refunded = self.refunded();
        let money = |minor: i64| (minor > 0).then(|| Money { minor, currency: self.currency.clone() });
        let status = match self.phase {
            Phase::AwaitingShopper if confirmation.is_empty() => Status::Pending,
            Phase::AwaitingShopper => Status::RequiresAction,
            Phase::Pending => Status::Pending,
            Phase::Authorised => Status::Authorised,
            Phase::Captured if refunded == 0 => Status::Captured,
            Phase::Captured if refunded < self.captured => Status::PartiallyRefunded,
            Phase::Captured => Status::Refunded,
            Phase::Declined => Status::Declined,
            Phase::Voided => Status::Voided,
        };
        let next = match status {
            Status::RequiresAction => Next::Redirect(confirmation.to_owned()),
            _ => Next::None,
        };
        Outcome {
            status,
            next,
            provider_ref: Some(self.reference.clone()),
            captured: money(self.captured),
            refunded: money(refunded),
            decline_message: self.decline_message.clone(),
            saved_method: self.saved_method(),
            provider_state: self.told(),
        }
    }

    /// The state for the host, with what the bank reports of the charge afterwards.
    fn told(&self) -> String {
        let mut told = self.value();
        let messages = reports::messages(self);
        if let (false, Some(members)) = (messages.is_empty(), told.as_object_mut()) {
            members.insert("messages".to_owned(), Value::from(messages));
        }
        told.to_string()
    }

    pub(crate) fn write(&self) -> String {
        self.value().to_string()
    }

    pub(crate) fn value(&self) -> Value {
        let done: Vec<Value> =
            self.done.iter().map(|done| json!({ "kind": done.kind, "key": done.key, "minor": done.minor })).collect();
        json!({
            "reference": self.reference,
            "phase": self.phase.name(),
            "amount": self.amount,
            "currency": self.currency,
            "habit": self.habit.name(),
            "lastFour": self.last_four,
            "asked": self.asked,
            "captured": self.captured,
            "done": done,
            "declineMessage": self.decline_message,
            "goodUntilMs": self.good_until_ms,
            "savedUntilMs": self.saved_until_ms,
            "approvedMs": self.approved_ms,
        })
    }

    /// Parses the output of [`State::write`], also that of earlier versions; JSON null is no state.
    pub(crate) fn read(text: &str) -> Result<Option<Self>, Error> {
        let value: Value = json::from_str(text).map_err(|fault| invalid_input(format!("state: {fault}")))?;
        if value.is_null() {
            return Ok(None);
        }
        Self::from_value(&value).map(Some).ok_or_else(|| invalid_input("state: not written by this plugin"))
    }

    pub(crate) fn from_value(value: &Value) -> Option<Self> {
        let text = |key: &str| value.get(key)?.as_str().map(str::to_owned);
        let done = value.get("done").and_then(Value::as_array).into_iter().flatten().map(Done::from_value);
        let state = Self {
            reference: text("reference")?,
            phase: Phase::named(&text("phase")?)?,
            amount: value.get("amount")?.as_i64()?,
            currency: text("currency")?,
            habit: BankBehaviour::named(&text("habit").unwrap_or_default()),
            last_four: text("lastFour").unwrap_or_default(),
            good_until_ms: value.get("goodUntilMs").and_then(Value::as_u64),
            saved_until_ms: value.get("savedUntilMs").and_then(Value::as_u64),
            approved_ms: value.get("approvedMs").and_then(Value::as_u64).unwrap_or(0),
            asked: value.get("asked").and_then(Value::as_i64).unwrap_or(0),
            captured: value.get("captured")?.as_i64()?,
            done: done.collect::<Option<Vec<Done>>>()?,
            decline_message: text("declineMessage"),
        };
        Some(state)
    }
}

impl Done {
    fn from_value(value: &Value) -> Option<Self> {
        Some(Self {
            kind: value.get("kind")?.as_str()?.to_owned(),
            key: value.get("key")?.as_str()?.to_owned(),
            minor: value.get("minor")?.as_i64()?,
        })
    }
}

impl Phase {
    fn name(self) -> &'static str {
        match self {
            Self::AwaitingShopper => "awaiting-shopper",
            Self::Pending => "pending",
            Self::Authorised => "authorised",
            Self::Captured => "captured",
            Self::Declined => "declined",
            Self::Voided => "voided",
        }
    }

    fn named(name: &str) -> Option<Self> {
        [Self::AwaitingShopper, Self::Pending, Self::Authorised, Self::Captured, Self::Declined, Self::Voided]
            .into_iter()
            .find(|phase| phase.name() == name)
    }
}
