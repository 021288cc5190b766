//! Messages about equal payments, interest-free.

mod texts;

use stoa_plugin_sdk::installments::{Availability, Installments, ModalPage, Offer, Request, Text};
use stoa_plugin_sdk::{
    Error, Limits, Money, SiteContext, all_eligible, escape_html, invalid_input, largest_share, range,
};

use texts::text;

const PAYMENTS: u16 = 4;
const COUNTRIES: [&str; 3] = ["US", "DE", "AT"];

struct Plugin;

impl Installments for Plugin {
    fn quote(request: Request, _ctx: SiteContext) -> Result<Offer, Error> {
        let payments = request.payments.unwrap_or(PAYMENTS);
        if payments == 0 {
            return Err(invalid_input("at least one payment is needed"));
        }
        let limits = Limits::of(&request);
        let availability = if !COUNTRIES.contains(&request.country.as_str()) {
            Availability::UnsupportedMarket
        } else if !all_eligible(&request.items) {
            Availability::NotEligible
        } else {
            range(request.total.as_ref(), &limits)?
        };
        let language = &request.language;
        let amount = request.total.as_ref().map(|total| largest_share(total, payments));
        let (full_text, one_line_text) = sentences(language, availability, payments, amount.as_ref(), &limits);
        Ok(Offer {
            availability,
            provider_name: text(language, "name"),
            locale: text(language, "locale"),
            payments,
            amount,
            minimum: limits.minimum,
            maximum: limits.maximum,
            full_text,
            one_line_text,
            modal_page: text(language, "locale"),
            plans: Vec::new(),
        })
    }

    fn modal(locale: String) -> Result<ModalPage, Error> {
        Ok(ModalPage {
            locale: text(&locale, "locale"),
            title: text(&locale, "name"),
            html: format!("<p>{}</p>", escape_html(&text(&locale, "explanation"))),
        })
    }
}

/// The message on a line of its own, and the short one.
fn sentences(
    language: &str,
    availability: Availability,
    payments: u16,
    amount: Option<&Money>,
    limits: &Limits,
) -> (Text, Text) {
    let sentence = |key: &str, count: Option<u16>, amount: Option<&Money>| Text {
        pattern: text(language, key),
        count,
        amount: amount.cloned(),
    };
    let twice = |text: Text| (text.clone(), text);
    match availability {
        Availability::InRange => {
            (sentence("full", Some(payments), amount), sentence("one-line", Some(payments), amount))
        }
        Availability::BelowMinimum => twice(sentence("over", None, limits.minimum.as_ref())),
        Availability::AboveMaximum => twice(sentence("up-to", None, limits.maximum.as_ref())),
        Availability::Unavailable => twice(sentence("unavailable", None, None)),
        Availability::NotEligible | Availability::UnsupportedMarket => {
            twice(Text { pattern: String::new(), count: None, amount: None })
        }
    }
}

stoa_plugin_sdk::plugin!(installments: Plugin);
