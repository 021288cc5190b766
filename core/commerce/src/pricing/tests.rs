use proptest::prelude::{Strategy, any, prop, prop_assert, prop_assert_eq, proptest};
use stoa_kernel::money::{Currency, Money};

use super::{PricedLine, PricingInputs, RULES, ShippingChoice, TaxRule, minimum_subtotal_message, totals};

fn line(unit_price_cents: i64, quantity: i64) -> PricedLine {
    PricedLine { reference: "var".to_owned(), quantity, unit_price_cents, taxable: true }
}

fn tax(rate_basis_points: i64, inclusive: bool, on_shipping: bool) -> TaxRule {
    TaxRule { rate_basis_points, inclusive, label: "Tax".to_owned(), on_shipping }
}

fn inputs(lines: Vec<PricedLine>, shipping_cents: i64, tax: Option<TaxRule>) -> PricingInputs {
    let shipping = ShippingChoice { id: "post".to_owned(), label: "Post".to_owned(), price_cents: shipping_cents };
    PricingInputs { rules: RULES.to_owned(), currency: Currency::DEFAULT, lines, shipping: Some(shipping), tax }
}

// spec: order.taxes.open
#[test]
fn exclusive_tax_is_added_line_by_line() {
    // 7 % of 0.50 is 3.5 cents, rounded to 4 on each of two lines; on the sum it would be 7.
    let priced = totals(&inputs(vec![line(50, 1), line(50, 1)], 500, Some(tax(700, false, false)))).unwrap();
    assert_eq!(priced.tax_cents, 8);
    assert_eq!(priced.grand_total_cents, 100 + 500 + 8);
    let with_shipping = totals(&inputs(vec![line(50, 1)], 500, Some(tax(700, false, true)))).unwrap();
    assert_eq!(with_shipping.tax_cents, 4 + 35);
}

// spec: order.taxes.open
#[test]
fn inclusive_tax_is_part_of_the_prices() {
    let priced = totals(&inputs(vec![line(1100, 2)], 550, Some(tax(1000, true, true)))).unwrap();
    assert_eq!(priced.tax_cents, 200 + 50);
    assert_eq!(priced.grand_total_cents, 2200 + 550);
}

#[test]
fn gift_cards_are_not_taxed() {
    let gift = PricedLine { taxable: false, ..line(5000, 1) };
    assert_eq!(totals(&inputs(vec![gift], 0, Some(tax(1000, false, false)))).unwrap().tax_cents, 0);
}

#[test]
fn amounts_that_do_not_fit_are_refused() {
    assert!(totals(&inputs(vec![line(i64::MAX, 2)], 0, None)).is_err());
}

#[test]
fn minimum_is_named_only_when_missed() {
    let print = |money: Money| format!("${}", money.decimal_value());
    let short = minimum_subtotal_message(Money::new(1999, Currency::DEFAULT), 2000, print);
    assert_eq!(short.as_deref(), Some("To check out, your order subtotal must be $20.00 or more."));
    assert_eq!(minimum_subtotal_message(Money::new(2000, Currency::DEFAULT), 2000, print), None);
}

fn any_tax() -> impl Strategy<Value = Option<TaxRule>> {
    prop::option::of(
        (0_i64..5_000, any::<bool>(), any::<bool>())
            .prop_map(|(rate, inclusive, on_shipping)| tax(rate, inclusive, on_shipping)),
    )
}

fn any_inputs() -> impl Strategy<Value = PricingInputs> {
    let any_line = (0_i64..10_000_000, 1_i64..=9_999, any::<bool>())
        .prop_map(|(price, quantity, taxable)| PricedLine { taxable, ..line(price, quantity) });
    (prop::collection::vec(any_line, 0..20), 0_i64..1_000_000, any_tax())
        .prop_map(|(lines, shipping, tax)| inputs(lines, shipping, tax))
}

proptest! {
    #[test]
    fn totals_add_up(inputs in any_inputs()) {
        let priced = totals(&inputs).unwrap();
        let included = inputs.tax.as_ref().is_some_and(|rule| rule.inclusive);
        let added = if included { 0 } else { priced.tax_cents };
        prop_assert_eq!(priced.subtotal_cents, priced.lines.iter().map(|line| line.total_cents).sum::<i64>());
        prop_assert_eq!(priced.grand_total_cents, priced.subtotal_cents + priced.shipping_cents + added);
        prop_assert!(priced.tax_cents >= 0 && priced.grand_total_cents >= 0);
        if included {
            prop_assert!(priced.tax_cents <= priced.grand_total_cents);
        }
    }

    #[test]
    fn order_of_lines_does_not_matter(inputs in any_inputs()) {
        let mut reversed = inputs.clone();
        reversed.lines.reverse();
        prop_assert_eq!(totals(&inputs).unwrap().grand_total_cents, totals(&reversed).unwrap().grand_total_cents);
    }

    #[test]
    fn inputs_survive_being_stored(inputs in any_inputs()) {
        let stored = serde_json::to_string(&inputs).unwrap();
        let read: PricingInputs = serde_json::from_str(&stored).unwrap();
        prop_assert_eq!(totals(&read).unwrap(), totals(&inputs).unwrap());
        prop_assert_eq!(read, inputs);
    }
}
