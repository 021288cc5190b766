//! Prices of products.

use stoa_locale::CurrencyCode;

use super::amount::native;
use super::{filled, localised, subscription};
use crate::compile::call::Arguments;
use crate::formatter::first;
use crate::formatter::markup::html;
use crate::limits::LOCALE_STEPS;
use crate::product::{Price, Prices};
use crate::run::{Machine, Stop};
use crate::value::Node;

type Result<'r> = std::result::Result<Node<'r>, Stop>;

pub(super) fn from_price<'r>(_: &mut Machine<'r>, _: &Arguments, values: &[Node<'r>]) -> Result<'r> {
    Ok(Node::Integer(Prices::of(first(values)).from().cents()))
}

pub(super) fn normal_price<'r>(_: &mut Machine<'r>, _: &Arguments, values: &[Node<'r>]) -> Result<'r> {
    Ok(Node::Integer(Prices::of(first(values)).normal().cents()))
}

pub(super) fn sale_price<'r>(_: &mut Machine<'r>, _: &Arguments, values: &[Node<'r>]) -> Result<'r> {
    Ok(Node::Integer(Prices::of(first(values)).sale().cents()))
}

/// HTML of an amount: localized if the website is set so, otherwise plain in a span.
fn amount_markup(machine: &Machine<'_>, price: &Price) -> String {
    let by_locale = machine.resolve_name("featureFlags.useCLDRMoneyFormat").is_truthy();
    match (by_locale, machine.context.locale, CurrencyCode::parse(&price.currency)) {
        (true, Some(locale), Some(currency)) => {
            html(&locale.format_money(&price.amount, currency, &Default::default()))
        }
        _ => native(&price.amount),
    }
}

/// Text around amounts: the interval of a subscription, or nothing.
enum AmountText {
    Plain,
    Subscription(subscription::BillingSchedule),
}

impl AmountText {
    fn single(&self, machine: &Machine<'_>, amount: &str) -> String {
        match self {
            Self::Plain => amount.to_owned(),
            Self::Subscription(rhythm) => rhythm.words(machine, "singlePrice", "{price}", amount),
        }
    }

    fn from(&self, machine: &Machine<'_>, amount: &str) -> String {
        let message = localised(machine, "productPriceFrom", "from {fromPrice}");
        match self {
            Self::Plain => filled(machine, &message, &[("fromPrice", amount), ("price", amount), ("0", amount)]),
            Self::Subscription(rhythm) => rhythm.words(machine, "multiplePrices", &message, amount),
        }
    }
}

fn body(machine: &Machine<'_>, prices: &Prices<'_>, wording: &AmountText) -> String {
    if prices.are_varied() {
        let from = amount_markup(machine, &prices.from());
        return format!("{}\n", wording.from(machine, &from));
    }
    let normal = wording.single(machine, &amount_markup(machine, &prices.normal()));
    if !prices.is_on_sale() {
        return normal;
    }
    let sale = wording.single(machine, &amount_markup(machine, &prices.sale()));
    let label = |key: &str, default: &str| {
        let text = html(&localised(machine, key, default));
        format!("<span class=\"visually-hidden v6-visually-hidden\">{text}:</span>")
    };
    format!(
        "{}{sale} {}<span class=\"original-price\">{normal}</span>\n",
        label("productSalePriceLabel", "Sale Price"),
        label("productOriginalPriceLabel", "Original Price")
    )
}

pub(super) fn product_price<'r>(machine: &mut Machine<'r>, _: &Arguments, values: &[Node<'r>]) -> Result<'r> {
    machine.charge(LOCALE_STEPS)?;
    let item = first(values);
    let content = item.member("structuredContent");
    let prices = Prices::of(item);
    let text = if content.member("productType").to_integer() < 1 {
        String::new()
    } else if !content.member("isSubscribable").is_truthy() {
        body(machine, &prices, &AmountText::Plain)
    } else {
        match subscription::BillingSchedule::read(content.member("subscriptionPlan")) {
            Some(rhythm) => body(machine, &prices, &AmountText::Subscription(rhythm)),
            None => {
                let unavailable = localised(machine, "productPriceUnavailable", "Unavailable");
                format!("{}\n", html(&unavailable))
            }
        }
    };
    machine.text(format!("<div class=\"product-price\">\n{text}\n</div>"))
}

pub(super) fn subscription_price<'r>(machine: &mut Machine<'r>, _: &Arguments, values: &[Node<'r>]) -> Result<'r> {
    machine.charge(LOCALE_STEPS)?;
    let prices = Prices::of_subscription(first(values));
    let text = match prices.is_empty() {
        true => String::new(),
        false => body(machine, &prices, &AmountText::Plain),
    };
    machine.text(format!("<div class=\"subscription-price\">\n{text}\n</div>"))
}
