use anyhow::{Context as _, Result};
use sea_orm::ActiveValue::Set;
use serde_json::json;
use stoa_address::Address;
use stoa_commerce::pricing::{PricedLine, PricingInputs, RULES, ShippingChoice};
use stoa_entity::json_column::JsonOf;
use stoa_entity::tenant::order_item::ItemOptions;
use stoa_entity::tenant::{collection, order, order_item, product, site, variant};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::content::CollectionKind;
use stoa_kernel::id::{CartId, CollectionId, OrderId, OrderItemId, ProductId, VariantId};
use stoa_kernel::money::{Cents, Currency};
use stoa_kernel::order::{FulfillmentStatus, OrderPaymentStatus};
use stoa_testkit::TestSite;

const YEAR_MS: i64 = 365 * 86_400_000;
const FIRST_NAMES: [&str; 10] = ["Ada", "Brook", "Chidi", "Dara", "Emil", "Farah", "Goro", "Hanna", "Imre", "Jules"];
const LAST_NAMES: [&str; 11] =
    ["Moss", "Byron", "Okafor", "Lindqvist", "Tanaka", "Haddad", "Novak", "Silva", "Weber", "Quinn", "Rossi"];
const THINGS: [&str; 8] = ["mug", "bowl", "vase", "plate", "teapot", "tray", "jar", "lamp"];

/// How large the shop is.
#[derive(Clone, Copy)]
pub(crate) struct Size {
    pub(crate) orders: i64,
    pub(crate) products: i64,
}

impl Size {
    pub(crate) fn from_environment() -> Self {
        let number = |name, usual| std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual);
        Self { orders: number("STOA_ORDERS", 100_000), products: number("STOA_PRODUCTS", 10_000) }
    }
}

/// A shop full of orders.
pub(crate) struct Shop {
    pub(crate) site: TestSite,
    pub(crate) store: CollectionId,
    pub(crate) orders: i64,
    pub(crate) products: i64,
}

pub(crate) async fn fill(site: TestSite, size: Size) -> Result<Shop> {
    let store = CollectionId::generate();
    let now = site.owner().now();
    let tx = site.db.write().await?;
    tx.insert(site_row(now)).await?;
    tx.insert(store_row(&store, now)).await?;
    let mut sold = Vec::new();
    for numbers in batches(size.products) {
        let (products, variants): (Vec<_>, Vec<_>) = numbers.map(|number| product_rows(&store, number, now)).unzip();
        sold.extend(variants.iter().map(|row| (row.product_id.clone(), row.id.clone(), row.sku.clone())));
        tx.insert_many(products).await?;
        tx.insert_many(variants).await?;
    }
    tx.commit().await?;
    for numbers in batches(size.orders) {
        let (mut orders, mut items) = (Vec::new(), Vec::new());
        for number in numbers {
            let order = order_row(number, now - YEAR_MS + number * (YEAR_MS / size.orders));
            for line in 0..1 + number % 3 {
                let index = usize::try_from((number * 7 + line * 13) % size.products)?;
                let (product, variant, sku) = sold.get(index).context("no product")?;
                items.push(order_item::ActiveModel {
                    order_id: order.id.clone(),
                    product_id: product.clone(),
                    variant_id: variant.clone(),
                    sku: sku.clone(),
                    ..item_row(i32::try_from(line)?)
                });
            }
            orders.push(order);
        }
        let tx = site.db.write().await?;
        tx.insert_many(orders).await?;
        for part in items.chunks(500) {
            tx.insert_many(part.to_vec()).await?;
        }
        tx.commit().await?;
    }
    site.analyse().await?;
    Ok(Shop { site, store, orders: size.orders, products: size.products })
}

fn batches(count: i64) -> impl Iterator<Item = std::ops::Range<i64>> {
    (0..count).step_by(500).map(move |start| start..(start + 500).min(count))
}

fn pick<'a>(names: &[&'a str], number: i64) -> &'a str {
    usize::try_from(number).ok().and_then(|index| names.get(index % names.len())).copied().unwrap_or_default()
}

fn site_row(now: Timestamp) -> site::ActiveModel {
    let text = |text: &str| Set(text.to_owned());
    site::ActiveModel {
        title: text("Many"),
        tagline: text(""),
        description: text(""),
        language: text("en-US"),
        currency: text("USD"),
        time_zone: text("America/New_York"),
        theme: text("linen"),
        contact_email: text(""),
        logo_asset_id: Set(None),
        location: Set(JsonOf::default()),
        social_accounts: Set(JsonOf::default()),
        main_navigation: Set(json!([])),
        footer_navigation: Set(json!([])),
        delivers_test_orders: Set(None),
        store_settings: Set(json!({})),
        revision: Set(1),
        created_on: Set(now),
        updated_on: Set(now),
        ..Default::default()
    }
}

fn store_row(id: &CollectionId, now: Timestamp) -> collection::ActiveModel {
    let text = |text: &str| Set(text.to_owned());
    collection::ActiveModel {
        id: Set(id.clone()),
        kind: Set(CollectionKind::Store),
        type_code: Set(13),
        title: text("Shop"),
        navigation_title: text("Shop"),
        url_id: text("shop"),
        description: text(""),
        enabled: Set(true),
        is_home: Set(false),
        draft: Set(None),
        revision: Set(1),
        published: Set(None),
        published_revision: Set(None),
        published_on: Set(None),
        seo_title: text(""),
        seo_description: text(""),
        position: Set(0),
        created_on: Set(now),
        updated_on: Set(now),
        ..Default::default()
    }
}

fn product_rows(store: &CollectionId, number: i64, now: Timestamp) -> (product::ActiveModel, variant::ActiveModel) {
    let text = |text: &str| Set(text.to_owned());
    let id = ProductId::generate();
    let product = product::ActiveModel {
        id: Set(id.clone()),
        collection_id: Set(store.clone()),
        url_id: Set(format!("thing-{number}")),
        name: Set(format!("{} no. {number}", pick(&THINGS, number))),
        product_type: Set(1),
        excerpt: text("Thrown, glazed and fired by hand."),
        description: Set("<p>Each piece differs a little from the next.</p>".repeat(6)),
        tags: Set(JsonOf(vec!["clay".to_owned()])),
        image_ids: Set(JsonOf::default()),
        variant_option_ordering: Set(JsonOf::default()),
        visible: Set(true),
        use_custom_add_button_text: Set(false),
        custom_add_button_text: text(""),
        custom_sold_out_text: text(""),
        position: Set(i32::try_from(number).unwrap_or(i32::MAX)),
        revision: Set(1),
        created_on: Set(now),
        updated_on: Set(now),
        ..Default::default()
    };
    let variant = variant::ActiveModel {
        id: Set(VariantId::generate()),
        product_id: Set(id),
        sku: Set(format!("SKU-{number:06}")),
        searched: Set(format!("sku-{number:06}")),
        attributes: Set(JsonOf::default()),
        price_cents: Set(Cents(1_900 + number % 50 * 100)),
        sale_price_cents: Set(None),
        on_sale: Set(false),
        unlimited: Set(false),
        qty_in_stock: Set(number % 40),
        weight_grams: Set(300),
        main_image_id: Set(None),
        position: Set(0),
        ..Default::default()
    };
    (product, variant)
}

fn order_row(number: i64, placed_on: Timestamp) -> order::ActiveModel {
    let name = format!("{} {}", pick(&FIRST_NAMES, number), pick(&LAST_NAMES, number / 7));
    let email = format!("{}.{number}@example.com", name.to_lowercase().replace(' ', "."));
    let address = Address {
        first_name: "Ada".to_owned(),
        last_name: "Moss".to_owned(),
        line1: "12 Orchard Lane".to_owned(),
        city: "Portland".to_owned(),
        region: "OR".to_owned(),
        postal_code: "97201".to_owned(),
        country: "US".to_owned(),
        phone: "828-555-0134".to_owned(),
        ..Address::default()
    };
    let ground = ShippingChoice {
        id: "ground".to_owned(),
        label: "Ground".to_owned(),
        price_cents: Cents(500),
        pickup: None,
        days: None,
    };
    let line = PricedLine {
        reference: String::new(),
        quantity: 2,
        unit_price_cents: Cents(1_500),
        price_list: None,
        taxable: true,
        discountable: true,
    };
    let pricing = PricingInputs {
        rules: RULES.to_owned(),
        currency: Currency::DEFAULT,
        lines: vec![line],
        discounts: Vec::new(),
        shipping: Some(ground.clone()),
        taxes: Vec::new(),
        plugins: Vec::new(),
    };
    let bought = pick(&THINGS, number);
    order::ActiveModel {
        id: Set(OrderId::generate()),
        number: Set(number + 1),
        cart_id: Set(CartId::generate()),
        site_user_id: Set(None),
        currency: Set("USD".to_owned()),
        subtotal_cents: Set(Cents(3_000)),
        discount_cents: Set(Cents::ZERO),
        shipping_cents: Set(Cents(500)),
        tax_cents: Set(Cents(240)),
        grand_total_cents: Set(Cents(3_740)),
        payment_status: Set(if number % 40 == 0 { OrderPaymentStatus::Refunded } else { OrderPaymentStatus::Paid }),
        fulfillment_status: Set(match number % 100 {
            0 => FulfillmentStatus::Pending,
            _ => FulfillmentStatus::Fulfilled,
        }),
        stock_held: Set(false),
        hold_expires_on: Set(None),
        shipping_address: Set(Some(JsonOf(address.clone()))),
        billing_address: Set(Some(JsonOf(address))),
        shipping_option: Set(Some(JsonOf(ground))),
        pricing: Set(JsonOf(pricing)),
        auth_code: Set("x".repeat(32)),
        test_mode: Set(number % 500 == 0),
        hands_out: Set(None),
        note: Set(String::new()),
        search: Set(format!("{email} {} sku-{number:06} hand-thrown {bought} no. {number}", name.to_lowercase())),
        customer_name: Set(name),
        email: Set(email),
        created_on: Set(placed_on),
        paid_on: Set(Some(placed_on)),
        updated_on: Set(placed_on),
        ..Default::default()
    }
}

fn item_row(position: i32) -> order_item::ActiveModel {
    order_item::ActiveModel {
        id: Set(OrderItemId::generate()),
        position: Set(position),
        product_name: Set("Hand-thrown mug".to_owned()),
        attributes: Set(JsonOf(ItemOptions::InOrder(Vec::new()))),
        image_asset_id: Set(None),
        product_type: Set(1),
        quantity: Set(2),
        unit_price_cents: Set(Cents(1_500)),
        total_cents: Set(Cents(3_000)),
        ..Default::default()
    }
}
