//! The author's cases, `tests/cases.json`.

mod verdict;

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Value as Json, json};
use stoa_plugin_host::model::{
    BlockInput, CartDelivery, CartPlace, CheckoutAnswer, InstallmentAvailability, InstallmentRequest, Money,
    PaymentNext, PaymentOutcome, PaymentStatus, QuotedCheckout, Value,
};
use stoa_plugin_host::{PluginError, QuoteCalls, Site};

use self::verdict::compare;
use super::block::{client_data, shown};
use super::exchanges::Exchange;
use super::format::FileCase;
use super::installment::{Query, request};
use super::payment::{AMOUNT, after, attempt, runtime};
use super::quote::{Asked, CaseLine, case_cart};
use super::workbench::Shop;
use super::{TestReport, Workbench, background, format, migration, panel};
use crate::AuthorError;

/// One case. Exactly one of `block`, `formatter`, `predicate`, `payment`, `installments`, `shipping`, `taxes`,
/// `discounts`, `questions`, `event`, `job`, `migrate`, `panel`, `write`, `read` and `products`
/// says what is called.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Case {
    pub(super) title: String,
    /// Kind of the block.
    pub(super) block: Option<String>,
    /// Name of the formatter.
    pub(super) formatter: Option<String>,
    /// Name of the predicate.
    pub(super) predicate: Option<String>,
    /// Payment method.
    pub(super) payment: Option<String>,
    /// Total of the request, in minor units.
    pub(super) installments: Option<i64>,
    /// Lines of the cart whose delivery options are asked for.
    shipping: Option<Vec<CaseLine>>,
    /// Lines of the cart whose taxes are asked for.
    taxes: Option<Vec<CaseLine>>,
    /// Lines of the cart whose discounts are asked for.
    discounts: Option<Vec<CaseLine>>,
    /// Lines of the cart whose checkout asks questions.
    questions: Option<Vec<CaseLine>>,
    /// Answers to check, by the id of the question; without them, the questions are asked for.
    answers: Option<BTreeMap<String, String>>,
    /// The chosen delivery of the checkout.
    delivery: Option<CartDelivery>,
    /// Topic of the event, whose payload is `input`.
    pub(super) event: Option<String>,
    /// Name of the job.
    pub(super) job: Option<String>,
    /// Version of the saved `settings` of which those for this version are made: those of the site, or of `block`.
    pub(super) migrate: Option<u32>,
    /// Name of the panel, which is called with `input`.
    pub(super) panel: Option<String>,
    /// Method of the panel; without it, `show`.
    pub(super) method: Option<String>,
    /// Name of the format in which the products of the sample shop are written.
    pub(super) write: Option<String>,
    /// Name of the format in which `text` is read.
    pub(super) read: Option<String>,
    /// Name of the format in which `text` is read as a file with products.
    pub(super) products: Option<String>,
    /// Content of the file.
    pub(super) text: Option<String>,
    /// Kinds of data that the person sees who opened the panel; without it, all.
    pub(super) sees: Option<Vec<String>>,

    /// Requests that the plugin makes, in their order, with what comes back.
    pub(super) http: Option<Vec<Exchange>>,
    /// Settings of the site for the plugin.
    pub(super) config: Option<Json>,
    locale: Option<String>,
    currency: Option<String>,
    country: Option<String>,
    /// Settings of the block, or those that were saved for an earlier version.
    #[serde(default)]
    settings: Json,
    #[serde(default)]
    pub(super) input: Json,
    #[serde(default)]
    pub(super) arguments: Vec<Json>,
    /// Destination of a cart; without it, a place in the country.
    place: Option<CartPlace>,
    /// Price of the delivery, for taxes, in minor units.
    shipping_price: Option<i64>,
    /// Tax number of the buyer.
    tax_id: Option<String>,
    /// What the buyer entered.
    pub(super) buyer: Option<Json>,
    /// Amount to capture after the creation.
    capture: Option<i64>,
    /// Amount to refund after that.
    refund: Option<i64>,

    /// The result: HTML of a block, value of a formatter, answer of a predicate.
    #[serde(default, deserialize_with = "present")]
    equals: Option<Json>,
    /// What a block returns for its script.
    data: Option<Json>,
    #[serde(default)]
    contains: Vec<String>,
    #[serde(default)]
    excludes: Vec<String>,
    /// Class of the error that is returned.
    fails: Option<String>,
    status: Option<PaymentStatus>,
    availability: Option<InstallmentAvailability>,
}

impl Case {
    fn file(&self) -> FileCase<'_> {
        FileCase {
            write: self.write.as_deref(),
            read: self.read.as_deref(),
            products: self.products.as_deref(),
            text: self.text.as_deref().unwrap_or_default(),
        }
    }

    pub(super) fn shop(&self) -> Shop<'_> {
        Shop { locale: self.locale.as_deref().unwrap_or("en-US"), currency: self.currency.as_deref().unwrap_or("USD") }
    }
}

/// Tells `null` from an absent member.
fn present<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<Json>, D::Error> {
    Json::deserialize(deserializer).map(Some)
}

/// What a case gave, in a form that is compared.
struct Answer {
    value: Json,
    status: Option<PaymentStatus>,
    availability: Option<InstallmentAvailability>,
    /// What a block returned for its script.
    data: Option<Json>,
}

impl From<Json> for Answer {
    fn from(value: Json) -> Self {
        Self { value, status: None, availability: None, data: None }
    }
}

pub(super) fn run(bench: &Workbench, text: &str, report: &mut TestReport) -> Result<(), AuthorError> {
    let cases: Vec<Case> = match serde_json::from_str(text) {
        Ok(cases) => cases,
        Err(error) => {
            report.add(format!("{}:{}", super::CASES, error.line()), Err(error.to_string()));
            return Ok(());
        }
    };
    for case in cases {
        bench.network.expect(case.http.as_deref());
        let result = match answer(bench, &case)? {
            Ok(result) => compare(&case, result),
            Err(fault) => Err(fault),
        };
        // Another request is the reason for another answer.
        let result = bench.network.outcome().and(result);
        report.add(format!("case: {}", case.title), result);
    }
    Ok(())
}

/// The answer of the plugin; the outer error is the host's, the inner one a fault of the case.
fn answer(bench: &Workbench, case: &Case) -> Result<Result<Result<Answer, PluginError>, String>, AuthorError> {
    let shop = case.shop();
    let site = match &case.config {
        None => bench.site(&shop),
        Some(config) => match bench.settings(config) {
            Ok(config) => bench.site_with(&shop, config),
            Err(fault) => return Ok(Err(fault)),
        },
    };
    let session = || bench.host.render_session(std::sync::Arc::clone(&site));
    let arguments = || case.arguments.iter().map(Value::from).collect::<Vec<_>>();
    if let Some((asked, lines)) = quoted(case) {
        return Ok(Ok(quote(bench, &site, case, asked, lines)?));
    }
    if let Some(called) = background::call(bench, &site, case.event.as_deref(), case.job.as_deref(), &case.input)? {
        return Ok(Ok(called.map(|()| Json::Null.into())));
    }
    if let (Some(from), Some(kind)) = (case.migrate, &case.block) {
        return Ok(Ok(migration::call_block(bench, &site, kind, from, &case.settings).map(Answer::from)));
    }
    if let Some(from) = case.migrate {
        return Ok(Ok(migration::call(bench, &site, from, &case.settings)?.map(Answer::from)));
    }
    if let Some(name) = &case.panel {
        let (method, sees) = (case.method.as_deref(), case.sees.as_deref());
        let asked = panel::Asked { panel: name, method, input: &case.input, sees };
        let called = panel::call(bench, &site, asked)?;
        return Ok(Ok(called.map(Answer::from)));
    }
    if let Some(called) = format::call(bench, &site, case.file())? {
        return Ok(Ok(called.map(Answer::from)));
    }
    let called = match (&case.block, &case.formatter, &case.predicate, &case.payment, case.installments) {
        (Some(kind), None, None, None, None) => shown(&session(), &block_input(bench, kind, case)).map(|output| {
            let data = client_data(&output).and_then(|text| serde_json::from_str(text).ok());
            Answer { data, ..json!(output.html).into() }
        }),
        (None, Some(name), None, None, None) => {
            session().format(name, &Value::from(&case.input), &arguments()).map(|value| Json::from(value).into())
        }
        (None, None, Some(name), None, None) => {
            session().test(name, &Value::from(&case.input), &arguments()).map(|value| json!(value).into())
        }
        (None, None, None, Some(method), None) => paid(bench, &site, method, case)?,
        (None, None, None, None, Some(total)) => message_about(bench, &site, case, total),
        _ => {
            let kinds = "block, formatter, predicate, payment, installments, shipping, taxes, discounts, questions, \
                event, job, migrate, panel, write, read, products";
            return Ok(Err(format!("a case has exactly one of {kinds}")));
        }
    };
    Ok(Ok(called))
}

/// The outcome of a payment by a method.
fn paid(
    bench: &Workbench,
    site: &Arc<Site>,
    method: &str,
    case: &Case,
) -> Result<Result<Answer, PluginError>, AuthorError> {
    let id = bench.plugin().map(|info| info.id.clone()).unwrap_or_default();
    match bench.host.payment(&id, site) {
        Ok(calls) => Ok(runtime()?.block_on(pay(&calls, method, case.shop().currency, case))),
        Err(error) => Ok(Err(error)),
    }
}

/// The message about payment in installments of a total.
fn message_about(bench: &Workbench, site: &Arc<Site>, case: &Case, total: i64) -> Result<Answer, PluginError> {
    let (country, request) = request_of(case, total);
    let offer = bench.host.installments(site, country)?.quote(&request)?;
    let money = |money: &Money| format!("{} {}", money.minor, money.currency);
    let texts = [offer.full_text.fill(money), offer.one_line_text.fill(money)].join("\n");
    Ok(Answer { availability: Some(offer.availability), ..json!(texts).into() })
}

/// The merchant's country, and the request for a message about a total.
pub(super) fn request_of(case: &Case, total: i64) -> (&str, InstallmentRequest) {
    let (shop, country) = (case.shop(), case.country.as_deref().unwrap_or("US"));
    let query = Query { total: Some(total), currency: shop.currency, country, language: shop.locale, payments: None };
    (country, request(&query))
}

/// What a case asks about a cart, with the lines of the cart.
pub(super) fn quoted(case: &Case) -> Option<(Asked, &[CaseLine])> {
    let asked = [
        (Asked::Shipping, &case.shipping),
        (Asked::Taxes, &case.taxes),
        (Asked::Discounts, &case.discounts),
        (Asked::Questions, &case.questions),
    ];
    asked.into_iter().find_map(|(asked, lines)| Some((asked, lines.as_deref()?)))
}

fn quote(
    bench: &Workbench,
    site: &Arc<Site>,
    case: &Case,
    asked: Asked,
    lines: &[CaseLine],
) -> Result<Result<Answer, PluginError>, AuthorError> {
    let id = bench.plugin().map(|info| info.id.clone()).unwrap_or_default();
    let calls = match bench.host.quotes(&id, site) {
        Ok(calls) => calls,
        Err(error) => return Ok(Err(error)),
    };
    Ok(runtime()?.block_on(ask(&calls, case, asked, lines)).map(Answer::from))
}

/// Asks about the cart of a case.
pub(super) async fn ask(
    calls: &QuoteCalls,
    case: &Case,
    asked: Asked,
    lines: &[CaseLine],
) -> Result<Json, PluginError> {
    let currency = case.shop().currency;
    let cart = case_cart(currency, lines, case.tax_id.clone());
    let country = case.country.clone().unwrap_or_else(|| "US".to_owned());
    let anywhere = CartPlace { country, region: String::new(), postal_code: String::new() };
    let place = case.place.as_ref().unwrap_or(&anywhere);
    let price = case.shipping_price.map(|minor| Money::new(minor, currency));
    let listed = match asked {
        Asked::Shipping => serde_json::to_value(calls.rates(&cart, place).await?),
        Asked::Taxes => serde_json::to_value(calls.taxes(&cart, price.as_ref(), place).await?),
        Asked::Discounts => serde_json::to_value(calls.discounts(&cart).await?),
        Asked::Questions => {
            let destination = case.place.clone().or_else(|| case.country.as_ref().map(|_| anywhere.clone()));
            let checkout = QuotedCheckout { cart, destination, delivery: case.delivery.clone() };
            match &case.answers {
                None => serde_json::to_value(calls.questions(&checkout).await?),
                Some(answers) => {
                    let answer = |(question, value): (&String, &String)| CheckoutAnswer {
                        question: question.clone(),
                        value: value.clone(),
                    };
                    let answers: Vec<CheckoutAnswer> = answers.iter().map(answer).collect();
                    serde_json::to_value(calls.refusals(&checkout, &answers).await?)
                }
            }
        }
    };
    Ok(listed.unwrap_or(Json::Null))
}

/// Settings of a block get the defaults of its schema, as on a page.
pub(super) fn block_input(bench: &Workbench, kind: &str, case: &Case) -> BlockInput {
    let settings = if case.settings.is_null() { json!({}) } else { case.settings.clone() };
    let block = bench.plugin().ok().and_then(|info| info.blocks.iter().find(|block| block.kind == kind));
    let filled = block.and_then(|block| stoa_plugin_host::check_settings(&block.settings_schema, &settings).ok());
    BlockInput {
        kind: kind.to_owned(),
        instance_id: "block-1".to_owned(),
        settings: filled.unwrap_or(settings),
        data: case.input.clone(),
    }
}

async fn pay(
    calls: &stoa_plugin_host::PaymentCalls,
    method: &str,
    currency: &str,
    case: &Case,
) -> Result<Answer, PluginError> {
    let buyer = case.buyer.clone().unwrap_or_else(|| json!({}));
    let attempt = attempt(method, "case", &Money::new(AMOUNT, currency), buyer);
    let mut outcome = calls.create(&attempt).await?;
    let next = outcome.next.clone();
    if let Some(minor) = case.capture {
        outcome = calls.capture(&after(&attempt, &outcome), &Money::new(minor, currency), "capture-case").await?;
    }
    if let Some(minor) = case.refund {
        let stored = after(&attempt, &outcome);
        outcome = calls.refund(&stored, &Money::new(minor, currency), "refund-case", "a case").await?;
    }
    Ok(Answer { status: Some(outcome.status), ..json!(shown_to_buyer(&next, &outcome)).into() })
}

/// What the buyer gets: an address, instructions, or why the payment was declined.
fn shown_to_buyer(next: &PaymentNext, outcome: &PaymentOutcome) -> String {
    let next = match next {
        PaymentNext::None => String::new(),
        PaymentNext::Redirect(address) => address.clone(),
        PaymentNext::ClientAction(action) => action.to_string(),
    };
    format!("{next}\n{}", outcome.decline_message.as_deref().unwrap_or_default())
}
