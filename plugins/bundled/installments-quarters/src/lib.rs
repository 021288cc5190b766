//! Messages about four interest-free payments.

mod market;
mod modal;

use market::Market;
use stoa_plugin_sdk::installments::{Availability, Installments, Item, ModalPage, Offer, Request, Text};
use stoa_plugin_sdk::{Error, Money, SiteContext, invalid_input, setting};

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
        let availability = match market {
            None => Availability::UnsupportedMarket,
            Some(_) if !all_eligible(&request.items) => Availability::NotEligible,
            Some(_) => range(&request)?,
        };
        Ok(offer(&request, market.unwrap_or(Market::EnUs), availability, payments))
    }

    fn modal(locale: String) -> Result<ModalPage, Error> {
        let market = Market::from_locale(&locale).unwrap_or(Market::EnUs);
        Ok(modal::page(market, &provider_name(market)))
    }
}

/// Goods to be sent, none of them a subscription, all of them released for installments.
fn all_eligible(items: &[Item]) -> bool {
    !items.is_empty() && items.iter().all(|item| item.physical && item.available && !item.subscription)
}

/// In range when the price is above the minimum and not above the maximum.
fn range(request: &Request) -> Result<Availability, Error> {
    let (Some(total), Some(minimum), Some(maximum)) = (&request.total, &request.minimum, &request.maximum) else {
        return Ok(Availability::Unavailable);
    };
    if total.currency != minimum.currency || total.currency != maximum.currency {
        return Err(invalid_input("price and limits are in different currencies"));
    }
    if total.minor <= minimum.minor {
        Ok(Availability::BelowMinimum)
    } else if total.minor > maximum.minor {
        Ok(Availability::AboveMaximum)
    } else {
        Ok(Availability::InRange)
    }
}

fn offer(request: &Request, market: Market, availability: Availability, payments: u16) -> Offer {
    let amount = request.total.as_ref().map(|total| part(total, payments));
    let texts = market.texts();
    let (full_text, one_line_text) = match availability {
        Availability::InRange => {
            let sentence =
                |pattern: &str| Text { pattern: pattern.to_owned(), count: Some(payments), amount: amount.clone() };
            (sentence(texts.full), sentence(texts.one_line))
        }
        Availability::BelowMinimum => twice(texts.over, request.minimum.clone()),
        Availability::AboveMaximum => twice(texts.up_to, request.maximum.clone()),
        Availability::NotEligible | Availability::UnsupportedMarket => twice("", None),
        Availability::Unavailable => twice(texts.unavailable, None),
    };
    Offer {
        availability,
        provider_name: provider_name(market),
        locale: market.locale().to_owned(),
        payments,
        amount,
        minimum: request.minimum.clone(),
        maximum: request.maximum.clone(),
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

/// One payment, rounded up to the minor unit.
fn part(total: &Money, payments: u16) -> Money {
    let (whole, rest) = (total.minor / i64::from(payments), total.minor % i64::from(payments));
    Money { minor: whole + i64::from(rest > 0), currency: total.currency.clone() }
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
