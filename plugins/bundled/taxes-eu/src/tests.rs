//! Tests of taxes in the European Union.

use stoa_plugin_sdk::carts::{Customer, ProductKind};

use super::*;

fn money(minor: i64) -> Money {
    Money { minor, currency: "EUR".to_owned() }
}

fn line(id: &str, tag: &str) -> Line {
    Line {
        id: id.to_owned(),
        product_id: id.to_owned(),
        sku: String::new(),
        title: String::new(),
        kind: ProductKind::Physical,
        quantity: 1,
        unit_price: money(1000),
        total: money(1000),
        weight_grams: 0,
        shipped: true,
        taxable: tag != "exempt",
        discountable: true,
        tags: vec![tag.to_owned()],
        categories: Vec::new(),
    }
}

fn settings() -> Settings {
    Settings {
        home: member("DE").unwrap(),
        at_destination: true,
        reverse_charge: true,
        lookup: false,
        classes: vec![("book".to_owned(), Class::Reduced), ("bread".to_owned(), Class::SuperReduced)],
        own: Vec::new(),
    }
}

struct Case<'a> {
    country: &'a str,
    postal_code: &'a str,
    number: Option<&'a str>,
    tags: &'a [&'a str],
}

const MUG: Case<'_> = Case { country: "DE", postal_code: "", number: None, tags: &["mug"] };

/// Rates with the lines that they apply to, `+` for delivery.
fn shown(settings: &Settings, order: &Case<'_>, refused: bool) -> Vec<(u32, String)> {
    let lines: Vec<Line> = order.tags.iter().map(|tag| line(tag, tag)).collect();
    let cart = Cart {
        subtotal: money(0),
        prices_include_tax: true,
        customer: Customer { signed_in: false, tax_id: order.number.map(str::to_owned) },
        lines,
    };
    let place =
        Place { country: order.country.to_owned(), region: String::new(), postal_code: order.postal_code.to_owned() };
    let found =
        taxes(settings, &Order { cart: &cart, has_shipping: true, destination: &place, locale: "de" }, |_| refused);
    let shown = |tax: Tax| {
        let delivery = if tax.on_shipping { "+" } else { "" };
        (tax.rate_basis_points, format!("{}{delivery}", tax.lines.join(",")))
    };
    found.into_iter().map(shown).collect()
}

#[test]
fn rates_of_the_destination() {
    let rate = |country: &str, postal_code: &str| shown(&settings(), &Case { country, postal_code, ..MUG }, false);
    assert_eq!(rate("DE", "10115"), [(1900, "mug+".to_owned())]);
    assert_eq!(rate("FI", "00100"), [(2550, "mug+".to_owned())]);
    assert_eq!(rate("MC", "98000"), [(2000, "mug+".to_owned())]);
    for (country, postal_code) in [("CH", "8000"), ("GB", ""), ("ES", "35001"), ("DE", "27498"), ("FI", "22100")] {
        assert_eq!(rate(country, postal_code), [], "{country} {postal_code}");
    }
    let below = Settings { at_destination: false, ..settings() };
    assert_eq!(shown(&below, &Case { country: "FI", ..MUG }, false), [(1900, "mug+".to_owned())]);
}

#[test]
fn reduced_rates_by_tag_and_own_rates() {
    let order = |country: &'static str| Case { country, tags: &["mug", "book", "bread", "exempt"], ..MUG };
    assert_eq!(
        shown(&settings(), &order("FR"), false),
        [(2000, "mug+".to_owned()), (1000, "book".to_owned()), (210, "bread".to_owned())]
    );
    // Germany has one reduced rate, Denmark none.
    assert_eq!(shown(&settings(), &order("DE"), false), [(1900, "mug+".to_owned()), (700, "book,bread".to_owned())]);
    assert_eq!(shown(&settings(), &order("DK"), false), [(2500, "mug,book,bread+".to_owned())]);
    let own = Settings { own: vec![("DE".to_owned(), Class::Standard, 1650)], ..settings() };
    assert_eq!(shown(&own, &MUG, false), [(1650, "mug+".to_owned())]);
    assert_eq!(basis_points(25.5), Some(2550));
    assert_eq!(basis_points(-1.0), None);
}

#[test]
fn reverse_charge_for_businesses_in_another_member_state() {
    let order = |country: &'static str, number: &'static str| Case { country, number: Some(number), ..MUG };
    let free = [(0, "mug+".to_owned())];
    assert_eq!(shown(&settings(), &order("AT", "atu 12345678"), false), free);
    assert_eq!(shown(&settings(), &order("GR", "EL123456789"), false), free);
    for (country, number) in [
        ("DE", "DE123456789"),
        ("AT", "DE123456789"),
        ("AT", "ATU1234567"),
        ("GR", "GR123456789"),
        ("AT", "12345678"),
        ("AT", "ß"),
    ] {
        assert_ne!(shown(&settings(), &order(country, number), false), free, "{country} {number}");
    }
    assert_ne!(shown(&settings(), &order("AT", "ATU12345678"), true), free, "the register does not know it");
    let none = Settings { reverse_charge: false, ..settings() };
    assert_ne!(shown(&none, &order("AT", "ATU12345678"), false), free);
}
