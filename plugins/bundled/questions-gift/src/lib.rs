//! Questions of the checkout: a message that goes into the parcel, and the day of delivery.

mod day;

use stoa_plugin_sdk::json::Value;
use stoa_plugin_sdk::questions::{Answer, AnswerKind, Checkout, Question, Questions, Refusal};
use stoa_plugin_sdk::{CallContext, Error, clock, setting, texts};

const MESSAGE: &str = "gift-message";
const DAY: &str = "delivery-day";

struct GiftMessage;

impl Questions for GiftMessage {
    fn ask(checkout: Checkout, _ctx: CallContext) -> Result<Vec<Question>, Error> {
        let mut asked = Vec::new();
        if asks_message(&checkout) {
            let longest = number("longest", 150);
            asked.push(Question {
                id: MESSAGE.to_owned(),
                kind: AnswerKind::Paragraph,
                label: words("messageLabel", &[]),
                help: words("messageHelp", &[("count", longest)]),
                required: false,
                choices: Vec::new(),
            });
        }
        if asks_day(&checkout) {
            let help = if is_on("sundays", false) { "dayHelp" } else { "dayHelpNoSunday" };
            asked.push(Question {
                id: DAY.to_owned(),
                kind: AnswerKind::Date,
                label: words("dayLabel", &[]),
                help: words(help, &[("first", number("leadDays", 2)), ("last", number("mostDays", 30))]),
                required: is_on("dayRequired", false),
                choices: Vec::new(),
            });
        }
        Ok(asked)
    }

    fn check(_checkout: Checkout, answers: Vec<Answer>, ctx: CallContext) -> Result<Vec<Refusal>, Error> {
        let refused = answers.into_iter().filter_map(|answer| {
            let message = match answer.question.as_str() {
                MESSAGE => fault_of_message(&answer.value),
                DAY => fault_of_day(&answer.value, today(&ctx)),
                _ => None,
            };
            Some(Refusal { question: answer.question, message: message? })
        });
        Ok(refused.collect())
    }
}

/// A card lies in a parcel.
fn asks_message(checkout: &Checkout) -> bool {
    is_on("asksMessage", true) && checkout.cart.lines.iter().any(|line| line.shipped)
}

/// What is picked up has no day of delivery.
fn asks_day(checkout: &Checkout) -> bool {
    let is_delivered = checkout.delivery.as_ref().is_none_or(|delivery| !delivery.pickup);
    let is_sent = checkout.cart.lines.iter().any(|line| line.shipped);
    is_on("asksDay", true) && is_sent && is_delivered && checkout.destination.is_some()
}

fn fault_of_message(message: &str) -> Option<String> {
    let longest = number("longest", 150);
    let is_long = i64::try_from(message.chars().count()).is_ok_and(|count| count > longest);
    is_long.then(|| words("messageTooLong", &[("count", longest)]))
}

/// Why the parcel cannot arrive on this day. What is no day is refused by the shop.
fn fault_of_day(text: &str, today: i64) -> Option<String> {
    let (first, last) = (number("leadDays", 2), number("mostDays", 30));
    let day = day::number_of(text)?;
    match day - today {
        wait if wait < first => Some(words("dayTooEarly", &[("first", first)])),
        wait if wait > last => Some(words("dayTooLate", &[("last", last)])),
        _ if day::is_sunday(day) && !is_on("sundays", false) => Some(words("dayIsSunday", &[])),
        _ => None,
    }
}

/// Today in the time zone of the site.
fn today(ctx: &CallContext) -> i64 {
    let local = clock::local(ctx.now_ms);
    local.map_or(0, |time| day::number(i64::from(time.year), i64::from(time.month), i64::from(time.day)))
}

fn is_on(key: &str, otherwise: bool) -> bool {
    setting(key).as_ref().and_then(Value::as_bool).unwrap_or(otherwise)
}

fn number(key: &str, otherwise: i64) -> i64 {
    setting(key).as_ref().and_then(Value::as_i64).unwrap_or(otherwise)
}

/// A text in the language of the shopper.
fn words(key: &str, numbers: &[(&str, i64)]) -> String {
    let values: Vec<(String, String)> =
        numbers.iter().map(|(name, number)| ((*name).to_owned(), number.to_string())).collect();
    texts::fill(key, &values).unwrap_or_else(|| key.to_owned())
}

stoa_plugin_sdk::plugin!(questions: GiftMessage);
