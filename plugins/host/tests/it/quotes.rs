//! Questions about carts, to a plugin that fails as the postal code says: see `plugins/tests/told-quotes` and
//! `told-questions`.

use std::time::Duration;

use serde_json::json;
use stoa_plugin_host::model::{
    CartLine, CartPlace, CartProductKind, CheckoutAnswer, CheckoutRefusal, QuotedCart, QuotedCheckout,
};
use stoa_plugin_host::{GuestErrorCode, HostConfig, Limits, PluginErrorKind, PluginHost, QuoteCalls};

use crate::fixtures::{config, dollars, hostile, site};

const PLUGIN: &str = "test.quotes";
const QUESTIONS: &str = "test.questions";

fn calls(host: &PluginHost) -> QuoteCalls {
    host.quotes(PLUGIN, &site(PLUGIN, json!({}))).expect("calls")
}

fn to(postal_code: &str) -> CartPlace {
    CartPlace { country: "US".to_owned(), region: "NC".to_owned(), postal_code: postal_code.to_owned() }
}

fn cart(quantity: u32) -> QuotedCart {
    let line = CartLine {
        id: "line-1".to_owned(),
        product_id: "product-1".to_owned(),
        sku: "SKU-1".to_owned(),
        title: "Mug".to_owned(),
        kind: CartProductKind::Physical,
        quantity,
        unit_price: dollars(1_000),
        total: dollars(1_000 * i64::from(quantity)),
        weight_grams: 500,
        shipped: true,
        taxable: true,
        discountable: true,
        tags: Vec::new(),
        categories: Vec::new(),
    };
    QuotedCart {
        subtotal: line.total.clone(),
        lines: vec![line],
        prices_include_tax: false,
        signed_in: false,
        tax_id: None,
    }
}

#[tokio::test]
async fn options_taxes_and_discounts_of_a_cart() {
    let host = hostile(config());
    let calls = calls(&host);
    let rates = calls.rates(&cart(3), &to("28801")).await.expect("rates");
    assert_eq!((rates[0].code.as_str(), &rates[0].price, rates[0].max_days), ("economy", &dollars(500), Some(5)));
    assert_eq!((rates[1].code.as_str(), &rates[1].price), ("express", &dollars(1_000)));
    let taxes = calls.taxes(&cart(3), Some(&dollars(500)), &to("28801")).await.expect("taxes");
    assert_eq!((taxes[0].rate_basis_points, &taxes[0].lines), (1_900, &vec!["line-1".to_owned()]));
    let business = QuotedCart { tax_id: Some("DE123456789".to_owned()), ..cart(1) };
    let none = calls.taxes(&business, None, &to("28801")).await.expect("taxes");
    assert_eq!((none[0].name.as_str(), none[0].rate_basis_points), ("Reverse charge", 0));
    let discounts = calls.discounts(&cart(3)).await.expect("discounts");
    assert_eq!((&discounts[0].amount, &discounts[0].lines), (&dollars(300), &vec!["line-1".to_owned()]));
    assert_eq!(calls.discounts(&cart(2)).await.expect("discounts"), []);
}

#[tokio::test]
async fn answers_that_no_shop_can_use_are_failures() {
    let host = hostile(config());
    let calls = calls(&host);
    for postal_code in ["28806", "28807"] {
        let error = calls.rates(&cart(1), &to(postal_code)).await.expect_err("refused");
        assert!(matches!(error.kind, PluginErrorKind::Invalid(_)), "{postal_code}: {error}");
    }
    let error = calls.rates(&cart(1), &to("28802")).await.expect_err("refused");
    assert!(matches!(&error.kind, PluginErrorKind::Guest(said) if said.code == GuestErrorCode::UpstreamFailed));
}

// spec: plugins.safety
#[tokio::test]
async fn answers_that_no_shop_can_use_suspend_the_kind_like_traps() {
    let host = hostile(config());
    let calls = calls(&host);
    for _ in 0..5 {
        let error = calls.rates(&cart(1), &to("28806")).await.expect_err("refused");
        assert!(matches!(error.kind, PluginErrorKind::Invalid(_)), "{error}");
    }
    let error = calls.rates(&cart(1), &to("28801")).await.expect_err("suspended");
    assert!(matches!(error.kind, PluginErrorKind::Suspended { .. }), "{error}");
    assert_eq!(host.failing("site-1", PLUGIN), ["shipping-provider"]);
    calls.taxes(&cart(1), None, &to("28801")).await.expect("taxes go on");
}

#[tokio::test]
async fn a_loop_ends_and_each_kind_is_suspended_by_itself() {
    let limits = Limits { waiting_call_running: Duration::from_millis(100), ..config().limits };
    let host = hostile(HostConfig { limits, ..config() });
    let calls = calls(&host);
    let error = calls.rates(&cart(1), &to("28804")).await.expect_err("stopped");
    assert!(matches!(error.kind, PluginErrorKind::Timeout(_)), "{error}");
    for _ in 0..4 {
        let error = calls.rates(&cart(1), &to("28803")).await.expect_err("a trap");
        assert!(matches!(error.kind, PluginErrorKind::Trap(_)), "{error}");
    }
    let error = calls.rates(&cart(1), &to("28801")).await.expect_err("suspended");
    assert!(matches!(error.kind, PluginErrorKind::Suspended { .. }), "{error}");
    assert_eq!(host.failing("site-1", PLUGIN), ["shipping-provider"]);
    calls.taxes(&cart(1), None, &to("28801")).await.expect("taxes go on");
    calls.discounts(&cart(3)).await.expect("discounts go on");
}

fn checkout(postal_code: &str) -> QuotedCheckout {
    QuotedCheckout { cart: cart(1), destination: Some(to(postal_code)), delivery: None }
}

fn said(question: &str, value: &str) -> CheckoutAnswer {
    CheckoutAnswer { question: question.to_owned(), value: value.to_owned() }
}

#[tokio::test]
async fn questions_of_a_checkout_and_refused_answers() {
    let host = hostile(config());
    let calls = host.quotes(QUESTIONS, &site(QUESTIONS, json!({}))).expect("calls");
    let asked = calls.questions(&checkout("28801")).await.expect("questions");
    let ids: Vec<&str> = asked.iter().map(|question| question.id.as_str()).collect();
    assert_eq!(ids, ["time", "note", "dog"]);
    assert_eq!((asked[0].required, asked[0].choices[1].value.as_str()), (true, "pm"));
    let unknown = QuotedCheckout { destination: None, ..checkout("28801") };
    assert_eq!(calls.questions(&unknown).await.expect("no questions"), []);
    let answers = [said("time", "am"), said("note", "forbidden")];
    let refused = calls.refusals(&checkout("28801"), &answers).await.expect("an answer");
    let message = "Not this.".to_owned();
    assert_eq!(refused, [CheckoutRefusal { question: "note".to_owned(), message }]);
    let error = calls.questions(&checkout("28806")).await.expect_err("too many");
    assert!(matches!(error.kind, PluginErrorKind::Invalid(_)), "{error}");
    // The shop takes answers that cannot be checked.
    let error = calls.refusals(&checkout("28803"), &answers).await.expect_err("a trap");
    assert!(matches!(error.kind, PluginErrorKind::Trap(_)), "{error}");
}
