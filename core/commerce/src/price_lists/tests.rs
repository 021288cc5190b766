//! Tests of values of price lists and of which price counts.

use std::collections::HashMap;

use stoa_kernel::clock::Timestamp;
use stoa_kernel::money::Cents;
use stoa_kernel::pricing::PriceListAudience;

use super::applicable::{ApplicableList, Offers};
use super::{OwnPrice, PriceListPatch};
use crate::pricing::ListEffect;

fn patch() -> PriceListPatch {
    PriceListPatch {
        name: " Friends ".to_owned(),
        enabled: true,
        starts_on: None,
        ends_on: None,
        audience: PriceListAudience::SignedIn,
        customers: vec!["ada@example.com".to_owned()],
        rate_basis_points: 1_000,
        prices: Vec::new(),
    }
}

fn own(variant: Option<&str>, price: i64) -> OwnPrice {
    OwnPrice { product_id: "prd".to_owned(), variant_id: variant.map(str::to_owned), price_cents: Cents(price) }
}

fn error_message(patch: PriceListPatch, field: &str) -> String {
    patch.checked().unwrap_err().fields.get(field).cloned().unwrap_or_default()
}

#[test]
fn price_list_validation_and_normalisation() {
    let kept = patch().checked().unwrap();
    assert_eq!((kept.name.as_str(), kept.customers.len()), ("Friends", 0), "signed-in lists name nobody");
    let named =
        PriceListPatch { audience: PriceListAudience::Named, customers: vec!["Ada@Example.com".to_owned()], ..patch() };
    assert_eq!(named.checked().unwrap().customers, ["ada@example.com"]);
    let nobody = PriceListPatch { audience: PriceListAudience::Named, customers: Vec::new(), ..patch() };
    assert_eq!(error_message(nobody, "customers"), "Enter the email address of at least one customer.");
    let wrong = [
        (PriceListPatch { name: " ".to_owned(), ..patch() }, "name", "Enter a name of at most 60 characters."),
        (
            PriceListPatch { starts_on: Some(Timestamp::from_ms(5)), ends_on: Some(Timestamp::from_ms(5)), ..patch() },
            "endsOn",
            "The end must be after the start.",
        ),
        (
            PriceListPatch { rate_basis_points: 10_001, ..patch() },
            "rateBasisPoints",
            "Enter a percentage of at most 100 %.",
        ),
        (
            PriceListPatch { rate_basis_points: 0, ..patch() },
            "rateBasisPoints",
            "Enter a percentage, or prices for products.",
        ),
        (
            PriceListPatch { prices: vec![own(None, -1)], ..patch() },
            "prices",
            "Enter a price of zero or more for each product.",
        ),
        (
            PriceListPatch { prices: vec![own(Some("m"), 1), own(None, 2), own(Some("m"), 3)], ..patch() },
            "prices",
            "A product or variant has two prices.",
        ),
        (
            PriceListPatch { prices: (0..501).map(|price| own(Some(&price.to_string()), price)).collect(), ..patch() },
            "prices",
            "A list can have at most 500 prices of its own.",
        ),
    ];
    for (patch, field, message) in wrong {
        assert_eq!(error_message(patch, field), message);
    }
}

#[test]
fn price_precedence_variant_product_percentage() {
    let place = |variant: &str| ("prd".to_owned(), variant.to_owned());
    let list = ApplicableList {
        id: "prl".to_owned(),
        name: "Friends".to_owned(),
        rate_basis_points: 5_000,
        prices: HashMap::from([(place("small"), Cents(900)), (place(""), Cents(800))]),
    };
    let offers = Offers { lists: vec![list] };
    let effect = |product: &str, variant: &str| offers.on(product, variant).pop().map(|offer| offer.effect);
    assert_eq!(effect("prd", "small"), Some(ListEffect::Price { price_cents: Cents(900) }));
    assert_eq!(effect("prd", "large"), Some(ListEffect::Price { price_cents: Cents(800) }));
    assert_eq!(effect("other", "small"), Some(ListEffect::Percent { rate_basis_points: 5_000 }));
}
