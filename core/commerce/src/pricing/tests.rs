//! Tests of totals: discounts, delivery, taxes, rounding.

use proptest::prelude::{Just, Strategy, any, prop, prop_assert, prop_assert_eq, proptest};
use serde_json::json;
use stoa_kernel::money::{Cents, Currency, Money};

use super::{
    Discount, DiscountEffect, ListEffect, ListOffer, PricedLine, PricingInputs, RULES, ShippingChoice, TaxRule,
    applied_discounts, applied_taxes, choose, list_effect_on, list_price, minimum_subtotal_text, totals,
};

fn line(price: i64, quantity: i64) -> PricedLine {
    PricedLine {
        reference: "var".to_owned(),
        quantity,
        unit_price_cents: Cents(price),
        price_list: None,
        taxable: true,
        discountable: true,
    }
}

fn named(reference: &str, price: i64) -> PricedLine {
    PricedLine { reference: reference.to_owned(), ..line(price, 1) }
}

fn gift_card(price: i64) -> PricedLine {
    PricedLine { taxable: false, discountable: false, ..named("gift", price) }
}

fn tax(rate_basis_points: i64, inclusive: bool, on_shipping: bool) -> TaxRule {
    TaxRule { id: None, rate_basis_points, inclusive, label: "Tax".to_owned(), on_shipping, lines: None }
}

fn inputs(lines: Vec<PricedLine>, shipping: i64, taxes: Vec<TaxRule>) -> PricingInputs {
    let price_cents = Cents(shipping);
    let shipping =
        ShippingChoice { id: "post".to_owned(), label: "Post".to_owned(), price_cents, pickup: None, days: None };
    PricingInputs {
        rules: RULES.to_owned(),
        currency: Currency::DEFAULT,
        lines,
        discounts: Vec::new(),
        shipping: Some(shipping),
        taxes,
        plugins: Vec::new(),
    }
}

fn discount(id: &str, effect: DiscountEffect, lines: Option<&[&str]>) -> Discount {
    let lines = lines.map(|lines| lines.iter().map(|line| (*line).to_owned()).collect());
    Discount { id: id.to_owned(), label: id.to_owned(), code: Some(id.to_uppercase()), effect, lines }
}

fn percent(rate_basis_points: i64) -> DiscountEffect {
    DiscountEffect::Percent { rate_basis_points }
}

fn amount(cents: i64) -> DiscountEffect {
    DiscountEffect::Amount { amount_cents: Cents(cents) }
}

fn with(inputs: PricingInputs, discounts: Vec<Discount>) -> PricingInputs {
    PricingInputs { discounts, ..inputs }
}

// spec: order.taxes.open
#[test]
fn exclusive_tax_is_added_line_by_line() {
    // 7 % of 0.50 is 3.5 cents, rounded to 4 on each of two lines; on the sum it would be 7.
    let priced = totals(&inputs(vec![line(50, 1), line(50, 1)], 500, vec![tax(700, false, false)])).unwrap();
    assert_eq!(priced.tax_cents, Cents(8));
    assert_eq!(priced.grand_total_cents, Cents(100 + 500 + 8));
    let with_shipping = totals(&inputs(vec![line(50, 1)], 500, vec![tax(700, false, true)])).unwrap();
    assert_eq!((with_shipping.tax_cents, with_shipping.shipping_tax_cents), (Cents(4 + 35), Cents(35)));
}

// spec: order.taxes.open
#[test]
fn inclusive_tax_is_part_of_the_prices() {
    let priced = totals(&inputs(vec![line(1100, 2)], 550, vec![tax(1000, true, true)])).unwrap();
    assert_eq!(priced.tax_cents, Cents(200 + 50));
    assert_eq!(priced.grand_total_cents, Cents(2200 + 550));
}

#[test]
fn multiple_taxes_are_summed() {
    let added = totals(&inputs(vec![line(1000, 1)], 500, vec![tax(500, false, true), tax(700, false, false)])).unwrap();
    assert_eq!(
        (added.taxes.as_slice(), added.grand_total_cents),
        ([75, 70].map(Cents).as_slice(), Cents(1000 + 500 + 145))
    );
    // 1120 contain 12 %: 120 in all, split into 50 and 70.
    let contained =
        totals(&inputs(vec![line(1120, 1)], 0, vec![tax(500, true, false), tax(700, true, false)])).unwrap();
    assert_eq!(
        (contained.taxes.as_slice(), contained.grand_total_cents),
        ([50, 70].map(Cents).as_slice(), Cents(1120))
    );
}

// spec: order.discounts.open
#[test]
fn discount_table() {
    let cart = || inputs(vec![named("mug", 1_000), named("bowl", 2_000), gift_card(5_000)], 700, Vec::new());
    let off = |discount: Discount| {
        let priced = totals(&with(cart(), vec![discount])).unwrap();
        let lines: Vec<i64> = priced.lines.iter().map(|line| line.discount_cents.0).collect();
        (lines, priced.discount_cents.0, priced.shipping_cents.0, priced.grand_total_cents.0)
    };
    let table = [
        (discount("ten", percent(1_000), None), (vec![100, 200, 0], 300, 700, 8_400)),
        (discount("five", amount(500), None), (vec![167, 333, 0], 500, 700, 8_200)),
        (discount("more", amount(9_999), None), (vec![1_000, 2_000, 0], 3_000, 700, 5_700)),
        (discount("mugs", percent(2_500), Some(&["mug"])), (vec![250, 0, 0], 250, 700, 8_450)),
        (discount("bowls", amount(2_500), Some(&["bowl"])), (vec![0, 2_000, 0], 2_000, 700, 6_700)),
        (discount("cards", percent(5_000), Some(&["gift"])), (vec![0, 0, 0], 0, 700, 8_700)),
        (discount("ship", DiscountEffect::FreeShipping, None), (vec![0, 0, 0], 0, 0, 8_000)),
    ];
    for (discount, expected) in table {
        let id = discount.id.clone();
        assert_eq!(off(discount), expected, "{id}");
    }
}

#[test]
fn pricing_order_items_order_tax() {
    let cart = inputs(vec![named("mug", 1_000), named("bowl", 2_000)], 500, vec![tax(1_000, false, true)]);
    let both = vec![discount("order", percent(1_000), None), discount("mugs", amount(400), Some(&["mug"]))];
    let priced = totals(&with(cart, both)).unwrap();
    // 400 off the mug, then 10 % of the remaining 2,600.
    assert_eq!(priced.discounts, [260, 400].map(Cents));
    assert_eq!(priced.lines.iter().map(|line| line.discount_cents.0).collect::<Vec<_>>(), [460, 200]);
    assert_eq!((priced.tax_cents.0, priced.grand_total_cents.0), (54 + 180 + 50, 2_340 + 500 + 284));
}

#[test]
fn best_discount_of_each_kind_applies() {
    let cart = inputs(vec![named("mug", 1_000), named("bowl", 2_000)], 500, Vec::new());
    let automatic = |discount: Discount| Discount { code: None, ..discount };
    let candidates = vec![
        discount("mug-10", percent(1_000), Some(&["mug"])),
        discount("both-20", percent(2_000), Some(&["mug", "bowl"])),
        discount("bowl-5", amount(500), Some(&["bowl"])),
        discount("order-2", amount(200), None),
        automatic(discount("order-3", amount(300), None)),
        discount("free-code", DiscountEffect::FreeShipping, None),
        automatic(discount("free", DiscountEffect::FreeShipping, None)),
    ];
    let chosen = choose(&cart, candidates).unwrap();
    // 5.00 is a quarter of the bowl, so the 20 % discount on both covers the mug only.
    let ids: Vec<&str> = chosen.iter().map(|discount| discount.id.as_str()).collect();
    assert_eq!(ids, ["bowl-5", "both-20", "order-3", "free"]);
    let candidates = vec![
        discount("bowl-30", percent(3_000), Some(&["bowl"])),
        discount("both-20", percent(2_000), Some(&["mug", "bowl"])),
    ];
    let chosen = choose(&cart, candidates).unwrap();
    let lines: Vec<_> = chosen.iter().map(|discount| (discount.id.as_str(), discount.lines.clone().unwrap())).collect();
    assert_eq!(lines, [("bowl-30", vec!["bowl".to_owned()]), ("both-20", vec!["mug".to_owned()])]);
    let equal = vec![discount("code", percent(1_000), None), automatic(discount("own", percent(1_000), None))];
    assert_eq!(choose(&cart, equal).unwrap()[0].id, "own");
}

#[test]
fn order_discounts_after_item_discounts() {
    let cart = inputs(vec![named("mug", 1_000), named("bowl", 2_000)], 500, Vec::new());
    // Half of the remaining 22.00 is less than 12.00; half of all goods would be more.
    let candidates = vec![
        discount("mug-8", amount(800), Some(&["mug"])),
        discount("half", percent(5_000), None),
        discount("twelve", amount(1_200), None),
    ];
    let chosen = choose(&cart, candidates).unwrap();
    assert_eq!(chosen.iter().map(|discount| discount.id.as_str()).collect::<Vec<_>>(), ["mug-8", "twelve"]);
    assert_eq!(totals(&with(cart, chosen)).unwrap().discounts, [800, 1_200].map(Cents));
}

#[test]
fn applied_discounts_and_taxes_with_amounts() {
    let taxes = vec![tax(1_000, false, true), TaxRule { label: "City".to_owned(), ..tax(500, false, false) }];
    let free = Discount { code: None, ..discount("free", DiscountEffect::FreeShipping, None) };
    let cart = inputs(vec![named("mug", 1_000)], 700, taxes);
    let cart = with(cart, vec![discount("ten", percent(1_000), None), free]);
    let priced = totals(&cart).unwrap();
    assert_eq!(
        json!(applied_discounts(&cart, &priced)),
        json!([
            {"id": "ten", "label": "ten", "code": "TEN", "amountCents": 100, "freeShipping": false},
            {"id": "free", "label": "free", "code": null, "amountCents": 700, "freeShipping": true},
        ])
    );
    assert_eq!(
        json!(applied_taxes(&cart, &priced)),
        json!([
            {"label": "Tax", "rateBasisPoints": 1_000, "inclusive": false, "amountCents": 90},
            {"label": "City", "rateBasisPoints": 500, "inclusive": false, "amountCents": 45},
        ])
    );
}

// spec: checkout.plugin-taxes
#[test]
fn taxes_of_single_lines_are_charged_on_these_alone() {
    let of = |line: &str, rate: i64, inclusive: bool, on_shipping: bool| TaxRule {
        lines: Some(vec![line.to_owned()]),
        ..tax(rate, inclusive, on_shipping)
    };
    let lines = || vec![named("mug", 1_000), named("book", 1_000)];
    let added = totals(&inputs(lines(), 500, vec![of("mug", 1_900, false, true), of("book", 700, false, false)]));
    let added = added.unwrap();
    assert_eq!(added.taxes, [190 + 95, 70].map(Cents));
    assert_eq!(added.lines.iter().map(|line| line.tax_cents.0).collect::<Vec<_>>(), [190, 70]);
    assert_eq!(added.grand_total_cents, Cents(2_500 + 190 + 95 + 70));
    // Each is extracted by itself: 1,000 * 19 / 119 and 1,000 * 7 / 107.
    let within = totals(&inputs(lines(), 0, vec![of("mug", 1_900, true, false), of("book", 700, true, false)]));
    let within = within.unwrap();
    assert_eq!((within.taxes, within.grand_total_cents), ([160, 65].map(Cents).to_vec(), Cents(2_000)));
}

#[test]
fn gift_cards_are_not_taxed_or_discounted() {
    let priced = totals(&with(
        inputs(vec![gift_card(5_000)], 0, vec![tax(1_000, false, false)]),
        vec![discount("ten", percent(1_000), None)],
    ));
    let priced = priced.unwrap();
    assert_eq!((priced.tax_cents.0, priced.discount_cents.0, priced.grand_total_cents.0), (0, 0, 5_000));
}

#[test]
fn pricing_v1_orders_compute_the_same() {
    let stored = json!({
        "rules": "stoa-pricing-1", "currency": "USD",
        "lines": [
            {"reference": "var_a", "quantity": 3, "unitPriceCents": 1_333, "taxable": true},
            {"reference": "var_b", "quantity": 1, "unitPriceCents": 50, "taxable": false}
        ],
        "shipping": {"id": "post", "label": "Post", "priceCents": 995},
        "tax": {"rateBasisPoints": 725, "inclusive": false, "label": "Sales tax", "onShipping": true}
    });
    let inputs: PricingInputs = serde_json::from_value(stored).unwrap();
    assert_eq!(inputs.rules, "stoa-pricing-1");
    assert!(inputs.lines.iter().all(|line| line.discountable), "there were no gift cards yet");
    let priced = totals(&inputs).unwrap();
    // 7.25 % of 39.99 is 2.899275, of 9.95 it is 0.721375.
    assert_eq!(
        (priced.subtotal_cents.0, priced.tax_cents.0, priced.grand_total_cents.0),
        (4_049, 290 + 72, 4_049 + 995 + 362)
    );
}

/// A change of these sums would change the totals reported for old orders: changed rules need a new version.
#[test]
fn pricing_rules_regression() {
    let mut seed = 7_u64;
    let mut below = |most: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        i64::try_from((seed >> 33) % most).unwrap()
    };
    let mut sums = [0_i64; 5];
    let mut trace = 0_i64;
    for _ in 0..10_000 {
        let line_count = 1 + below(4);
        let lines = (0..line_count).map(|name| PricedLine {
            reference: format!("var{name}"),
            taxable: below(4) != 0,
            discountable: below(5) != 0,
            ..line(below(50_000), 1 + below(9))
        });
        let lines: Vec<PricedLine> = lines.collect();
        let taxes = (0..below(3)).map(|_| tax(below(2_500), line_count % 2 == 0, below(2) == 0)).collect();
        let effects = [percent(1 + below(9_999)), amount(1 + below(20_000)), DiscountEffect::FreeShipping];
        let goods: &[&str] = &["var0", "var2"];
        let discounts = effects.into_iter().enumerate().filter_map(|(index, effect)| {
            let lines = (below(2) == 0).then_some(goods);
            (below(3) == 0).then(|| discount(&format!("dsc{index}"), effect, lines))
        });
        let discounts: Vec<Discount> = discounts.collect();
        let priced = totals(&with(inputs(lines, below(3_000), taxes), discounts)).unwrap();
        let amounts = [
            priced.subtotal_cents,
            priced.discount_cents,
            priced.shipping_cents,
            priced.tax_cents,
            priced.grand_total_cents,
        ];
        for (sum, Cents(cents)) in sums.iter_mut().zip(amounts) {
            *sum += cents;
            trace = trace.wrapping_mul(31).wrapping_add(cents);
        }
    }
    let always = [3_102_247_182, 362_033_535, 9_968_756, 225_000_400, 2_849_781_468];
    assert_eq!((sums, trace), (always, -5_944_159_566_766_925_939));
}

#[test]
fn amount_overflow_rejected() {
    assert!(totals(&inputs(vec![line(i64::MAX, 2)], 0, Vec::new())).is_err());
}

#[test]
fn minimum_is_named_only_when_missed() {
    let print = |money: Money| format!("${}", money.decimal_value());
    let short = minimum_subtotal_text(Money::new(1999, Currency::DEFAULT), Cents(2000), print);
    let short = short.map(|said| said.to_string());
    assert_eq!(short.as_deref(), Some("To check out, your order subtotal must be $20.00 or more."));
    assert_eq!(minimum_subtotal_text(Money::new(2000, Currency::DEFAULT), Cents(2000), print), None);
}

fn any_taxes() -> impl Strategy<Value = Vec<TaxRule>> {
    let any_tax = |inclusive: bool| {
        (0_i64..5_000, any::<bool>()).prop_map(move |(rate, on_shipping)| tax(rate, inclusive, on_shipping))
    };
    any::<bool>().prop_flat_map(move |inclusive| prop::collection::vec(any_tax(inclusive), 0..3))
}

/// The rule of [`choose`] implemented naively: all totals are recomputed for each discount in each round.
fn choose_naively(inputs: &PricingInputs) -> Vec<Discount> {
    let all = inputs.discounts.iter().cloned();
    let (shipping, priced): (Vec<_>, Vec<_>) = all.partition(|one| one.effect == DiscountEffect::FreeShipping);
    let (mut goods, order): (Vec<_>, Vec<_>) = priced.into_iter().partition(|one| one.lines.is_some());
    let mut chosen = with(inputs.clone(), Vec::new());
    while let Some(best) = best_naive_candidate(&chosen, &goods) {
        goods.retain(|one| one.id != best.id);
        let taken = best.lines.clone().unwrap();
        goods.iter_mut().for_each(|one| one.lines.as_mut().unwrap().retain(|line| !taken.contains(line)));
        chosen.discounts.push(best);
    }
    chosen.discounts.extend(best_naive_candidate(&chosen, &order));
    chosen.discounts.extend(shipping.into_iter().min_by_key(|one| (one.code.is_some(), one.id.clone())));
    chosen.discounts
}

fn best_naive_candidate(chosen: &PricingInputs, discounts: &[Discount]) -> Option<Discount> {
    let rank = |one: &Discount| {
        let mut tried = chosen.clone();
        tried.discounts.push(one.clone());
        let amount = totals(&tried).unwrap().discounts.pop().unwrap().0;
        let covers = |line: &&PricedLine| {
            line.discountable && one.lines.as_ref().is_none_or(|lines| lines.contains(&line.reference))
        };
        let covered: i64 = chosen.lines.iter().filter(covers).map(|line| line.unit_price_cents.0 * line.quantity).sum();
        let part = i128::from(amount) * 1_000_000_000 / i128::from(covered).max(1);
        (part, amount, one.code.is_none(), std::cmp::Reverse(one.id.clone()))
    };
    discounts.iter().filter(|one| rank(one).1 > 0).max_by_key(|one| rank(one)).cloned()
}

fn any_discounts() -> impl Strategy<Value = Vec<Discount>> {
    let effect = proptest::prop_oneof![
        (1_i64..=10_000).prop_map(percent),
        (1_i64..5_000_000).prop_map(amount),
        Just(DiscountEffect::FreeShipping),
    ];
    let lines = prop::option::of(prop::collection::vec((0..6_u8).prop_map(|name| format!("var{name}")), 0..4));
    let any_discount = (effect, lines, any::<bool>());
    prop::collection::vec(any_discount, 0..5).prop_map(|discounts| {
        let named = discounts.into_iter().enumerate().map(|(index, (effect, lines, automatic))| Discount {
            code: (!automatic).then(|| format!("CODE{index}")),
            lines,
            ..discount(&format!("dsc{index}"), effect, None)
        });
        named.collect()
    })
}

fn any_inputs() -> impl Strategy<Value = PricingInputs> {
    let any_line = (0_u8..6, 0_i64..10_000_000, 1_i64..=9_999).prop_map(|(name, price, quantity)| PricedLine {
        reference: format!("var{name}"),
        taxable: name % 2 == 0,
        discountable: name != 5,
        ..line(price, quantity)
    });
    (prop::collection::vec(any_line, 0..20), 0_i64..1_000_000, any_taxes(), any_discounts())
        .prop_map(|(lines, shipping, taxes, discounts)| with(inputs(lines, shipping, taxes), discounts))
}

proptest! {
    #[test]
    fn totals_add_up(inputs in any_inputs()) {
        let priced = totals(&inputs).unwrap();
        let included = inputs.taxes.iter().any(|rule| rule.inclusive);
        let added = if included { Cents::ZERO } else { priced.tax_cents };
        let net = priced.subtotal_cents - priced.discount_cents + priced.shipping_cents;
        prop_assert_eq!(priced.subtotal_cents, priced.lines.iter().map(|line| line.total_cents).sum::<Cents>());
        prop_assert_eq!(priced.grand_total_cents, net + added);
        let line_tax: Cents = priced.lines.iter().map(|line| line.tax_cents).sum();
        prop_assert_eq!(priced.tax_cents, line_tax + priced.shipping_tax_cents);
        prop_assert_eq!(priced.tax_cents, priced.taxes.iter().sum::<Cents>());
        prop_assert!(priced.tax_cents >= Cents::ZERO && priced.grand_total_cents >= Cents::ZERO);
    }

    #[test]
    fn discounts_are_spread_to_the_cent(inputs in any_inputs()) {
        let priced = totals(&inputs).unwrap();
        let off: Cents = priced.lines.iter().map(|line| line.discount_cents).sum();
        let priced_off = inputs.discounts.iter().zip(&priced.discounts)
            .filter(|(discount, _)| discount.effect != DiscountEffect::FreeShipping);
        prop_assert_eq!(off, priced_off.map(|(_, amount)| amount).sum::<Cents>());
        prop_assert_eq!(off, priced.discount_cents);
        for (line, totals) in inputs.lines.iter().zip(&priced.lines) {
            prop_assert!((Cents::ZERO..=totals.total_cents).contains(&totals.discount_cents));
            prop_assert!(line.discountable || totals.discount_cents == Cents::ZERO);
        }
    }

    #[test]
    fn order_of_lines_does_not_matter(inputs in any_inputs()) {
        let mut reversed = inputs.clone();
        reversed.lines.reverse();
        let sorted = |inputs: &PricingInputs| {
            let priced = totals(inputs).unwrap();
            let mut lines: Vec<_> = inputs.lines.iter().zip(priced.lines)
                .map(|(line, totals)| (line.reference.clone(), totals.total_cents, totals.discount_cents, totals.tax_cents))
                .collect();
            lines.sort();
            (lines, priced.grand_total_cents)
        };
        let (lines, total) = sorted(&inputs);
        let (other_lines, other_total) = sorted(&reversed);
        prop_assert_eq!(lines, other_lines);
        prop_assert_eq!(total, other_total);
    }

    #[test]
    fn choosing_discounts_is_idempotent(inputs in any_inputs()) {
        let sorted = |mut discounts: Vec<Discount>| {
            discounts.sort_by(|one, other| one.id.cmp(&other.id));
            discounts
        };
        let chosen = sorted(choose(&inputs, inputs.discounts.clone()).unwrap());
        prop_assert_eq!(&sorted(choose(&inputs, chosen.clone()).unwrap()), &chosen);
        let on_order = chosen.iter().filter(|discount| discount.lines.is_none());
        prop_assert!(on_order.filter(|discount| discount.effect != DiscountEffect::FreeShipping).count() <= 1);
    }

    #[test]
    fn choose_matches_naive_choice(inputs in any_inputs()) {
        let chosen = choose(&inputs, inputs.discounts.clone()).unwrap();
        prop_assert_eq!(chosen, choose_naively(&inputs));
    }

    #[test]
    fn pricing_inputs_roundtrip(inputs in any_inputs()) {
        let stored = serde_json::to_string(&inputs).unwrap();
        let read: PricingInputs = serde_json::from_str(&stored).unwrap();
        prop_assert_eq!(totals(&read).unwrap(), totals(&inputs).unwrap());
        prop_assert_eq!(read, inputs);
    }
}

fn fixed(id: &str, price: i64) -> ListOffer {
    ListOffer { id: id.to_owned(), name: id.to_uppercase(), effect: ListEffect::Price { price_cents: Cents(price) } }
}

fn part(id: &str, rate_basis_points: i64) -> ListOffer {
    ListOffer { effect: ListEffect::Percent { rate_basis_points }, ..fixed(id, 0) }
}

#[test]
fn lowest_price_list_never_above_base_price() {
    let table = [
        (1_000, vec![], 1_000, None),
        (1_000, vec![fixed("a", 900)], 900, Some("a")),
        (1_000, vec![fixed("a", 900), part("b", 2_000)], 800, Some("b")),
        (1_000, vec![part("b", 1_000), fixed("a", 900)], 900, Some("a")),
        (1_000, vec![fixed("a", 1_000), fixed("b", 1_200)], 1_000, None),
        (1_000, vec![part("a", 0)], 1_000, None),
        (1_000, vec![part("a", 10_000)], 0, Some("a")),
        // Half a unit of the amount taken off is rounded up: 1.5 of 15 becomes 2.
        (15, vec![part("a", 1_000)], 13, Some("a")),
        (0, vec![part("a", 1_000), fixed("b", 0)], 0, None),
    ];
    for (general, offers, price, from) in table {
        let found = list_price(Money::new(general, Currency::DEFAULT), &offers).unwrap();
        assert_eq!((found.0.0, found.1.as_ref().map(|list| list.id.as_str())), (price, from), "{offers:?}");
        if let Some(list) = found.1 {
            let again = list_effect_on(list.effect, list.general_price_cents.of(Currency::DEFAULT)).unwrap();
            assert_eq!(again, Cents(price), "{offers:?}");
        }
    }
}

#[test]
fn line_names_its_price_list() {
    let (price, list) = list_price(Money::new(1_000, Currency::DEFAULT), &[part("prl", 1_000)]).unwrap();
    let line = PricedLine { price_list: list, ..line(price.0, 2) };
    let stored = serde_json::to_value(&line).unwrap();
    let told = json!({"id": "prl", "name": "PRL", "generalPriceCents": 1_000, "kind": "percent",
        "rateBasisPoints": 1_000});
    assert_eq!(stored["priceList"], told);
    assert_eq!(serde_json::from_value::<PricedLine>(stored).unwrap(), line);
    assert_eq!(totals(&inputs(vec![line], 0, Vec::new())).unwrap().subtotal_cents, Cents(1_800));
}

proptest! {
    #[test]
    fn price_lists_never_raise_price(
        general in 0_i64..1_000_000_000,
        rates in prop::collection::vec(0_i64..=10_000, 0..5),
        prices in prop::collection::vec(0_i64..2_000_000_000, 0..5),
    ) {
        let offers: Vec<ListOffer> = rates.iter().map(|rate| part("a", *rate))
            .chain(prices.iter().map(|price| fixed("b", *price)))
            .collect();
        let (price, list) = list_price(Money::new(general, Currency::DEFAULT), &offers).unwrap();
        prop_assert!((0..=general).contains(&price.0));
        prop_assert_eq!(list.is_some(), price.0 < general);
    }
}
