//! Delivery options, taxes, discounts and questions of the checkout: an answer for any cart and place, and the same for
//! the same question.

use std::time::{Duration, Instant};

use serde::Deserialize;
use stoa_plugin_host::model::{
    CartDelivery, CartLine, CartPlace, CartProductKind, CheckoutAnswer, Money, QuotedCart, QuotedCheckout,
};
use stoa_plugin_host::{PluginError, QuoteCalls};

use super::payment::runtime;
use super::workbench::Shop;
use super::{TestReport, Workbench, without_faults};
use crate::AuthorError;

const CURRENCIES: [&str; 2] = ["USD", "JPY"];
const PLACES: [(&str, &str, &str); 7] = [
    ("US", "NC", "28801"),
    ("DE", "", "10115"),
    ("JP", "Kyoto", "604-8046"),
    ("GB", "", ""),
    ("IE", "", ""),
    ("AQ", "", ""),
    ("XX", "${secret:x}", "’\"<&>"),
];
const QUANTITIES: [(i64, u32); 5] = [(0, 1), (1, 1), (1_999, 2), (123_457, 30), (99_999_999, 9_999)];
/// What people may type into any field.
const ODD_ANSWERS: [&str; 3] = ["true", "9999-12-31", "\u{202e}’\"<&>${secret:x}\u{1f381}"];
/// Longest time without network.
const MAX_TIME: Duration = Duration::from_millis(50);
const RUNS: usize = 15;

/// A line of the cart of a case.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct CaseLine {
    /// Price of one piece, in minor units.
    price: i64,
    #[serde(default = "one")]
    quantity: u32,
    /// Grams of one piece.
    #[serde(default)]
    weight: u32,
    #[serde(default)]
    tags: Vec<String>,
    #[serde(default)]
    categories: Vec<String>,
}

fn one() -> u32 {
    1
}

/// The cart of a case: goods that are shipped, taxed and discounted, with the ids `line-0`, `line-1` and so on.
pub(super) fn case_cart(currency: &str, lines: &[CaseLine], tax_id: Option<String>) -> QuotedCart {
    let plain: Vec<(i64, u32)> = lines.iter().map(|line| (line.price, line.quantity)).collect();
    let mut cart = QuotedCart { tax_id, ..cart(currency, &plain) };
    for (line, wanted) in cart.lines.iter_mut().zip(lines) {
        line.kind = CartProductKind::Physical;
        (line.shipped, line.taxable, line.discountable) = (true, true, true);
        line.weight_grams = wanted.weight;
        line.tags.clone_from(&wanted.tags);
        line.categories.clone_from(&wanted.categories);
    }
    cart
}

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asked {
    /// Delivery options.
    Shipping,
    /// Taxes.
    Taxes,
    /// Discounts.
    Discounts,
    /// Questions of the checkout.
    Questions,
}

impl Asked {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Shipping => "shipping",
            Self::Taxes => "taxes",
            Self::Discounts => "discounts",
            Self::Questions => "questions",
        }
    }
}

/// Asks, and gives the answer in words, to compare it.
async fn answer(calls: &QuoteCalls, asked: Asked, cart: &QuotedCart, place: &CartPlace) -> Result<String, PluginError> {
    let price = Money::new(500, &cart.subtotal.currency);
    match asked {
        Asked::Shipping => calls.rates(cart, place).await.map(|rates| format!("{rates:?}")),
        Asked::Taxes => calls.taxes(cart, Some(&price), place).await.map(|taxes| format!("{taxes:?}")),
        Asked::Discounts => calls.discounts(cart).await.map(|discounts| format!("{discounts:?}")),
        Asked::Questions => questions(calls, cart, place).await,
    }
}

/// The questions of a checkout, and what is said to answers that nobody expects. The destination stands for more: not
/// every checkout has one, nor a delivery.
async fn questions(calls: &QuoteCalls, cart: &QuotedCart, place: &CartPlace) -> Result<String, PluginError> {
    let delivery = CartDelivery { id: "post".to_owned(), label: "Post".to_owned(), pickup: place.region.is_empty() };
    let is_known = !place.postal_code.is_empty();
    let checkout = QuotedCheckout {
        cart: cart.clone(),
        destination: is_known.then(|| place.clone()),
        delivery: is_known.then_some(delivery),
    };
    let asked = calls.questions(&checkout).await?;
    let mut said = format!("{asked:?}");
    for text in ODD_ANSWERS {
        let answer = |id: &str| CheckoutAnswer { question: id.to_owned(), value: text.to_owned() };
        let answers: Vec<CheckoutAnswer> =
            asked.iter().map(|question| question.id.as_str()).chain(["unknown"]).map(answer).collect();
        said.push_str(&format!("{:?}", calls.refusals(&checkout, &answers).await?));
    }
    said.push_str(&format!("{:?}", calls.refusals(&checkout, &[]).await?));
    Ok(said)
}

pub(super) fn run(bench: &Workbench, asked: Asked, report: &mut TestReport) -> Result<(), AuthorError> {
    let Ok(info) = bench.plugin() else { return Ok(()) };
    let name = |test: &str| format!("{}: {test}", asked.name());
    let runtime = runtime()?;
    let mut answers = Vec::new();
    let mut differing = None;
    for currency in CURRENCIES {
        for (country, region, postal_code) in PLACES {
            let place = CartPlace {
                country: country.to_owned(),
                region: region.to_owned(),
                postal_code: postal_code.to_owned(),
            };
            // A site of its own, so that a failing question suspends no other.
            let site = bench.site(&Shop { currency, ..Shop::default() });
            let calls = bench.host.quotes(&info.id, &site).map_err(|error| AuthorError::Host(error.to_string()))?;
            for cart in carts(currency) {
                let input = format!("{} lines to {country}, {currency}", cart.lines.len());
                let first = runtime.block_on(answer(&calls, asked, &cart, &place));
                if first.is_ok() && first != runtime.block_on(answer(&calls, asked, &cart, &place)) {
                    differing.get_or_insert_with(|| format!("{input}: another answer to the same question"));
                }
                answers.push((input, first));
            }
        }
    }
    report.add(name("any cart, place and currency"), without_faults(answers));
    report.add(name("the same question gives the same answer"), differing.map_or(Ok(()), Err));
    let site = bench.site(&Shop::default());
    let calls = bench.host.quotes(&info.id, &site).map_err(|error| AuthorError::Host(error.to_string()))?;
    let place = CartPlace { country: "US".to_owned(), region: "NC".to_owned(), postal_code: "28801".to_owned() };
    let typical = cart("USD", &[(1_999, 2), (500, 1)]);
    let times = (0..RUNS).map(|_| {
        let begin = Instant::now();
        let _ = runtime.block_on(answer(&calls, asked, &typical, &place));
        begin.elapsed()
    });
    report.add_time(asked.name(), times.collect(), MAX_TIME);
    Ok(())
}

/// Carts with no line, with one of each quantity, and with many.
fn carts(currency: &str) -> Vec<QuotedCart> {
    let mut carts = vec![cart(currency, &[]), cart(currency, &QUANTITIES)];
    carts.extend(QUANTITIES.iter().map(|line| cart(currency, &[*line])));
    carts
}

/// A cart with a line for each price and quantity.
fn cart(currency: &str, lines: &[(i64, u32)]) -> QuotedCart {
    let money = |minor: i64| Money::new(minor, currency);
    let line = |(index, (price, quantity)): (usize, &(i64, u32))| CartLine {
        id: format!("line-{index}"),
        product_id: format!("product-{index}"),
        sku: format!("SKU-{index}"),
        title: "Cheese".to_owned(),
        kind: if index == 1 { CartProductKind::Digital } else { CartProductKind::Physical },
        quantity: *quantity,
        unit_price: money(*price),
        total: money(price * i64::from(*quantity)),
        weight_grams: 250,
        shipped: index != 1,
        taxable: index != 2,
        discountable: index != 2,
        tags: vec!["dairy".to_owned()],
        categories: vec!["food".to_owned()],
    };
    let subtotal: i64 = lines.iter().map(|(price, quantity)| price * i64::from(*quantity)).sum();
    QuotedCart {
        lines: lines.iter().enumerate().map(line).collect(),
        subtotal: money(subtotal),
        prices_include_tax: false,
        signed_in: false,
        tax_id: None,
    }
}
