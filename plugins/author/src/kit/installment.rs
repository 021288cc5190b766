//! Messages about installments: right for any total, in any language, and never above the total.

use std::sync::Arc;
use std::time::{Duration, Instant};

use stoa_plugin_host::model::{InstallmentAvailability, InstallmentItem, InstallmentOffer, InstallmentRequest, Money};
use stoa_plugin_host::{InstallmentCalls, PluginError};

use super::workbench::Shop;
use super::{TestReport, Workbench, without_faults};

const TOTALS: [Option<i64>; 8] =
    [None, Some(0), Some(1), Some(99), Some(5_001), Some(10_000), Some(123_457), Some(99_999_999_999)];
const LANGUAGES: [&str; 5] = ["en", "de-AT", "ja", "ar", "xx"];
const LOCALES: [&str; 5] = ["en_US", "de_DE", "fr_CA", "xx_XX", ""];
const MAX_TIME: Duration = Duration::from_millis(10);
const RUNS: usize = 15;

/// What is asked for.
pub(super) struct Query<'a> {
    pub(super) total: Option<i64>,
    pub(super) currency: &'a str,
    pub(super) country: &'a str,
    pub(super) language: &'a str,
    pub(super) payments: Option<u16>,
}

pub(super) fn request(query: &Query<'_>) -> InstallmentRequest {
    InstallmentRequest {
        items: vec![InstallmentItem {
            reference: "item-1".to_owned(),
            unit_price: Money::new(query.total.unwrap_or_default(), query.currency),
            quantity: 1,
            category: String::new(),
            tags: Vec::new(),
            physical: true,
            available: true,
            subscription: false,
        }],
        total: query.total.map(|minor| Money::new(minor, query.currency)),
        country: query.country.to_owned(),
        language: query.language.to_owned(),
        minimum: None,
        maximum: None,
        payments: query.payments,
    }
}

pub(super) fn run(bench: &Workbench, countries: &[String], currencies: &[String], report: &mut TestReport) {
    let country = countries.first().map_or("US", String::as_str);
    let currency = currencies.first().map_or("USD", String::as_str);
    let calls = || bench.host.installments(&bench.site(&Shop { currency, ..Shop::default() }), country);
    let name = |test: &str| format!("installments: {test}");
    let calls = match calls() {
        Ok(calls) => Arc::new(calls),
        Err(error) => {
            report.add(name("a message is found"), Err(error.kind.to_string()));
            return;
        }
    };
    let query = |total: Option<i64>, language: &'static str, payments: Option<u16>| {
        request(&Query { total, currency, country, language, payments })
    };
    let mut requests = Vec::new();
    for total in TOTALS {
        for language in LANGUAGES {
            requests.push(query(total, language, None));
        }
        for payments in [0, 1, 3, u16::MAX] {
            requests.push(query(total, "en", Some(payments)));
        }
    }
    requests.push(InstallmentRequest { items: Vec::new(), ..query(Some(10_000), "en", None) });
    let limit = Money::new(1, "XTS");
    requests.push(InstallmentRequest { minimum: Some(limit), ..query(Some(10_000), "en", None) });
    let answers: Vec<(String, Result<InstallmentOffer, PluginError>)> =
        requests.iter().map(|request| (describe(request), calls.quote(request))).collect();
    report.add(name("the parts add up to the total"), parts(&requests, &answers));
    report.add(name("any total, language and number of payments"), without_faults(answers));
    let same = requests.iter().find(|request| calls.quote(request) != calls.quote(request));
    let same = same.map_or(Ok(()), |request| Err(format!("{} gives different messages", describe(request))));
    report.add(name("the same request gives the same message"), same);
    report.add(name("an explanation in any language"), explanations(&calls));
    let typical = query(Some(10_000), "en", None);
    let times = (0..RUNS).map(|_| {
        let begin = Instant::now();
        let _ = calls.quote(&typical);
        begin.elapsed()
    });
    report.add_time("installments", times.collect(), bench.allowance(MAX_TIME));
}

fn describe(request: &InstallmentRequest) -> String {
    let total =
        request.total.as_ref().map_or_else(|| "no total".to_owned(), |total| format!("a total of {}", total.minor));
    let payments = request.payments.map_or_else(String::new, |payments| format!(", {payments} payments"));
    format!("{total}{payments}, language {}", request.language)
}

/// The payments of an offer are the total, rounded up to the minor unit of each.
fn parts(
    requests: &[InstallmentRequest],
    answers: &[(String, Result<InstallmentOffer, PluginError>)],
) -> Result<(), String> {
    for (request, (input, answer)) in requests.iter().zip(answers) {
        let Ok(offer) = answer else { continue };
        let (InstallmentAvailability::InRange, Some(total), Some(amount)) =
            (offer.availability, &request.total, &offer.amount)
        else {
            continue;
        };
        let sum = i128::from(amount.minor) * i128::from(offer.payments);
        let total = i128::from(total.minor);
        if sum < total || sum >= total + i128::from(offer.payments) {
            return Err(format!("{input}: {} payments of {}", offer.payments, amount.minor));
        }
    }
    Ok(())
}

fn explanations(calls: &InstallmentCalls) -> Result<(), String> {
    for locale in LOCALES {
        let page = calls.modal(locale).map_err(|error| format!("`modal` of `{locale}`: {}", error.kind))?;
        if page.title.trim().is_empty() || page.html.trim().is_empty() {
            return Err(format!("`modal` of `{locale}` is empty: give the English page"));
        }
    }
    Ok(())
}
