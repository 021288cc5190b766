//! Messages about three monthly payments for larger orders.

mod modal;
mod texts;

use stoa_plugin_sdk::installments::{Availability, Installments, Item, ModalPage, Offer, Plan, Request, Text};
use stoa_plugin_sdk::{
    Error, Limits, Market, Money, SiteContext, all_eligible, invalid_input, largest_share, range, setting,
};

use texts::Texts;

const PAYMENTS: u16 = 3;
const PROVIDER: &str = "Monthly Payments";

struct Thirds;

impl Installments for Thirds {
    fn quote(request: Request, _ctx: SiteContext) -> Result<Offer, Error> {
        let payments = request.payments.unwrap_or(PAYMENTS);
        if payments == 0 {
            return Err(invalid_input("at least one payment is needed"));
        }
        let limits = Limits::of(&request);
        let market = market(&request);
        let availability = match market {
            None => Availability::UnsupportedMarket,
            Some(_) if !all_eligible(&request.items) || request.items.iter().any(is_excluded) => {
                Availability::NotEligible
            }
            Some(_) => range(request.total.as_ref(), &limits)?,
        };
        Ok(offer(request.total.as_ref(), limits, market.unwrap_or(Market::EnGb), availability, payments))
    }

    fn modal(locale: String) -> Result<ModalPage, Error> {
        Ok(modal::page(Market::from_locale(&locale).unwrap_or(Market::EnUs), &provider_name()))
    }
}

/// The market of a request; none in the United States.
fn market(request: &Request) -> Option<Market> {
    Market::find(&request.country, &request.language).filter(|market| *market != Market::EnUs)
}

/// Whether a tag of the item excludes it.
fn is_excluded(item: &Item) -> bool {
    text_setting("excludedTag").is_some_and(|excluded| item.tags.iter().any(|tag| tag.eq_ignore_ascii_case(&excluded)))
}

fn offer(total: Option<&Money>, limits: Limits, market: Market, availability: Availability, payments: u16) -> Offer {
    let amount = total.map(|total| largest_share(total, payments));
    let texts = texts::texts(market);
    let (full_text, one_line_text) = sentences(texts, availability, payments, amount.as_ref(), &limits);
    let plan = |(total, per_month): (&Money, &Money)| Plan {
        ref_: None,
        months: payments,
        per_month: per_month.clone(),
        total: total.clone(),
        apr_basis_points: 0,
        label: texts.plan.to_owned(),
        terms_url: None,
    };
    let in_range = availability == Availability::InRange;
    Offer {
        availability,
        provider_name: provider_name(),
        locale: market.locale().to_owned(),
        payments,
        plans: total.zip(amount.as_ref()).filter(|_| in_range).map(plan).into_iter().collect(),
        amount,
        minimum: limits.minimum,
        maximum: limits.maximum,
        full_text,
        one_line_text,
        modal_page: market.locale().to_owned(),
    }
}

fn sentences(
    texts: &Texts,
    availability: Availability,
    payments: u16,
    amount: Option<&Money>,
    limits: &Limits,
) -> (Text, Text) {
    let plain = |pattern: &str, amount: Option<&Money>| Text {
        pattern: pattern.to_owned(),
        count: None,
        amount: amount.cloned(),
    };
    let twice = |text: Text| (text.clone(), text);
    match availability {
        Availability::InRange => {
            let counted = |pattern: &str| Text { count: Some(payments), ..plain(pattern, amount) };
            (counted(texts.full), counted(texts.one_line))
        }
        Availability::BelowMinimum => twice(plain(texts.over, limits.minimum.as_ref())),
        Availability::AboveMaximum => twice(plain(texts.up_to, limits.maximum.as_ref())),
        Availability::NotEligible | Availability::UnsupportedMarket => twice(plain("", None)),
        Availability::Unavailable => twice(plain(texts.unavailable, None)),
    }
}

fn text_setting(key: &str) -> Option<String> {
    let value = setting(key)?;
    value.as_str().map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned)
}

fn provider_name() -> String {
    text_setting("providerName").unwrap_or_else(|| PROVIDER.to_owned())
}

stoa_plugin_sdk::plugin!(installments: Thirds);
