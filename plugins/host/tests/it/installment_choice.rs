//! Two providers with different rules, and which of them a shop uses.

use std::sync::Arc;

use serde_json::{Value as Json, json};
use stoa_plugin_host::model::{InstallmentAvailability, InstallmentItem, InstallmentRequest, Money};
use stoa_plugin_host::{InstallmentCalls, PluginErrorKind, Site, SiteContext};

use crate::fixtures::{activation, bundled, context};

fn site(currency: &str, plugins: &[(&str, Json)]) -> Arc<Site> {
    let activations = plugins.iter().map(|(plugin, config)| activation(plugin, config.clone())).collect();
    Arc::new(Site { context: SiteContext { currency: currency.to_owned(), ..context("site-1") }, activations })
}

fn thirds(config: Json) -> InstallmentCalls {
    bundled().installments(&site("GBP", &[("stoa.thirds", config)]), "GB").expect("calls")
}

fn limits() -> Json {
    json!({ "minimumCents": 5000, "maximumCents": 300_000, "excludedTag": "no-installments" })
}

fn item() -> InstallmentItem {
    InstallmentItem {
        reference: "item-1".to_owned(),
        unit_price: Money::new(10_000, "GBP"),
        quantity: 1,
        category: String::new(),
        tags: Vec::new(),
        physical: true,
        available: true,
        subscription: false,
    }
}

fn request(total: i64) -> InstallmentRequest {
    InstallmentRequest {
        items: vec![item()],
        total: Some(Money::new(total, "GBP")),
        country: "GB".to_owned(),
        language: "en-GB".to_owned(),
        minimum: None,
        maximum: None,
        payments: None,
    }
}

fn plain(money: &Money) -> String {
    format!("£{}.{:02}", money.minor / 100, money.minor % 100)
}

#[test]
fn three_payments_show_largest() {
    let offer = thirds(limits()).quote(&request(10_000)).expect("offer");
    assert_eq!(offer.availability, InstallmentAvailability::InRange);
    assert_eq!((offer.payments, offer.amount.map(|amount| amount.minor)), (3, Some(3334)));
    assert_eq!(offer.full_text.fill(plain), "3 monthly instalments of £33.34, no interest");
    assert_eq!(offer.one_line_text.fill(plain), "or 3 monthly instalments of £33.34 with");
    assert_eq!((offer.provider_name.as_str(), offer.locale.as_str()), ("Monthly Payments", "en_GB"));
    assert_eq!(offer.plans.iter().map(|plan| (plan.months, plan.total.minor)).collect::<Vec<_>>(), [(3, 10_000)]);
}

#[test]
fn account_limits_override_settings() {
    let calls = thirds(limits());
    for (total, availability, text) in [
        (5000, InstallmentAvailability::BelowMinimum, "available for orders over £50.00"),
        (5001, InstallmentAvailability::InRange, "3 monthly instalments of £16.67, no interest"),
        (300_000, InstallmentAvailability::InRange, "3 monthly instalments of £1000.00, no interest"),
        (300_001, InstallmentAvailability::AboveMaximum, "available for orders up to £3000.00"),
    ] {
        let offer = calls.quote(&request(total)).expect("offer");
        assert_eq!((offer.availability, offer.full_text.fill(plain).as_str()), (availability, text), "{total}");
        assert_eq!(offer.plans.is_empty(), availability != InstallmentAvailability::InRange);
    }
    let account = InstallmentRequest { maximum: Some(Money::new(8000, "GBP")), ..request(9000) };
    assert_eq!(calls.quote(&account).expect("offer").availability, InstallmentAvailability::AboveMaximum);
    let unset = thirds(json!({})).quote(&request(9000)).expect("offer");
    assert_eq!(
        (unset.availability, unset.full_text.fill(plain).as_str()),
        (InstallmentAvailability::Unavailable, "Unavailable")
    );
}

#[test]
fn products_excluded_by_tag() {
    let calls = thirds(limits());
    let tagged = InstallmentItem { tags: vec!["No-Installments".to_owned()], ..item() };
    let cart = InstallmentRequest { items: vec![item(), tagged], ..request(10_000) };
    assert_eq!(calls.quote(&cart).expect("offer").availability, InstallmentAvailability::NotEligible);
}

#[test]
fn texts_for_supported_countries() {
    let calls = thirds(limits());
    for (country, language, locale, text) in [
        ("CA", "en", "en_CA", "3 monthly payments of £33.34, no interest"),
        ("CA", "fr", "fr_CA", "3 versements mensuels de £33.34, sans intérêts"),
        ("AU", "en", "en_AU", "3 monthly instalments of £33.34, no interest"),
        ("NZ", "en", "en_NZ", "3 monthly instalments of £33.34, no interest"),
    ] {
        let market =
            InstallmentRequest { country: country.to_owned(), language: language.to_owned(), ..request(10_000) };
        let offer = calls.quote(&market).expect("offer");
        assert_eq!((offer.locale.as_str(), offer.full_text.fill(plain).as_str()), (locale, text));
        assert_eq!(calls.modal(locale).expect("page").locale, locale);
    }
    let american = InstallmentRequest { country: "US".to_owned(), ..request(10_000) };
    assert_eq!(calls.quote(&american).expect("offer").availability, InstallmentAvailability::UnsupportedMarket);
    assert_eq!(calls.modal("de_DE").expect("page"), calls.modal("en_US").expect("page"));
}

#[test]
fn first_matching_provider_answers() {
    let host = bundled();
    let both = |currency| site(currency, &[("stoa.thirds", limits()), ("stoa.quarters", limits())]);
    let payments = |site: &Arc<Site>, country: &str| {
        let wish = InstallmentRequest {
            items: vec![InstallmentItem { unit_price: Money::new(10_000, &site.context.currency), ..item() }],
            total: Some(Money::new(10_000, &site.context.currency)),
            country: country.to_owned(),
            ..request(10_000)
        };
        host.installments(site, country).expect("calls").quote(&wish).expect("offer").payments
    };
    assert_eq!(payments(&both("CAD"), "CA"), 3);
    assert_eq!(payments(&both("USD"), "US"), 4);
    let error = host.installments(&both("EUR"), "DE").expect_err("no provider in this country");
    assert_eq!(error.kind, PluginErrorKind::NotFound);
    let error = host.installments(&both("EUR"), "US").expect_err("no provider for euros");
    assert_eq!(error.kind, PluginErrorKind::NotFound);
    let error = host.installments(&site("USD", &[]), "US").expect_err("all are off");
    assert_eq!(error.kind, PluginErrorKind::NotFound);
}
