//! Money and numbers in templates.

use serde_json::json;
use stoa_template::{Locale, RenderContext};

use super::{output, run_with};

// spec: template.money-read, money.entity
#[test]
fn money_formats() {
    let data = json!({
        "new": { "decimalValue": "12.50", "currencyCode": "USD" },
        "old": { "value": "12.50", "currency": "USD" },
        "both": { "decimalValue": "1", "currencyCode": "EUR", "value": "2", "currency": "USD" },
    });
    assert_eq!(output("{new|money} {old|money} {both|money}", &data), "$12.50 $12.50 €1.00");
}

// spec: money.fraction-digits
#[test]
fn digits_of_currencies() {
    let data = json!([{ "value": 5, "currency": "USD" }, { "value": 500, "currency": "JPY" }]);
    assert_eq!(output("{.repeated section @}{@|money};{.end}", &data), "$5.00;¥500;");
}

// spec: money.separators
#[test]
fn separators_of_money() {
    assert_eq!(output("{@|money-format}", &json!(123_456_750)), "1,234,567.50");
    let data = json!({ "value": "1234567.5", "currency": "USD" });
    assert_eq!(output("{@|money}", &data), "$1,234,567.50");
}

// spec: money.no-regional-divide
#[test]
fn cents_without_regional_format() {
    assert_eq!(output("{@|money-format}", &json!(1999)), "19.99");
    assert_eq!(output("{@|money-string}", &json!(1999)), "<span class=\"sqs-money-native\">19.99</span>");
}

// spec: money.fallback-price, product.variant.no-variants-fallback
#[test]
fn missing_price_is_zero() {
    let data = json!({ "structuredContent": { "productType": 1, "variants": [] } });
    assert_eq!(output("{@|from-price}/{@|normal-price}/{@|sale-price}", &data), "0/0/0");
    assert!(output("{@|product-price}", &data).contains("0.00"));
    let mut flagged = data.clone();
    flagged["featureFlags"] = json!({ "useCLDRMoneyFormat": true });
    assert!(output("{@|product-price}", &flagged).contains("$0.00"));
}

// spec: money.regional-switch
#[test]
fn regional_format_setting() {
    let product = |flag: bool| {
        json!({
            "structuredContent": { "productType": 2, "priceMoney": { "value": "1234.5", "currency": "USD" } },
            "featureFlags": { "useCLDRMoneyFormat": flag },
        })
    };
    assert_eq!(output("{@|product-price}", &product(true)), "<div class=\"product-price\">\n$1,234.50\n</div>");
    assert_eq!(
        output("{@|product-price}", &product(false)),
        "<div class=\"product-price\">\n<span class=\"sqs-money-native\">1,234.50</span>\n</div>"
    );
}

// spec: money.symbols.open
#[test]
fn symbols_by_locale() {
    let locale = Locale::parse("de").unwrap();
    let context = RenderContext { locale: Some(&locale), ..RenderContext::default() };
    let data = json!({ "value": "1234.5", "currency": "EUR" });
    assert_eq!(run_with("{@|money}", &data, &context).output, "1.234,50\u{a0}€");
}

// spec: number.options.clamped
#[test]
fn digit_options_are_clamped() {
    let data = json!("1.5");
    let fifty = format!("1.5{}", "0".repeat(49));
    assert_eq!(output("{@|decimal minFrac:60}", &data), fifty);
    assert_eq!(output("{@|decimal maxFrac:-1}", &data), "2");
}

// spec: number.percent
#[test]
fn percentages() {
    assert_eq!(output("{@|percentage-format trim}", &json!(12.34567)), "12.346");
    assert_eq!(output("{@|percentage-format trim}", &json!(12)), "12");
    assert_eq!(output("{@|percentage-format}", &json!(12)), "12.00");
}

#[test]
fn plural_forms() {
    let data = json!({ "m": "{0 plural =0 {none} one {# file} other {# files}}", "n": [0, 1, 5] });
    assert_eq!(output("{.repeated section n}{m|message @};{.end}", &data), "none;1 file;5 files;");
    let data =
        json!({ "m": "{0 plural offset:1 =1 {you} one {you and # other} other {you and # others}}", "n": [1, 2, 4] });
    assert_eq!(output("{.repeated section n}{m|message @};{.end}", &data), "you;you and 1 other;you and 3 others;");
}
