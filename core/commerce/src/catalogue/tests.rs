use std::collections::BTreeMap;

use stoa_kernel::id::{CollectionId, ProductId, VariantId};
use stoa_kernel::money::Currency;

use super::{
    CatalogueItem, ProductPatch, ProductType, UNLIMITED_STOCK, Variant, VariantPatch, missing_options_message,
    store_url_id, url_slug,
};

fn variant(price_cents: i64, stock: Option<i64>) -> Variant {
    Variant {
        id: VariantId::generate(),
        sku: format!("sku-{price_cents}-{stock:?}"),
        attributes: BTreeMap::new(),
        price_cents,
        sale_price_cents: None,
        on_sale: false,
        unlimited: stock.is_none(),
        qty_in_stock: stock.unwrap_or(0),
        weight_grams: 0,
        main_image_id: None,
    }
}

fn on_sale(variant: Variant, sale: i64) -> Variant {
    Variant { sale_price_cents: Some(sale), on_sale: true, ..variant }
}

fn with(variant: Variant, attributes: &[(&str, &str)]) -> Variant {
    let attributes = attributes.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    Variant { attributes, ..variant }
}

fn product(kind: ProductType, variants: Vec<Variant>) -> CatalogueItem {
    CatalogueItem {
        id: ProductId::generate(),
        collection_id: CollectionId::generate(),
        url_id: "mug".to_owned(),
        full_url: "/shop/mug".to_owned(),
        name: "Mug".to_owned(),
        product_type: kind.code(),
        excerpt: String::new(),
        description: String::new(),
        tags: Vec::new(),
        categories: Vec::new(),
        pictures: Vec::new(),
        variants,
        variant_option_ordering: Vec::new(),
        taxable: true,
        visible: true,
        use_custom_add_button_text: false,
        custom_add_button_text: String::new(),
        custom_sold_out_text: String::new(),
        currency: Currency::DEFAULT,
        revision: 1,
        created_on: 0,
        updated_on: 0,
    }
}

// spec: enum.product-type
#[test]
fn product_types_have_numbers_both_ways() {
    for (kind, code) in ProductType::ALL.into_iter().zip(1..) {
        assert_eq!((kind.code(), ProductType::from_code(code)), (code, Some(kind)));
    }
    assert_eq!((ProductType::from_code(0), ProductType::from_code(6)), (None, None));
}

// spec: product.stock.sold-out, product.stock.no-variants.open
#[test]
fn sold_out_when_every_variant_is_limited_and_at_zero() {
    let zero = || variant(100, Some(0));
    assert!(product(ProductType::Physical, vec![zero(), zero()]).sold_out());
    assert!(!product(ProductType::Physical, vec![zero(), variant(100, Some(1))]).sold_out());
    assert!(!product(ProductType::Physical, vec![zero(), variant(100, None)]).sold_out());
    assert!(!product(ProductType::Digital, vec![zero()]).sold_out());
    assert!(!product(ProductType::GiftCard, vec![zero()]).sold_out());
    assert!(product(ProductType::Physical, vec![]).sold_out());
    assert!(product(ProductType::Service, vec![]).sold_out());
}

// spec: product.stock.unlimited-max
#[test]
fn unlimited_stock_counts_as_the_largest_safe_integer() {
    let item = product(ProductType::Physical, vec![variant(100, Some(7)), variant(100, None), variant(100, None)]);
    assert_eq!(item.total_stock(), 9_007_199_254_740_991);
    assert_eq!(UNLIMITED_STOCK, 9_007_199_254_740_991);
}

// spec: product.sale.rule
#[test]
fn on_sale_when_any_variant_is_but_never_a_gift_card() {
    let variants = || vec![variant(100, Some(1)), on_sale(variant(200, Some(1)), 50)];
    for kind in [ProductType::Physical, ProductType::Service, ProductType::Digital] {
        assert!(product(kind, variants()).on_sale());
        assert!(!product(kind, vec![variant(100, Some(1))]).on_sale());
    }
    let gift = product(ProductType::GiftCard, variants());
    assert!(!gift.on_sale());
    assert_eq!(gift.from_price_cents(), 100);
}

#[test]
fn prices_are_those_that_hold_now() {
    let item = product(ProductType::Physical, vec![variant(100, None), on_sale(variant(200, None), 50)]);
    assert_eq!(item.from_price_cents(), 50);
    assert!(item.has_varied_prices());
    let even = product(ProductType::Physical, vec![variant(100, None), on_sale(variant(200, None), 100)]);
    assert!(!even.has_varied_prices());
    let empty = product(ProductType::Physical, vec![]);
    assert_eq!((empty.from_price_cents(), empty.has_varied_prices()), (0, false));
}

#[test]
fn quantity_can_be_entered_of_things_there_is_more_than_one_of() {
    let shown = |kind, stock, services| product(kind, vec![variant(100, stock)]).has_quantity_input(services);
    assert!(shown(ProductType::Physical, Some(2), false));
    assert!(shown(ProductType::Physical, None, false));
    assert!(!shown(ProductType::Physical, Some(1), true));
    assert!(shown(ProductType::Service, Some(2), true));
    assert!(!shown(ProductType::Service, Some(2), false));
    assert!(!shown(ProductType::Digital, None, true));
    assert!(!shown(ProductType::GiftCard, None, true));
}

#[test]
fn options_follow_the_ordering_and_values_the_variants() {
    let mut item = product(
        ProductType::Physical,
        vec![
            with(variant(100, None), &[("Colour", "Blue"), ("Size", "M")]),
            with(variant(100, None), &[("Colour", "Red"), ("Size", "S")]),
            with(variant(100, None), &[("Colour", "Blue"), ("Size", "S")]),
        ],
    );
    item.variant_option_ordering = vec!["Size".to_owned(), "Colour".to_owned()];
    let names_and_values: Vec<(String, Vec<String>)> =
        item.options().into_iter().map(|option| (option.name, option.values)).collect();
    let text = |values: &[&str]| values.iter().map(|value| (*value).to_owned()).collect::<Vec<_>>();
    let expected = vec![("Size".to_owned(), text(&["M", "S"])), ("Colour".to_owned(), text(&["Blue", "Red"]))];
    assert_eq!(names_and_values, expected);
    assert_eq!(item.attributes_text(&item.variants[0]), "M / Blue");
}

// spec: add-to-cart.message.one-option, add-to-cart.message.two-options
// spec: add-to-cart.message.many-options, add-to-cart.message.many-options.open
#[test]
fn missing_options_are_named() {
    let said = |kind, missing: &[&str]| {
        let missing: Vec<String> = missing.iter().map(|name| (*name).to_owned()).collect();
        missing_options_message(Some(kind), &missing)
    };
    let physical = |missing: &[&str]| said(ProductType::Physical, missing).unwrap_or_default();
    assert_eq!(physical(&["Size"]), "Please select the Size option.");
    assert_eq!(physical(&["Size", "Colour"]), "Please select the Size and Colour options.");
    assert_eq!(physical(&["A", "B", "C"]), "Please select the A, B, and C options.");
    assert_eq!(physical(&["A", "B", "C", "D"]), "Please select the A, B, C, and D options.");
    assert_eq!(said(ProductType::GiftCard, &["Value"]).as_deref(), Some("Select a denomination for the Gift Card"));
    assert_eq!(said(ProductType::Physical, &[]), None);
}

// spec: store-creation.url-id.derive, store-creation.url-id.unique, store-creation.url-id.slug.open
#[test]
fn store_addresses_come_from_the_title() {
    let none: [String; 0] = [];
    assert_eq!(store_url_id("My Shop", "Store", &none), "my-shop");
    assert_eq!(store_url_id("ab", "Store", &none), "store");
    assert_eq!(store_url_id("", "Store", &none), "store");
    let taken = ["shop".to_owned(), "shop-1".to_owned()];
    assert_eq!(store_url_id("Shop", "Store", &taken), "shop-2");
    assert_eq!(url_slug("Café & Co!"), "cafe-co");
    assert_eq!(url_slug("  --A  B--  "), "a-b");
    assert_eq!(url_slug(&"x".repeat(150)).len(), 100);
}

#[test]
fn a_patch_is_checked_field_by_field() {
    let item = product(ProductType::Physical, vec![variant(100, None), variant(200, None)]);
    let change = |sku: &str, index: usize| VariantPatch {
        id: item.variants[index].id.clone(),
        sku: sku.to_owned(),
        price_cents: 100,
        sale_price_cents: None,
        on_sale: false,
        weight_grams: 0,
    };
    let patch = ProductPatch {
        name: " ".to_owned(),
        description: "<p>Good<script>alert(1)</script></p>".to_owned(),
        excerpt: String::new(),
        taxable: true,
        visible: true,
        tags: vec!["New".to_owned(), "new".to_owned(), String::new()],
        use_custom_add_button_text: true,
        custom_add_button_text: String::new(),
        variants: vec![
            VariantPatch { price_cents: -1, ..change("MUG", 0) },
            VariantPatch { on_sale: true, ..change("mug", 1) },
        ],
        revision: 1,
    };
    let refused = patch.clone().checked(&item).unwrap_err();
    let fields: Vec<&str> = refused.fields.keys().map(String::as_str).collect();
    assert_eq!(
        fields,
        ["customAddButtonText", "name", "variants[0].priceCents", "variants[1].salePriceCents", "variants[1].sku"]
    );
    let fine = ProductPatch {
        name: "Mug".to_owned(),
        custom_add_button_text: "Buy".to_owned(),
        variants: vec![change("", 0)],
        ..patch
    };
    let stored = fine.checked(&item).unwrap();
    assert_eq!(stored.description, "<p>Good</p>");
    assert_eq!(stored.tags, ["New"]);
    assert!(stored.variants[0].sku.starts_with("SKU-"));
}
