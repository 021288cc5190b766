//! Tests of products: types, prices, stock, options.

use std::collections::BTreeMap;

use stoa_kernel::catalogue::AdditionalFieldKind;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{CollectionId, ProductId, VariantId};
use stoa_kernel::money::{Cents, Currency};

use super::edit::ProductDraft;
use super::{
    AdditionalField, CatalogueItem, ProductPatch, ProductType, Scarcity, UNLIMITED_STOCK, Variant, VariantPatch,
    additional_fields_error, missing_options_text, store_url_id, url_slug,
};

fn variant(price: i64, stock: Option<i64>) -> Variant {
    Variant {
        id: VariantId::generate(),
        sku: format!("sku-{price}-{stock:?}"),
        attributes: BTreeMap::new(),
        price_cents: Cents(price),
        sale_price_cents: None,
        on_sale: false,
        unlimited: stock.is_none(),
        qty_in_stock: stock.unwrap_or(0),
        weight_grams: 0,
        main_image_id: None,
    }
}

fn on_sale(variant: Variant, sale: i64) -> Variant {
    Variant { sale_price_cents: Some(Cents(sale)), on_sale: true, ..variant }
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
        categories_above: Vec::new(),
        pictures: Vec::new(),
        variants,
        variant_option_ordering: Vec::new(),
        taxable: true,
        visible: true,
        publish_on: None,
        seo_title: String::new(),
        seo_description: String::new(),
        no_index: false,
        share_image_id: None,
        related_ids: Vec::new(),
        scarcity: Scarcity::default(),
        additional_fields: Vec::new(),
        position: 0,
        use_custom_add_button_text: false,
        custom_add_button_text: String::new(),
        custom_sold_out_text: String::new(),
        subscription: None,
        donation: None,
        currency: Currency::DEFAULT,
        revision: 1,
        created_on: Timestamp::default(),
        updated_on: Timestamp::default(),
    }
}

// spec: enum.product-type
#[test]
fn product_type_numbers_roundtrip() {
    let pairs = [
        (ProductType::Physical, 1),
        (ProductType::Digital, 2),
        (ProductType::Service, 3),
        (ProductType::GiftCard, 4),
        (ProductType::Paywall, 5),
    ];
    assert_eq!(ProductType::ALL.map(|kind| (kind, kind.code())), pairs);
    for (kind, code) in pairs {
        assert_eq!(ProductType::from_code(code), Some(kind));
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
    assert_eq!(gift.from_price_cents(), Cents(100));
}

#[test]
fn current_prices() {
    let item = product(ProductType::Physical, vec![variant(100, None), on_sale(variant(200, None), 50)]);
    assert_eq!(item.from_price_cents(), Cents(50));
    assert!(item.has_varied_prices());
    let even = product(ProductType::Physical, vec![variant(100, None), on_sale(variant(200, None), 100)]);
    assert!(!even.has_varied_prices());
    let empty = product(ProductType::Physical, vec![]);
    assert_eq!((empty.from_price_cents(), empty.has_varied_prices()), (Cents::ZERO, false));
}

#[test]
fn quantity_field_needs_more_than_one_in_stock() {
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
fn option_and_value_order() {
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
        missing_options_text(Some(kind), &missing).map(|said| said.to_string())
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

/// The variants of the product as patch rows.
fn kept(item: &CatalogueItem) -> Vec<VariantPatch> {
    item.variants.iter().map(VariantPatch::from).collect()
}

fn refused(item: &CatalogueItem, patch: ProductPatch) -> Vec<String> {
    let failure = ProductDraft::from(item).with(patch).checked(&item.variants).unwrap_err();
    failure.fields.into_keys().collect()
}

#[test]
fn patch_keeps_omitted_values() {
    let item = CatalogueItem { taxable: false, ..product(ProductType::Physical, vec![variant(100, None)]) };
    let patch = ProductPatch { name: Some("Cup".to_owned()), ..ProductPatch::default() };
    let draft = ProductDraft::from(&item).with(patch).checked(&item.variants).unwrap();
    assert_eq!((draft.name.as_str(), draft.taxable, draft.visible), ("Cup", false, true));
    assert!(!draft.changes_variants);
}

#[test]
fn patch_validation_by_field() {
    let sized = |price, size: &str| with(variant(price, None), &[("Size", size)]);
    let mut item = product(ProductType::Physical, vec![sized(100, "S"), sized(200, "M")]);
    item.variant_option_ordering = vec!["Size".to_owned()];
    let mut variants = kept(&item);
    (variants[0].price_cents, variants[0].sku) = (Cents(-1), "MUG".to_owned());
    (variants[1].on_sale, variants[1].sku) = (true, "mug".to_owned());
    let patch = ProductPatch {
        name: Some(" ".to_owned()),
        url_id: Some("No address".to_owned()),
        use_custom_add_button_text: Some(true),
        variants: Some(variants),
        ..ProductPatch::default()
    };
    assert_eq!(
        refused(&item, patch),
        [
            "customAddButtonText",
            "name",
            "urlId",
            "variants[0].priceCents",
            "variants[1].salePriceCents",
            "variants[1].sku"
        ]
    );
    let mut variants = kept(&item);
    variants[0].sku = String::new();
    let fine = ProductPatch {
        description: Some("<p>Good<script>alert(1)</script></p>".to_owned()),
        tags: Some(vec!["New".to_owned(), "new".to_owned(), String::new()]),
        variants: Some(variants),
        ..ProductPatch::default()
    };
    let stored = ProductDraft::from(&item).with(fine).checked(&item.variants).unwrap();
    assert_eq!(stored.description, "<p>Good</p>");
    assert_eq!(stored.tags, ["New"]);
    assert!(stored.variants[0].sku.starts_with("SKU-"));
}

#[test]
fn variants_need_complete_unique_options() {
    let sized = |price, size: &str| with(variant(price, None), &[("Size", size)]);
    let mut item = product(ProductType::Physical, vec![sized(100, "S"), sized(200, "M")]);
    item.variant_option_ordering = vec!["Size".to_owned()];
    let with_variants = |variants| ProductPatch { variants: Some(variants), ..ProductPatch::default() };
    assert_eq!(refused(&item, with_variants(Vec::new())), ["variants"]);
    let mut same = kept(&item);
    same[1].attributes = same[0].attributes.clone();
    assert_eq!(refused(&item, with_variants(same)), ["variants[1].attributes"]);
    let mut stranger = kept(&item);
    stranger[1].id = Some(VariantId::generate());
    assert_eq!(refused(&item, with_variants(stranger)), ["variants[1].id"]);
    let no_options = ProductPatch { variant_option_ordering: Some(Vec::new()), ..ProductPatch::default() };
    assert_eq!(refused(&item, no_options), ["variants[0].attributes", "variants[1].attributes"]);
    let row = |number: usize| VariantPatch {
        id: None,
        sku: format!("S-{number}"),
        attributes: BTreeMap::from([("Size".to_owned(), number.to_string())]),
        ..kept(&item)[0].clone()
    };
    assert_eq!(refused(&item, with_variants((0..251).map(row).collect())), ["variants"]);
    let most = with_variants((0..250).map(row).collect());
    assert!(ProductDraft::from(&item).with(most).checked(&item.variants).is_ok());
}

#[test]
fn low_stock_needs_tracked_stock_below_the_threshold() {
    let sized = |stock, size: &str| with(variant(100, stock), &[("Size", size)]);
    let mut item = product(
        ProductType::Physical,
        vec![sized(Some(3), "S"), sized(Some(9), "M"), sized(None, "L"), sized(Some(0), "XL")],
    );
    let told = |item: &CatalogueItem| -> Vec<(bool, i64)> {
        item.low_stock_variants(5).iter().map(|few| (few.variant.is_some(), few.qty_in_stock)).collect()
    };
    assert_eq!(told(&item), []);
    item.scarcity.enabled = true;
    assert_eq!(told(&item), [(true, 3)]);
    item.variants = vec![sized(Some(1), "S"), sized(Some(2), "M")];
    item.scarcity.shown_by_default = true;
    assert_eq!(told(&item), [(false, 3), (true, 1), (true, 2)]);
    item.variants.truncate(1);
    assert_eq!(told(&item), [(false, 1)]);
}

#[test]
fn product_form_requires_answers() {
    let field = |id: &str, kind, required, options: &[&str]| AdditionalField {
        id: id.to_owned(),
        kind,
        title: id.to_uppercase(),
        required,
        options: options.iter().map(|option| (*option).to_owned()).collect(),
    };
    let fields = [
        field("name", AdditionalFieldKind::Text, true, &[]),
        field("colour", AdditionalFieldKind::Checkbox, false, &["Red", "Blue"]),
    ];
    let said = |answers: Option<&str>| additional_fields_error(&fields, answers).map(|said| said.to_string());
    assert_eq!(said(None).as_deref(), Some("NAME is required."));
    assert_eq!(said(Some(r#"{"name": " "}"#)).as_deref(), Some("NAME is required."));
    assert_eq!(said(Some(r#"{"name": "Ada"}"#)), None);
    assert_eq!(said(Some(r#"{"name": "Ada", "colour": ["Blue", "Red"], "other": 1}"#)), None);
    let wrong = said(Some(r#"{"name": "Ada", "colour": ["Green"]}"#));
    assert_eq!(wrong.as_deref(), Some("COLOUR: choose from the offered options."));
}
