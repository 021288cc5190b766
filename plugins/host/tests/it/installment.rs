//! The bundled installment providers.

use serde_json::{Value as Json, json};
use stoa_plugin_host::model::{InstallmentAvailability, InstallmentItem, InstallmentOffer, InstallmentRequest, Money};
use stoa_plugin_host::{InstallmentCalls, PluginErrorKind};

use crate::fixtures::{bundled, dollars, site};

fn calls(config: Json) -> InstallmentCalls {
    bundled().installments(&site("stoa.quarters", config), "US").expect("calls")
}

fn item() -> InstallmentItem {
    InstallmentItem {
        reference: "item-1".to_owned(),
        unit_price: dollars(4000),
        quantity: 1,
        category: String::new(),
        tags: Vec::new(),
        physical: true,
        available: true,
        subscription: false,
    }
}

/// A total in US cents, with limits of 10 and 1,000 dollars, in the United States.
fn request(total: i64) -> InstallmentRequest {
    InstallmentRequest {
        items: vec![item()],
        total: Some(dollars(total)),
        country: "US".to_owned(),
        language: "en".to_owned(),
        minimum: Some(dollars(1000)),
        maximum: Some(dollars(100_000)),
        payments: None,
    }
}

fn plain(money: &Money) -> String {
    format!("${}.{:02}", money.minor / 100, money.minor % 100)
}

fn texts(offer: &InstallmentOffer) -> (String, String) {
    (offer.full_text.fill(plain), offer.one_line_text.fill(plain))
}

// spec: installments.default-count, installments.text.full, installments.text.one-line
#[test]
fn four_payments_and_their_texts() {
    let offer = calls(json!({})).quote(&request(4000)).expect("offer");
    assert_eq!(offer.availability, InstallmentAvailability::InRange);
    assert_eq!((offer.payments, &offer.amount), (4, &Some(dollars(1000))));
    let (full, one_line) = texts(&offer);
    assert_eq!(full, "4 interest-free payments of $10.00");
    assert_eq!(one_line, "or 4 interest-free payments of $10.00 with");
}

// spec: installments.amount-rounding.open
#[test]
fn payment_rounded_up() {
    let offer = calls(json!({})).quote(&request(1001)).expect("offer");
    assert_eq!(offer.amount, Some(dollars(251)));
    let three = InstallmentRequest { payments: Some(3), ..request(3000) };
    assert_eq!(calls(json!({})).quote(&three).expect("offer").amount, Some(dollars(1000)));
}

// spec: installments.pill.in-range, installments.text.up-to, installments.text.over
#[test]
fn price_range_bounds() {
    let calls = calls(json!({}));
    for (total, availability, text) in [
        (1000, InstallmentAvailability::BelowMinimum, "available for orders over $10.00"),
        (1001, InstallmentAvailability::InRange, "4 interest-free payments of $2.51"),
        (100_000, InstallmentAvailability::InRange, "4 interest-free payments of $250.00"),
        (100_001, InstallmentAvailability::AboveMaximum, "available for orders up to $1000.00"),
    ] {
        let offer = calls.quote(&request(total)).expect("offer");
        assert_eq!((offer.availability, texts(&offer).0.as_str()), (availability, text), "{total}");
    }
}

// spec: installments.text.fallback
#[test]
fn unavailable_without_price_or_limits() {
    let calls = calls(json!({}));
    for incomplete in [
        InstallmentRequest { total: None, ..request(4000) },
        InstallmentRequest { minimum: None, ..request(4000) },
        InstallmentRequest { maximum: None, ..request(4000) },
    ] {
        let offer = calls.quote(&incomplete).expect("offer");
        assert_eq!(offer.availability, InstallmentAvailability::Unavailable);
        assert_eq!(texts(&offer).0, "Unavailable");
    }
}

// spec: installments.eligibility.items, installments.subscribable.open
#[test]
fn ineligible_item_excludes_cart() {
    let calls = calls(json!({}));
    for spoiler in [
        InstallmentItem { physical: false, ..item() },
        InstallmentItem { available: false, ..item() },
        InstallmentItem { subscription: true, ..item() },
    ] {
        let cart = InstallmentRequest { items: vec![item(), spoiler], ..request(4000) };
        assert_eq!(calls.quote(&cart).expect("offer").availability, InstallmentAvailability::NotEligible);
    }
    let empty = InstallmentRequest { items: Vec::new(), ..request(4000) };
    assert_eq!(calls.quote(&empty).expect("offer").availability, InstallmentAvailability::NotEligible);
}

// spec: installments.locales, installments.locale.choice, installments.provider.first, installments.provider.second
#[test]
fn locale_and_provider_by_country_and_language() {
    let calls = calls(json!({}));
    for (country, language, locale, provider) in [
        ("US", "en", "en_US", "Installments"),
        ("US", "fr", "en_US", "Installments"),
        ("CA", "en", "en_CA", "Installments"),
        ("CA", "fr", "fr_CA", "Installments"),
        ("CA", "fr-CA", "fr_CA", "Installments"),
        ("AU", "en-AU", "en_AU", "Installments"),
        ("NZ", "en", "en_NZ", "Installments"),
        ("GB", "en", "en_GB", "Installments UK"),
    ] {
        let market = InstallmentRequest { country: country.to_owned(), language: language.to_owned(), ..request(4000) };
        let offer = calls.quote(&market).expect("offer");
        assert_eq!((offer.locale.as_str(), offer.provider_name.as_str()), (locale, provider), "{country} {language}");
        assert_eq!(offer.modal_page, locale);
    }
}

// spec: installments.us-territories
#[test]
fn us_territories_count_as_us() {
    let calls = calls(json!({}));
    for country in ["US", "PR", "GU", "VI", "MP", "AS", "UM"] {
        let offer = calls.quote(&InstallmentRequest { country: country.to_owned(), ..request(4000) }).expect("offer");
        assert_eq!((offer.availability, offer.locale.as_str()), (InstallmentAvailability::InRange, "en_US"));
    }
}

// spec: installments.locale.unsupported.open
#[test]
fn other_countries_unavailable() {
    let offer = calls(json!({})).quote(&InstallmentRequest { country: "DE".to_owned(), ..request(4000) });
    assert_eq!(offer.expect("offer").availability, InstallmentAvailability::UnsupportedMarket);
}

// spec: installments.provider-names.open
#[test]
fn configured_providers() {
    let calls = calls(json!({ "providerName": "PayLater", "providerNameGb": "PayLater UK" }));
    assert_eq!(calls.quote(&request(4000)).expect("offer").provider_name, "PayLater");
    let british = InstallmentRequest { country: "GB".to_owned(), ..request(4000) };
    assert_eq!(calls.quote(&british).expect("offer").provider_name, "PayLater UK");
}

#[test]
fn explanation_per_locale_with_fallback() {
    let calls = calls(json!({ "providerName": "<Pay> & Later" }));
    for locale in ["en_US", "en_CA", "fr_CA", "en_AU", "en_NZ", "en_GB"] {
        assert_eq!(calls.modal(locale).expect("page").locale, locale);
    }
    assert_eq!(calls.modal("de_DE").expect("page"), calls.modal("en_US").expect("page"));
    let page = calls.modal("en_US").expect("page").html;
    assert!(page.contains("&lt;Pay&gt; &amp; Later") && !page.contains("<Pay>"), "{page}");
}

#[test]
fn invalid_input_is_error() {
    let calls = calls(json!({}));
    let error = calls.quote(&InstallmentRequest { payments: Some(0), ..request(4000) }).expect_err("no payments");
    assert!(matches!(error.kind, PluginErrorKind::Guest(_)));
    let mixed = InstallmentRequest { minimum: Some(Money::new(1000, "EUR")), ..request(4000) };
    let error = calls.quote(&mixed).expect_err("mixed currencies");
    assert!(matches!(error.kind, PluginErrorKind::Guest(_)));
    let error = bundled().installments(&site("stoa.callout", json!({})), "US").expect_err("no such plugin");
    assert_eq!(error.kind, PluginErrorKind::NotFound);
}
