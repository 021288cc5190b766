//! Numbers of test cards, and how the banks behind them behave.

use stoa_plugin_sdk::json::{self, Value};
use stoa_plugin_sdk::{Error, ErrorCode, texts};

use crate::expiry;

/// Decision of the bank about a charge.
pub(crate) enum ChargeDecision {
    Approve(BankBehaviour),
    /// Decided later: by a webhook, or at the second status request.
    Wait,
    /// The charge never arrives, and there is no response.
    Lose,
    Decline(&'static str),
}

/// Behaviour of a bank after it has approved a charge.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum BankBehaviour {
    Plain,
    /// It charges, but the response is lost.
    LosesCharge,
    /// It refuses refunds.
    RefusesRefunds,
    /// It refunds, but the response is lost.
    LosesRefunds,
    /// It asks the shopper first, each time.
    AsksShopper,
    /// It approves what the shopper pays, and declines charges of the saved card without them.
    DeclinesAlone,
    /// The shopper disputes the charge afterwards.
    Disputes,
    /// The same, and the bank gives the money back to them.
    WinsDispute,
}

impl BankBehaviour {
    const NAMES: [(Self, &'static str); 8] = [
        (Self::Plain, "plain"),
        (Self::LosesCharge, "loses-charge"),
        (Self::RefusesRefunds, "refuses-refunds"),
        (Self::LosesRefunds, "loses-refunds"),
        (Self::AsksShopper, "asks-shopper"),
        (Self::DeclinesAlone, "declines-alone"),
        (Self::Disputes, "disputes"),
        (Self::WinsDispute, "wins-dispute"),
    ];

    pub(crate) fn name(self) -> &'static str {
        Self::NAMES.into_iter().find(|(habit, _)| *habit == self).map_or("plain", |(_, name)| name)
    }

    pub(crate) fn named(name: &str) -> Self {
        Self::NAMES.into_iter().find(|(_, own)| *own == name).map_or(Self::Plain, |(habit, _)| habit)
    }
}

/// What the buyer entered of a card.
pub(crate) struct Entered {
    /// The digits of `cardNumber`, without spaces and dashes.
    pub(crate) number: String,
    /// The text of `expiry`, if there is one.
    expiry: Option<String>,
}

/// Reads what the buyer entered.
pub(crate) fn entered(buyer: &str) -> Result<Entered, Error> {
    let buyer: Value = json::from_str(buyer).unwrap_or(Value::Null);
    let typed = buyer.get("cardNumber").and_then(Value::as_str).unwrap_or("");
    let digits: String = typed.chars().filter(|character| !matches!(character, ' ' | '-')).collect();
    if digits.is_empty() {
        return Err(Error {
            code: ErrorCode::InvalidInput,
            message: "buyer has no cardNumber".to_owned(),
            buyer_message: Some("Enter a card number.".to_owned()),
            retry_after_ms: None,
        });
    }
    let expiry = buyer.get("expiry").and_then(Value::as_str).map(str::to_owned);
    Ok(Entered { number: digits, expiry })
}

impl Entered {
    /// Until when the card is good, UTC milliseconds; none when that was not entered.
    ///
    /// # Errors
    /// Why the bank declines a card with what was entered.
    pub(crate) fn good_until(&self, now_ms: u64) -> Result<Option<u64>, String> {
        let Some(text) = &self.expiry else { return Ok(None) };
        let said = |key: &str, english: &str| texts::text(key).unwrap_or_else(|| english.to_owned());
        match expiry::end_of_month(text) {
            None => Err(said("card.expiryWrong", "Enter the month and year, such as 04 / 29.")),
            Some(end) if end < now_ms => Err(said("card.expired", "This card has expired.")),
            end => Ok(end),
        }
    }
}

/// The last four digits, which may be stored and shown. The rest is never stored.
pub(crate) fn last_four(number: &str) -> String {
    let digits: Vec<char> = number.chars().filter(char::is_ascii_digit).collect();
    digits[digits.len().saturating_sub(4)..].iter().collect()
}

pub(crate) fn decide_charge(number: &str) -> ChargeDecision {
    match number {
        "4242424242424242" => ChargeDecision::Approve(BankBehaviour::Plain),
        "4000000000000259" => ChargeDecision::Approve(BankBehaviour::LosesCharge),
        "4000000000005126" => ChargeDecision::Approve(BankBehaviour::RefusesRefunds),
        "4000000000007726" => ChargeDecision::Approve(BankBehaviour::LosesRefunds),
        "4000002500003155" => ChargeDecision::Approve(BankBehaviour::AsksShopper),
        "4000000000009995" => ChargeDecision::Approve(BankBehaviour::DeclinesAlone),
        "4000000000002685" => ChargeDecision::Approve(BankBehaviour::Disputes),
        "4000000000001976" => ChargeDecision::Approve(BankBehaviour::WinsDispute),
        "4000000000000077" => ChargeDecision::Wait,
        "4000000000000341" => ChargeDecision::Lose,
        "4000000000000002" => ChargeDecision::Decline("The card was declined. Try another one."),
        _ if !is_well_formed(number) => ChargeDecision::Decline("The card number is not valid."),
        _ => ChargeDecision::Decline("This shop accepts test cards only."),
    }
}

/// Whether the number has a plausible length and a valid check digit.
fn is_well_formed(number: &str) -> bool {
    if !(12..=19).contains(&number.len()) || !number.bytes().all(|byte| byte.is_ascii_digit()) {
        return false;
    }
    let sum: u32 = number
        .bytes()
        .rev()
        .enumerate()
        .map(|(place, byte)| {
            let digit = u32::from(byte - b'0');
            match (place % 2, digit) {
                (0, digit) => digit,
                (_, digit) if digit > 4 => digit * 2 - 9,
                (_, digit) => digit * 2,
            }
        })
        .sum();
    sum.is_multiple_of(10)
}
