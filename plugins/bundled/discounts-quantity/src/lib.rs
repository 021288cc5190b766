//! Discounts for several pieces: a percentage from a number on, and "buy some, get some".

mod rules;

use stoa_plugin_sdk::carts::Cart;
use stoa_plugin_sdk::discounts::{Discount, Discounts};
use stoa_plugin_sdk::json::Value;
use stoa_plugin_sdk::{CallContext, Error, Money, setting};

use rules::{Rule, reductions};

/// Most discounts of an answer.
const MOST: usize = 50;

struct QuantityDiscounts;

impl Discounts for QuantityDiscounts {
    fn evaluate(cart: Cart, _ctx: CallContext) -> Result<Vec<Discount>, Error> {
        let rules = setting("rules").unwrap_or(Value::Null);
        let rules: Vec<Rule> = rules.as_array().into_iter().flatten().filter_map(Rule::read).collect();
        Ok(discounts(&rules, &cart))
    }
}

/// The largest reduction of each line, as a discount of its own, so that the shop need not divide one among lines.
fn discounts(rules: &[Rule], cart: &Cart) -> Vec<Discount> {
    let mut best: Vec<Option<(i64, &Rule)>> = cart.lines.iter().map(|_| None).collect();
    for rule in rules {
        for (known, amount) in best.iter_mut().zip(reductions(rule, &cart.lines)) {
            if amount > known.map_or(0, |(largest, _)| largest) {
                *known = Some((amount, rule));
            }
        }
    }
    let lines = cart.lines.iter().zip(best);
    let found = lines.filter_map(|(line, best)| {
        let (amount, rule) = best?;
        Some(Discount {
            label: rule.label.clone(),
            lines: vec![line.id.clone()],
            amount: Money { minor: amount.min(line.total.minor), currency: line.total.currency.clone() },
        })
    });
    let mut found: Vec<Discount> = found.collect();
    found.sort_by_key(|discount| std::cmp::Reverse(discount.amount.minor));
    found.truncate(MOST);
    found
}

stoa_plugin_sdk::plugin!(discounts: QuantityDiscounts);

#[cfg(test)]
mod tests {
    use stoa_plugin_sdk::carts::{Customer, Line, ProductKind};
    use stoa_plugin_sdk::json::json;

    use super::*;

    fn money(minor: i64) -> Money {
        Money { minor, currency: "EUR".to_owned() }
    }

    fn cart(lines: &[(&str, u32, i64, &str)]) -> Cart {
        let lines: Vec<Line> = lines
            .iter()
            .map(|(id, quantity, price, tag)| Line {
                id: (*id).to_owned(),
                product_id: format!("product-{id}"),
                sku: String::new(),
                title: String::new(),
                kind: ProductKind::Physical,
                quantity: *quantity,
                unit_price: money(*price),
                total: money(price * i64::from(*quantity)),
                weight_grams: 0,
                shipped: true,
                taxable: true,
                discountable: *tag != "never",
                tags: vec![(*tag).to_owned()],
                categories: vec!["kitchen".to_owned()],
            })
            .collect();
        let subtotal = money(lines.iter().map(|line| line.total.minor).sum());
        Cart { lines, subtotal, prices_include_tax: true, customer: Customer { signed_in: false, tax_id: None } }
    }

    fn shown(rules: &Value, lines: &[(&str, u32, i64, &str)]) -> Vec<(String, i64)> {
        let rules: Vec<Rule> = rules.as_array().unwrap().iter().filter_map(Rule::read).collect();
        let mut found: Vec<(String, i64)> = discounts(&rules, &cart(lines))
            .into_iter()
            .map(|discount| (discount.lines.join(","), discount.amount.minor))
            .collect();
        found.sort();
        found
    }

    fn expected(discounts: &[(&str, i64)]) -> Vec<(String, i64)> {
        discounts.iter().map(|(line, amount)| ((*line).to_owned(), *amount)).collect()
    }

    #[test]
    fn percentage_from_a_number_of_pieces() {
        let rules = json!([
            {"kind": "quantity", "label": "From 3", "pieces": 3, "percent": 10},
            {"kind": "quantity", "label": "From 10", "pieces": 10, "percent": 20},
        ]);
        assert_eq!(
            shown(&rules, &[("a", 3, 1005, ""), ("b", 2, 900, ""), ("c", 10, 100, "")]),
            expected(&[("a", 301), ("c", 200)])
        );
        assert_eq!(shown(&rules, &[("a", 12, 100, "never")]), expected(&[]));
    }

    #[test]
    fn pieces_of_different_products_count_together() {
        let rules =
            json!([{"kind": "quantity", "label": "Mugs", "word": "Mug", "pieces": 4, "percent": 25, "mixed": true}]);
        let lines = [("a", 3, 1000, "mug"), ("b", 1, 500, "MUG"), ("c", 9, 800, "bowl")];
        assert_eq!(shown(&rules, &lines), expected(&[("a", 750), ("b", 125)]));
        assert_eq!(shown(&rules, &lines[..1]), expected(&[]));
    }

    #[test]
    fn buy_two_get_the_cheapest_third() {
        let rules = json!([{"kind": "buy-get", "label": "3 for 2", "word": "kitchen", "buy": 2, "get": 1, "percent": 100, "mixed": true}]);
        // Seven pieces are two groups: 900, 900, 900 and 500, 500, 200.
        assert_eq!(
            shown(&rules, &[("a", 3, 900, ""), ("b", 2, 500, ""), ("c", 2, 200, "")]),
            expected(&[("a", 900), ("c", 200)])
        );
        assert_eq!(shown(&rules, &[("a", 2, 900, "")]), expected(&[]));
        // Each product by itself.
        let single = json!([{"kind": "buy-get", "label": "2nd half price", "buy": 1, "get": 1, "percent": 50}]);
        assert_eq!(shown(&single, &[("a", 5, 101, ""), ("b", 1, 900, "")]), expected(&[("a", 101)]));
    }

    #[test]
    fn largest_reduction_of_a_line_wins() {
        let rules = json!([
            {"kind": "quantity", "label": "Ten", "pieces": 2, "percent": 10},
            {"kind": "buy-get", "label": "Free", "buy": 1, "get": 1, "percent": 100},
            {"kind": "quantity", "label": "", "pieces": 1, "percent": 99},
            {"kind": "buy-get", "label": "Nothing", "buy": 0, "get": 0, "percent": 100},
        ]);
        assert_eq!(shown(&rules, &[("a", 2, 1000, "")]), expected(&[("a", 1000)]));
        assert_eq!(shown(&rules, &[("a", u32::MAX, 1_000_000, "")]).len(), 1);
    }
}
