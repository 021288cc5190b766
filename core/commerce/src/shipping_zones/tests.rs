//! Tests of which zone applies and of prices of delivery.

use std::collections::HashMap;

use stoa_address::{PickupPlace, Place};
use stoa_kernel::checkout::ShippingKind;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::ShippingZoneId;
use stoa_kernel::money::Cents;

use super::{Band, Load, ShippingOption, Zone, ZonePatch, ZonePlace, delivery_countries, offers};

fn option(id: &str, kind: ShippingKind, price: i64) -> ShippingOption {
    ShippingOption {
        id: id.to_owned(),
        label: id.to_owned(),
        kind,
        price_cents: Cents(price),
        bands: Vec::new(),
        postal_codes: Vec::new(),
        free_over_cents: None,
        pickup: None,
        plugin: None,
    }
}

fn zone(places: &[(&str, &[&str])], options: Vec<ShippingOption>) -> Zone {
    let place = |(country, regions): &(&str, &[&str])| ZonePlace {
        country: (*country).to_owned(),
        regions: regions.iter().map(|region| (*region).to_owned()).collect(),
    };
    Zone {
        id: ShippingZoneId::generate(),
        name: "Zone".to_owned(),
        places: places.iter().map(place).collect(),
        options,
        revision: 1,
        created_on: Timestamp::default(),
        updated_on: Timestamp::default(),
    }
}

fn place(country: &str, region: &str, postal_code: &str) -> Place {
    Place { country: country.to_owned(), region: region.to_owned(), postal_code: postal_code.to_owned() }
}

fn load(subtotal: i64, grams: i64, pieces: i64) -> Load {
    Load { subtotal_cents: Cents(subtotal), grams, pieces }
}

fn prices(options: Vec<ShippingOption>, place: &Place, load: Load) -> Vec<(String, i64)> {
    let zones = [zone(&[("US", &[])], options)];
    offers(&zones, Some(place), load, &HashMap::new())
        .into_iter()
        .map(|choice| (choice.id, choice.price_cents.0))
        .collect()
}

#[test]
fn shipping_option_prices() {
    let home = place("US", "NC", "28801-1234");
    let bands =
        vec![Band { up_to: Some(500), price_cents: Cents(400) }, Band { up_to: Some(2_000), price_cents: Cents(900) }];
    let open =
        vec![Band { up_to: Some(5_000), price_cents: Cents(800) }, Band { up_to: None, price_cents: Cents::ZERO }];
    let options = || {
        vec![
            ShippingOption { free_over_cents: Some(Cents(10_000)), ..option("flat", ShippingKind::Flat, 700) },
            option("item", ShippingKind::PerItem, 250),
            ShippingOption { bands: bands.clone(), ..option("weight", ShippingKind::ByWeight, 0) },
            ShippingOption { bands: open.clone(), ..option("subtotal", ShippingKind::BySubtotal, 0) },
            option("pickup", ShippingKind::Pickup, 0),
            ShippingOption { postal_codes: vec!["288".to_owned()], ..option("near", ShippingKind::LocalDelivery, 500) },
        ]
    };
    let costs = |place: &Place, load: Load| {
        prices(options(), place, load).into_iter().map(|(id, price)| format!("{id} {price}")).collect::<Vec<_>>()
    };
    let light = ["flat 700", "item 750", "weight 400", "subtotal 800", "pickup 0", "near 500"];
    assert_eq!(costs(&home, load(5_000, 500, 3)), light);
    let dear = ["flat 0", "item 250", "weight 900", "subtotal 0", "pickup 0", "near 500"];
    assert_eq!(costs(&home, load(10_000, 501, 1)), dear);
    let heavy_and_far = ["flat 700", "item 250", "subtotal 800", "pickup 0"];
    assert_eq!(costs(&place("US", "NY", "10001"), load(100, 2_001, 1)), heavy_and_far);
}

#[test]
fn most_specific_zone_applies() {
    let only = |id: &str| vec![option(id, ShippingKind::Flat, 100)];
    let zones = [
        zone(&[("*", &[])], only("world")),
        zone(&[("US", &[]), ("CA", &["ON"])], only("north")),
        zone(&[("US", &["HI", "Alaska"])], only("far")),
    ];
    let offered = |country: &str, region: &str| {
        offers(&zones, Some(&place(country, region, "")), load(0, 0, 1), &HashMap::new())
            .into_iter()
            .map(|choice| choice.id)
            .collect::<Vec<_>>()
    };
    assert_eq!(offered("US", "NC"), ["north"]);
    assert_eq!(offered("US", "hawaii"), ["far"]);
    assert_eq!(offered("US", " ak "), ["far"]);
    assert_eq!(offered("CA", "Ontario"), ["north"]);
    assert_eq!(offered("CA", "QC"), ["world"]);
    assert_eq!(offered("DE", ""), ["world"]);
    let europe = [zone(&[("DE", &[]), ("FR", &[])], only("europe"))];
    assert!(offers(&europe, Some(&place("US", "NC", "")), load(0, 0, 1), &HashMap::new()).is_empty());
    assert_eq!(delivery_countries(&europe), [("FR", "France"), ("DE", "Germany")]);
}

fn studio(id: &str) -> ShippingOption {
    let text = |text: &str| text.to_owned();
    let pickup = PickupPlace {
        line1: text("118 Foundry Alley"),
        city: text("Asheville"),
        region: text("NC"),
        postal_code: text("28801"),
        country: text("US"),
        ..PickupPlace::default()
    };
    ShippingOption { pickup: Some(pickup), ..option(id, ShippingKind::Pickup, 0) }
}

// spec: order.shipping.open
#[test]
fn pickup_is_offered_for_any_destination() {
    let zones = [
        zone(&[("US", &[])], vec![studio("studio"), option("post", ShippingKind::Flat, 500)]),
        zone(&[("CA", &[])], vec![ShippingOption { price_cents: Cents(200), ..studio("depot") }]),
    ];
    let offered = |place: Option<&Place>| -> Vec<String> {
        offers(&zones, place, load(0, 0, 1), &HashMap::new()).into_iter().map(|choice| choice.id).collect()
    };
    assert_eq!(offered(None), ["studio", "depot"]);
    assert_eq!(offered(Some(&place("US", "NY", ""))), ["post", "studio", "depot"]);
    assert_eq!(offered(Some(&place("DE", "", ""))), ["studio", "depot"]);
    assert_eq!(delivery_countries(&zones), [("US", "United States")], "nothing is sent to Canada");
    let of_no_place = [zone(&[("US", &[])], vec![option("counter", ShippingKind::Pickup, 0)])];
    assert!(
        offers(&of_no_place, None, load(0, 0, 1), &HashMap::new()).is_empty(),
        "it asks for an address as it always did"
    );
}

#[test]
fn pickup_location_needs_an_address() {
    let us = || vec![ZonePlace { country: "US".to_owned(), regions: Vec::new() }];
    let patch = |option| ZonePatch { name: "Near".to_owned(), places: us(), options: vec![option] };
    let nowhere = patch(option("a", ShippingKind::Pickup, 0)).checked().unwrap_err().fields;
    let expected = ["city", "country", "line1"].map(|name| format!("options[0].pickup.{name}"));
    assert_eq!(nowhere.into_keys().collect::<Vec<_>>(), expected);
    assert!(patch(studio("a")).checked().is_ok());
    let sent = patch(ShippingOption { kind: ShippingKind::Flat, ..studio("a") }).checked().unwrap();
    assert_eq!(sent.options[0].pickup, None);
}

#[test]
fn zone_validation_by_field() {
    let patch =
        |places: Vec<ZonePlace>, options: Vec<ShippingOption>| ZonePatch { name: " Near ".to_owned(), places, options };
    let us = || vec![ZonePlace { country: "us".to_owned(), regions: vec![" NC ".to_owned(), String::new()] }];
    let fine = patch(us(), vec![ShippingOption { id: String::new(), ..option("Post", ShippingKind::Flat, 1) }])
        .checked()
        .unwrap();
    assert_eq!((fine.name.as_str(), fine.places[0].country.as_str(), fine.places[0].regions.len()), ("Near", "US", 1));
    assert_eq!(fine.options[0].id.len(), 12);
    let falling = vec![Band { up_to: Some(2), price_cents: Cents(1) }, Band { up_to: Some(1), price_cents: Cents(1) }];
    let wrong = patch(
        vec![ZonePlace { country: "XX".to_owned(), regions: Vec::new() }],
        vec![
            ShippingOption { bands: falling, ..option("a", ShippingKind::ByWeight, 0) },
            option("b", ShippingKind::LocalDelivery, -1),
        ],
    );
    let fields = wrong.checked().unwrap_err().fields;
    let expected = ["options[0].bands", "options[1].postalCodes", "options[1].priceCents", "places[0].country"];
    assert_eq!(fields.keys().map(String::as_str).collect::<Vec<_>>(), expected);
}
