use stoa_plugin_sdk::json::{self, Value};
use stoa_plugin_sdk::{Error, ErrorCode};

/// What the bank behind a card says.
pub(crate) enum Verdict {
    Approve(Habit),
    AskShopper,
    /// Decided later: by a message, or when asked for the second time.
    Wait,
    /// The charge never arrives, and no answer comes.
    Lose,
    Decline(&'static str),
}

/// How a bank behaves with a charge that it approved.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Habit {
    Plain,
    /// It charges, but its answer gets lost.
    LosesCharge,
    /// It refuses refunds.
    RefusesRefunds,
    /// It gives money back, but its answer gets lost.
    LosesRefunds,
}

impl Habit {
    const NAMES: [(Self, &'static str); 4] = [
        (Self::Plain, "plain"),
        (Self::LosesCharge, "loses-charge"),
        (Self::RefusesRefunds, "refuses-refunds"),
        (Self::LosesRefunds, "loses-refunds"),
    ];

    pub(crate) fn name(self) -> &'static str {
        Self::NAMES.into_iter().find(|(habit, _)| *habit == self).map_or("plain", |(_, name)| name)
    }

    pub(crate) fn named(name: &str) -> Self {
        Self::NAMES.into_iter().find(|(_, own)| *own == name).map_or(Self::Plain, |(habit, _)| habit)
    }
}

/// The digits of `cardNumber`, without the spaces and dashes that people type.
pub(crate) fn number(buyer: &str) -> Result<String, Error> {
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
    Ok(digits)
}

/// The end of the number, which may be kept and shown. The rest is never kept.
pub(crate) fn last_four(number: &str) -> String {
    let digits: Vec<char> = number.chars().filter(char::is_ascii_digit).collect();
    digits[digits.len().saturating_sub(4)..].iter().collect()
}

pub(crate) fn judge(number: &str) -> Verdict {
    match number {
        "4242424242424242" => Verdict::Approve(Habit::Plain),
        "4000000000000259" => Verdict::Approve(Habit::LosesCharge),
        "4000000000005126" => Verdict::Approve(Habit::RefusesRefunds),
        "4000000000007726" => Verdict::Approve(Habit::LosesRefunds),
        "4000002500003155" => Verdict::AskShopper,
        "4000000000000077" => Verdict::Wait,
        "4000000000000341" => Verdict::Lose,
        "4000000000000002" => Verdict::Decline("The card was declined. Try another one."),
        _ if !is_well_formed(number) => Verdict::Decline("The card number is not valid."),
        _ => Verdict::Decline("This shop takes test cards only."),
    }
}

/// Digits in a plausible number, with the right check digit.
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
