//! Tests of the conditions of discounts and of what they take off.

use std::collections::HashSet;

use stoa_entity::json_column::JsonOf;
use stoa_entity::tenant::discount as row;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{DiscountId, WebsiteId};
use stoa_kernel::money::{Cents, Currency, Money};
use stoa_kernel::pricing::{DiscountKind, DiscountScope};

use super::model::code_key;
use super::uses::LostDiscount;
use super::{DiscountContext, DiscountPatch, DiscountView, DiscountableLines, SoldLine, as_candidate, refusal};

fn discount() -> DiscountView {
    DiscountView {
        id: DiscountId::generate(),
        label: "Ten".to_owned(),
        code: Some("TEN".to_owned()),
        kind: DiscountKind::Percent,
        rate_basis_points: 1_000,
        amount_cents: Cents::ZERO,
        applies_to: DiscountScope::Order,
        target_ids: Vec::new(),
        minimum_subtotal_cents: Cents::ZERO,
        starts_on: None,
        ends_on: None,
        usage_limit: None,
        once_per_customer: false,
        customers: None,
        used_count: 0,
        more_used: false,
        enabled: true,
        revision: 1,
        created_on: Timestamp::default(),
        updated_on: Timestamp::default(),
    }
}

fn line(product: &str, category: &str, discountable: bool) -> SoldLine {
    SoldLine {
        reference: format!("var-{product}"),
        product_id: product.to_owned(),
        category_ids: vec![category.to_owned()],
        discountable,
    }
}

fn situation() -> DiscountContext {
    DiscountContext {
        now: Timestamp::from_ms(1_000),
        lines: DiscountableLines::new([
            line("mug", "table", true),
            line("bowl", "table", true),
            line("card", "gifts", false),
        ]),
        subtotal: Money::new(3_000, Currency::DEFAULT),
        requires_shipping: true,
        used_by_customer: HashSet::new(),
        for_others: HashSet::new(),
        held: HashSet::new(),
    }
}

fn said(discount: &DiscountView, situation: &DiscountContext) -> Option<String> {
    refusal(discount, situation, |money| format!("${}", money.decimal_value())).map(|said| said.to_string())
}

#[test]
fn unmet_conditions_have_messages() {
    let about = |applies_to, ids: &[&str]| DiscountView {
        applies_to,
        target_ids: ids.iter().map(|id| (*id).to_owned()).collect(),
        ..discount()
    };
    let table = [
        (discount(), None),
        (DiscountView { enabled: false, ..discount() }, Some("This code is not valid.")),
        (
            DiscountView { starts_on: Some(Timestamp::from_ms(1_001)), ..discount() },
            Some("This code is not valid yet."),
        ),
        (
            DiscountView {
                starts_on: Some(Timestamp::from_ms(1_000)),
                ends_on: Some(Timestamp::from_ms(1_001)),
                ..discount()
            },
            None,
        ),
        (DiscountView { ends_on: Some(Timestamp::from_ms(1_000)), ..discount() }, Some("This code has expired.")),
        (DiscountView { usage_limit: Some(2), used_count: 1, ..discount() }, None),
        (DiscountView { usage_limit: Some(2), used_count: 2, ..discount() }, Some("This code has been used up.")),
        (DiscountView { minimum_subtotal_cents: Cents(3_000), ..discount() }, None),
        (
            DiscountView { minimum_subtotal_cents: Cents(3_001), ..discount() },
            Some("This code needs an order subtotal of $30.01 or more."),
        ),
        (about(DiscountScope::Products, &["mug"]), None),
        (about(DiscountScope::Products, &["card"]), Some("This code is not for the items in your cart.")),
        (about(DiscountScope::Categories, &["table"]), None),
        (about(DiscountScope::Categories, &["gifts"]), Some("This code is not for the items in your cart.")),
    ];
    for (discount, expected) in table {
        assert_eq!(said(&discount, &situation()).as_deref(), expected, "{discount:?}");
    }
    let cards = DiscountContext { lines: DiscountableLines::new([line("card", "gifts", false)]), ..situation() };
    assert_eq!(said(&discount(), &cards).as_deref(), Some("This code is not for the items in your cart."));
    let digital = DiscountContext { requires_shipping: false, ..situation() };
    let free = DiscountView { kind: DiscountKind::FreeShipping, ..discount() };
    assert_eq!(said(&free, &situation()), None);
    assert_eq!(said(&free, &cards), None, "gift cards are delivered too");
    let empty = DiscountContext { lines: DiscountableLines::default(), ..situation() };
    assert_eq!(said(&free, &empty).as_deref(), Some("This code is not for the items in your cart."));
    assert_eq!(said(&free, &digital).as_deref(), Some("Nothing in your cart needs delivery."));
    let with = |applies_to, ids: &[&str]| DiscountView { kind: DiscountKind::FreeShipping, ..about(applies_to, ids) };
    for (discount, applies) in [
        (with(DiscountScope::Products, &["mug", "vase"]), true),
        (with(DiscountScope::Categories, &["table"]), true),
        (with(DiscountScope::Products, &["vase"]), false),
        (with(DiscountScope::Categories, &["garden"]), false),
    ] {
        let reason = (!applies).then_some("This code is not for the items in your cart.");
        assert_eq!(said(&discount, &situation()).as_deref(), reason, "{discount:?}");
        assert_eq!(as_candidate(&discount, &situation()).lines, None, "the whole delivery is free");
    }
}

#[test]
fn once_per_customer_ignores_own_order() {
    let once = DiscountView { once_per_customer: true, usage_limit: Some(1), ..discount() };
    assert_eq!(said(&once, &situation()), None);
    let used = DiscountContext { used_by_customer: HashSet::from([once.id.clone()]), ..situation() };
    assert_eq!(said(&once, &used).as_deref(), Some("You have already used this code."));
    let spent = DiscountView { used_count: 1, ..once };
    let own = DiscountContext { held: HashSet::from([spent.id.clone()]), ..used };
    assert_eq!(said(&spent, &own), None);
}

#[test]
fn lost_discount_is_named() {
    let told = [LostDiscount::Spent("RUSH".to_owned()), LostDiscount::Changed("Spring".to_owned())]
        .map(|lost| lost.message().to_string());
    assert_eq!(
        told,
        [
            "The discount RUSH has just been used up. Please check the new total and order again.",
            "The discount Spring has just changed or ended. Please check the new total and order again.",
        ]
    );
}

#[test]
fn discount_targets_only() {
    let table =
        DiscountView { applies_to: DiscountScope::Categories, target_ids: vec!["table".to_owned()], ..discount() };
    let lines = as_candidate(&table, &situation()).lines.unwrap();
    assert_eq!(lines, ["var-bowl", "var-mug"]);
    assert_eq!(as_candidate(&discount(), &situation()).lines, None);
    let mut targets: Vec<String> = situation().lines.targets().map(str::to_owned).collect();
    targets.sort();
    assert_eq!(targets, ["bowl", "mug", "table"]);
    assert_eq!(code_key(" welcome10 "), "WELCOME10");
}

#[test]
fn view_of_discount_for_named_customers() {
    let row = row::Model {
        website_id: WebsiteId::generate(),
        id: DiscountId::generate(),
        label: "Ten".to_owned(),
        code: None,
        code_key: None,
        kind: DiscountKind::Percent,
        rate_basis_points: 1_000,
        amount_cents: Cents::ZERO,
        applies_to: DiscountScope::Products,
        target_ids: JsonOf(vec!["prd".to_owned()]),
        minimum_subtotal_cents: Cents::ZERO,
        starts_on: None,
        ends_on: None,
        usage_limit: None,
        once_per_customer: false,
        for_named_customers: true,
        used_count: 0,
        enabled: true,
        revision: 1,
        created_on: Timestamp::default(),
        updated_on: Timestamp::default(),
        searched: String::new(),
    };
    let read = DiscountView::from(row);
    assert_eq!((read.kind, read.applies_to), (DiscountKind::Percent, DiscountScope::Products));
    assert_eq!((read.target_ids, read.customers), (vec!["prd".to_owned()], Some(Vec::new())));
}

#[test]
fn discount_validation_by_field() {
    let patch = || DiscountPatch {
        label: " Welcome ".to_owned(),
        code: Some(" Welcome10 ".to_owned()),
        kind: DiscountKind::Percent,
        rate_basis_points: 1_000,
        amount_cents: Cents(99),
        applies_to: DiscountScope::Order,
        target_ids: vec!["prd".to_owned()],
        minimum_subtotal_cents: Cents::ZERO,
        starts_on: None,
        ends_on: None,
        usage_limit: None,
        once_per_customer: false,
        customers: None,
        enabled: true,
    };
    let fine = patch().checked().unwrap();
    assert_eq!(
        (fine.label.as_str(), fine.code.as_deref(), fine.amount_cents),
        ("Welcome", Some("Welcome10"), Cents::ZERO)
    );
    assert!(fine.target_ids.is_empty());
    let fields = |patch: DiscountPatch| patch.checked().unwrap_err().fields.into_keys().collect::<Vec<_>>();
    let wrong = DiscountPatch {
        label: String::new(),
        code: Some("a b".to_owned()),
        rate_basis_points: 10_001,
        minimum_subtotal_cents: Cents(-1),
        starts_on: Some(Timestamp::from_ms(2)),
        ends_on: Some(Timestamp::from_ms(2)),
        usage_limit: Some(0),
        ..patch()
    };
    assert_eq!(fields(wrong), ["code", "endsOn", "label", "minimumSubtotalCents", "rateBasisPoints", "usageLimit"]);
    let nothing = DiscountPatch { applies_to: DiscountScope::Products, target_ids: Vec::new(), ..patch() };
    assert_eq!(fields(nothing), ["targetIds"]);
    let naming = |applies_to, ids: Vec<String>| {
        let patch = DiscountPatch { applies_to, target_ids: ids, ..patch() };
        patch.checked().map(|kept| kept.target_ids.len()).map_err(|failure| failure.detail)
    };
    let ids = |count: usize| (0..count).map(|number| format!("{number:040}")).collect::<Vec<_>>();
    for (applies_to, ids, expected) in [
        (DiscountScope::Products, ids(500), Ok(500)),
        (DiscountScope::Products, ids(501), Err("Choose at most 500.")),
        (DiscountScope::Categories, vec!["b".to_owned(), "a".to_owned(), "b".to_owned()], Ok(2)),
        (DiscountScope::Categories, vec!["a".repeat(41)], Err("Choose at most 500.")),
        (DiscountScope::Products, Vec::new(), Err("Choose at least one product.")),
        (DiscountScope::Categories, Vec::new(), Err("Choose at least one category.")),
    ] {
        assert_eq!(naming(applies_to, ids), expected.map_err(str::to_owned));
    }
    let amount = DiscountPatch { kind: DiscountKind::Amount, amount_cents: Cents::ZERO, ..patch() };
    assert_eq!(fields(amount), ["amountCents"]);
}
