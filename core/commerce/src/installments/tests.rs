//! Tests of the country of a shop and of texts of providers.

use super::InstallmentExplanation;
use super::service::merchant_country;

#[test]
fn country_is_configured_or_derived_from_currency() {
    for (named, currency, country) in [
        ("United States", "USD", Some("US")),
        ("puerto rico", "USD", Some("PR")),
        ("GB", "EUR", Some("GB")),
        ("Japan", "USD", Some("JP")),
        ("", "CAD", Some("CA")),
        ("", "GBP", Some("GB")),
        ("", "EUR", None),
        ("Atlantis", "USD", None),
    ] {
        assert_eq!(merchant_country(named, currency).as_deref(), country, "{named} {currency}");
    }
}

#[test]
fn provider_texts_are_sanitized() {
    let page = InstallmentExplanation {
        locale: "fr_CA\"><script>".to_owned(),
        title: "</title><script>alert(1)</script>".to_owned(),
        html: "<h1 onclick=\"x()\">Pay</h1><script>alert(1)</script><img src=x onerror=alert(1)>".to_owned(),
    };
    let html = page.document();
    assert!(html.contains("<h1>Pay</h1>"), "{html}");
    assert!(!html.contains("<script") && !html.contains("onerror") && !html.contains("onclick"), "{html}");
}
