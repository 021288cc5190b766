//! Tests of the methods that a checkout offers.

use std::collections::BTreeMap;

use serde_json::json;
use stoa_entity::tenant::saved_payment_method;
use stoa_kernel::id::{SavedPaymentMethodId, SiteUserId};
use stoa_kernel::payment::PaymentForm;
use stoa_testkit::TestSite;

use super::charge::may_pay;
use super::model::{MethodChoice, PaymentChoices};
use super::saved_methods::of_account;
use super::{instructions_of, offered, with_reference};
use crate::ports::PaymentMethod;

fn method(provider: &str, name: &str, test_mode: bool) -> PaymentMethod {
    PaymentMethod {
        provider: provider.to_owned(),
        version: None,
        method: name.to_owned(),
        label: name.to_owned(),
        labels: BTreeMap::from([("de".to_owned(), format!("{name} (de)"))]),
        is_named_by_owner: false,
        test_mode,
        form: PaymentForm::None,
        countries: Vec::new(),
        authorisation_days: None,
        on_delivery: false,
        can_save: false,
    }
}

fn choice(provider: &str, method: &str, enabled: bool) -> MethodChoice {
    MethodChoice { provider: provider.to_owned(), method: method.to_owned(), enabled, label: None, saves: true }
}

fn names(methods: &[PaymentMethod]) -> Vec<&str> {
    methods.iter().map(|method| method.label.as_str()).collect()
}

#[test]
fn payment_methods_enabled_and_ordered() {
    let at_hand = [method("a.test", "card", true), method("b.pay", "card", false), method("b.pay", "transfer", false)];
    let mut choices = PaymentChoices::default();
    assert_eq!(names(&offered(&at_hand, &choices, None, true)), ["card"]);
    let renamed = MethodChoice { label: Some("Giro".to_owned()), ..choice("b.pay", "transfer", true) };
    choices.methods = vec![renamed, choice("a.test", "card", true), choice("b.pay", "card", false)];
    assert_eq!(names(&offered(&at_hand, &choices, None, true)), ["Giro", "card"]);
    choices.test_mode = false;
    assert_eq!(names(&offered(&at_hand, &choices, None, true)), ["Giro"]);
}

// spec: plugins.payments.modes
#[test]
fn what_a_provider_has_taken_as_a_test_may_be_charged_by_it_in_test_mode() {
    let (test_card, provider) = (method("a.test", "card", true), method("b.pay", "card", false));
    let pays = |order_is_test, shop_is_test| {
        [&test_card, &provider].map(|method| may_pay(method, order_is_test, shop_is_test))
    };
    assert_eq!(pays(true, true), [true, true], "its authorisation makes the order a test");
    assert_eq!(pays(false, true), [false, true]);
    assert_eq!(pays(true, false), [true, false], "no real money for a test");
    assert_eq!(pays(false, false), [false, true]);
}

#[test]
fn pay_on_delivery_requires_delivery() {
    let at_hand =
        [PaymentMethod { on_delivery: true, ..method("b.pay", "cash", false) }, method("b.pay", "card", false)];
    let methods = vec![choice("b.pay", "cash", true), choice("b.pay", "card", true)];
    let choices = PaymentChoices { methods, ..PaymentChoices::default() };
    assert_eq!(names(&offered(&at_hand, &choices, None, true)), ["cash", "card"]);
    assert_eq!(names(&offered(&at_hand, &choices, None, false)), ["card"]);
}

#[test]
fn payment_methods_by_country() {
    let choices = PaymentChoices { methods: vec![choice("b.pay", "ideal", true)], ..PaymentChoices::default() };
    let at_hand = [PaymentMethod { countries: vec!["NL".to_owned()], ..method("b.pay", "ideal", false) }];
    assert_eq!(offered(&at_hand, &choices, Some("NL"), true).len(), 1);
    assert_eq!(offered(&at_hand, &choices, None, true).len(), 1, "where the buyer is may not be known yet");
    assert!(offered(&at_hand, &choices, Some("US"), true).is_empty());
}

#[test]
fn instruction_actions() {
    let action = json!({"type": "instructions", "text": "Pay\u{7} us", "details": [
        {"label": " IBAN ", "value": "DE02"}, {"label": "no value"}, 4
    ], "language": "de"});
    let read = instructions_of(&action);
    assert_eq!(read.as_ref().map(|read| read.text.as_str()), Some("Pay us"));
    let referred = read.clone().map(|read| with_reference(read, 7)).unwrap();
    assert_eq!(referred.details[1].label, "Verwendungszweck");
    assert_eq!(referred.details[1].value, "Bestellung 7");
    let details = read.map(|read| read.details).unwrap_or_default();
    assert_eq!(details.iter().map(|detail| detail.label.as_str()).collect::<Vec<_>>(), ["IBAN"]);
    assert_eq!(instructions_of(&json!({"type": "script", "text": "x"})), None);
}

#[test]
fn names_of_methods_by_language() {
    let method = method("b.pay", "card", false);
    assert_eq!(["de-AT", "DE", "fr", ""].map(|tag| method.label_in(tag)), ["card (de)", "card (de)", "card", "card"]);
    let own = MethodChoice { label: Some("Plastic".to_owned()), ..choice("b.pay", "card", true) };
    let choices = PaymentChoices { methods: vec![own], ..PaymentChoices::default() };
    assert_eq!(offered(&[method], &choices, None, true)[0].label_in("de"), "Plastic");
}

#[test]
fn the_owner_decides_whether_a_method_is_saved() {
    let at_hand = [PaymentMethod { can_save: true, ..method("b.pay", "card", true) }, method("b.pay", "debit", true)];
    let saves = |choices: &PaymentChoices| {
        offered(&at_hand, choices, None, true).iter().map(|method| method.can_save).collect::<Vec<_>>()
    };
    let mut choices = PaymentChoices::default();
    assert_eq!(saves(&choices), [true, false]);
    choices.methods = vec![choice("b.pay", "card", true), choice("b.pay", "debit", true)];
    assert_eq!(saves(&choices), [true, false]);
    choices.methods[0].saves = false;
    assert_eq!(saves(&choices), [false, false]);
}

/// Each message about a payment with a saved method looks for it.
#[tokio::test]
async fn saved_method_of_an_attempt_is_found_by_its_key() -> anyhow::Result<()> {
    let site = TestSite::new().await?;
    let tx = site.db.read().await?;
    let (owner, id) = (SiteUserId::generate(), SavedPaymentMethodId::generate());
    let plan = of_account(&tx, &owner, id.as_str()).plan(&[saved_payment_method::Column::Label]).await?;
    assert!(plan.iter().any(|step| step.contains("owner=? AND id=?")), "{plan:#?}");
    Ok(())
}
