//! Messages about four interest-free payments.

mod modal;
mod texts;

use stoa_plugin_sdk::installments::{Availability, Installments, ModalPage, Offer, Request, Text};
use stoa_plugin_sdk::{
    Error, Limits, Market, Money, SiteContext, all_eligible, invalid_input, largest_share, range, setting,
};

const PAYMENTS: u16 = 4;
const PROVIDER: &str = "Installments";
const PROVIDER_GB: &str = "Installments UK";

struct Quarters;

impl Installments for Quarters {
    fn quote(request: Request, _ctx: SiteContext) -> Result<Offer, Error> {
        let payments = request.payments.unwrap_or(PAYMENTS);
        if payments == 0 {
            return Err(invalid_input("at least one payment is needed"));
        }
        let market = Market::find(&request.country, &request.language);
        let limits = Limits::of(&request);
        let availability = match market {
            None => Availability::UnsupportedMarket,
            Some(_) if !all_eligible(&request.items) => Availability::NotEligible,
            Some(_) => range(request.total.as_ref(), &limits)?,
        };
        Ok(offer(request.total.as_ref(), limits, market.unwrap_or(Market::EnUs), availability, payments))
    }

    fn modal(locale: String) -> Result<ModalPage, Error> {
        let market = Market::from_locale(&locale).unwrap_or(Market::EnUs);
        Ok(modal::page(market, &provider_name(market)))
    }
}

fn offer(total: Option<&Money>, limits: Limits, market: Market, availability: Availability, payments: u16) -> Offer {
    let amount = total.map(|total| largest_share(total, payments));
    let texts = texts::texts(market);
    let (full_text, one_line_text) = match availability {
        Availability::InRange => {
            let sentence =
                |pattern: &str| Text { pattern: pattern.to_owned(), count: Some(payments), amount: amount.clone() };
            (sentence(texts.full), sentence(texts.one_line))
        }
        Availability::BelowMinimum => twice(texts.over, limits.minimum.clone()),
        Availability::AboveMaximum => twice(texts.up_to, limits.maximum.clone()),
        Availability::NotEligible | Availability::UnsupportedMarket => twice("", None),
        Availability::Unavailable => twice(texts.unavailable, None),
    };
    Offer {
        availability,
        provider_name: provider_name(market),
        locale: market.locale().to_owned(),
        payments,
        amount,
        minimum: limits.minimum,
        maximum: limits.maximum,
        full_text,
        one_line_text,
        modal_page: market.locale().to_owned(),
        plans: Vec::new(),
    }
}

fn twice(pattern: &str, amount: Option<Money>) -> (Text, Text) {
    let text = Text { pattern: pattern.to_owned(), count: None, amount };
    (text.clone(), text)
}

fn provider_name(market: Market) -> String {
    let (key, neutral) = match market {
        Market::EnGb => ("providerNameGb", PROVIDER_GB),
        _ => ("providerName", PROVIDER),
    };
    let configured = setting(key).and_then(|value| value.as_str().map(|name| name.trim().to_owned()));
    configured.filter(|name| !name.is_empty()).unwrap_or_else(|| neutral.to_owned())
}

stoa_plugin_sdk::plugin!(installments: Quarters);
