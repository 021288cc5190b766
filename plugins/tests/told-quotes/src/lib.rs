//! Delivery by weight, a tax of 19 % or 7 %, and 10 % off three pieces or more. The postal code tells it to fail.

use std::hint::black_box;

use stoa_plugin_sdk::carts::{Cart, Line, Place};
use stoa_plugin_sdk::discounts::{Discount, Discounts};
use stoa_plugin_sdk::shipping::{Rate, Shipping};
use stoa_plugin_sdk::taxes::{Tax, Taxes};
use stoa_plugin_sdk::{CallContext, Error, ErrorCode, Money, error, storage};

struct Told;

impl Shipping for Told {
    fn rates(cart: Cart, destination: Place, _ctx: CallContext) -> Result<Vec<Rate>, Error> {
        obey("shipping", &destination)?;
        let grams: u32 =
            cart.lines.iter().filter(|line| line.shipped).map(|line| line.weight_grams * line.quantity).sum();
        let price = |minor: i64| Money { minor, currency: cart.subtotal.currency.clone() };
        let economy = 400 + i64::from(grams / 1_000) * 100;
        let express = Money { minor: economy * 2, ..price(0) };
        let express = match destination.postal_code.as_str() {
            "28806" => Money { currency: "XTS".to_owned(), ..express },
            "28807" => Money { minor: -1, ..express },
            _ => express,
        };
        if destination.postal_code == "28808" {
            return Ok(Vec::new());
        }
        Ok(vec![
            Rate {
                code: "economy".to_owned(),
                label: "Economy".to_owned(),
                price: price(economy),
                min_days: Some(3),
                max_days: Some(5),
            },
            Rate {
                code: "express".to_owned(),
                label: "Express".to_owned(),
                price: express,
                min_days: Some(1),
                max_days: Some(1),
            },
        ])
    }
}

impl Taxes for Told {
    fn calculate(
        cart: Cart,
        _shipping: Option<Money>,
        destination: Place,
        _ctx: CallContext,
    ) -> Result<Vec<Tax>, Error> {
        obey("taxes", &destination)?;
        if cart.customer.tax_id.as_deref().is_some_and(|id| !id.is_empty()) {
            let lines = ids(&cart, |_| true);
            return Ok(vec![Tax { name: "Reverse charge".to_owned(), rate_basis_points: 0, lines, on_shipping: true }]);
        }
        let is_book = |line: &Line| line.tags.iter().any(|tag| tag == "book");
        Ok(vec![
            Tax {
                name: "VAT 19%".to_owned(),
                rate_basis_points: 1_900,
                lines: ids(&cart, |line| !is_book(line)),
                on_shipping: true,
            },
            Tax { name: "VAT 7%".to_owned(), rate_basis_points: 700, lines: ids(&cart, is_book), on_shipping: false },
        ])
    }
}

impl Discounts for Told {
    fn evaluate(cart: Cart, _ctx: CallContext) -> Result<Vec<Discount>, Error> {
        let many = cart.lines.iter().filter(|line| line.discountable && line.quantity >= 3);
        Ok(many
            .map(|line| Discount {
                label: "Three or more".to_owned(),
                lines: vec![line.id.clone()],
                amount: Money { minor: line.total.minor / 10, currency: line.total.currency.clone() },
            })
            .collect())
    }
}

fn ids(cart: &Cart, wanted: impl Fn(&Line) -> bool) -> Vec<String> {
    cart.lines.iter().filter(|line| line.taxable && wanted(line)).map(|line| line.id.clone()).collect()
}

/// Fails as the postal code says: `2880x` for both kinds, `2881x` for taxes alone.
fn obey(kind: &str, place: &Place) -> Result<(), Error> {
    match (kind, place.postal_code.as_str()) {
        (_, "28802") | ("taxes", "28812") => Err(error(ErrorCode::UpstreamFailed, "told to fail")),
        (_, "28803") | ("taxes", "28813") => panic!("told to stop"),
        (_, "28804") | ("taxes", "28814") => {
            spin();
            Ok(())
        }
        // Answers once, and never again.
        (_, "28805") | ("taxes", "28815") => {
            let key = format!("{kind}-{}", place.postal_code);
            if storage::get(&key).is_some() {
                panic!("told to stop after the first answer");
            }
            storage::set(&key, b"answered", None);
            Ok(())
        }
        _ => Ok(()),
    }
}

fn spin() {
    let mut turns = 0_u64;
    while black_box(turns) < u64::MAX {
        turns = black_box(turns).wrapping_add(1) % (u64::MAX - 1);
    }
}

stoa_plugin_sdk::plugin!(shipping: Told, taxes: Told, discounts: Told);
