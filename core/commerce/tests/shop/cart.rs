//! Carts against a database.

use serde_json::json;
use stoa_commerce::CommerceError;
use stoa_commerce::cart::{self, NewEntry};
use stoa_commerce::ports::OpenToAll;
use stoa_entity::tenant::site;

use crate::shop::{Shop, TestProduct, redirect};

async fn refused(shop: &Shop, sold: &TestProduct, sku: Option<&str>, quantity: serde_json::Value) -> String {
    let new =
        NewEntry { item_id: sold.product.to_string(), sku: sku.map(str::to_owned), quantity, additional_fields: None };
    cart::add(&shop.ctx, &shop.site.db, &OpenToAll, None, new).await.unwrap_err().to_string()
}

#[tokio::test]
async fn equal_items_merge_and_prices_refresh() {
    let shop = Shop::open().await;
    let mug = shop.product("Mug", 2_400, Some(10)).await;
    let first = shop.add(None, &mug, 1).await.unwrap();
    let token = first.new_token.unwrap();
    let second = shop.add(Some(&token), &mug, 2).await.unwrap();
    assert_eq!(second.new_token, None);
    assert_eq!(second.cart.entries.len(), 1);
    assert_eq!(second.entry.unwrap().quantity, 3);
    shop.set_price(&mug.variant, 2_000).await;
    let cart = cart::view(&shop.ctx, &shop.site.db, Some(&token)).await.unwrap();
    assert_eq!((cart.entries[0].purchase_price_cents.0, cart.entries[0].sub_total.0), (2_000, 6_000));
    assert_eq!((cart.subtotal_cents.0, cart.tax_cents.0, cart.grand_total_cents.0), (6_000, 600, 6_600));
    assert_eq!((cart.total_quantity, cart.requires_shipping), (3, true));
    let answers = NewEntry {
        item_id: mug.product.to_string(),
        sku: Some("mug".to_owned()),
        quantity: json!(1),
        additional_fields: Some("{\"name\":\"Ada\"}".to_owned()),
    };
    let other = cart::add(&shop.ctx, &shop.site.db, &OpenToAll, Some(&token), answers).await.unwrap();
    assert_eq!(other.cart.entries.len(), 2);
}

#[tokio::test]
async fn cart_validation_messages() {
    let shop = Shop::open().await;
    let mug = shop.product("Mug", 2_400, Some(2)).await;
    let sizes = [
        ("S-BLUE", json!({"Size": "S", "Colour": "Blue"}), 100, None),
        ("M-BLUE", json!({"Size": "M", "Colour": "Blue"}), 100, None),
    ];
    let shirt = shop.product_with("Shirt", 1, &sizes).await;
    let denominations =
        [("GIFT-10", json!({"Value": "10"}), 1_000, None), ("GIFT-20", json!({"Value": "20"}), 2_000, None)];
    let gift = shop.product_with("Gift", 4, &denominations).await;
    assert_eq!(refused(&shop, &mug, None, json!(0)).await, "Quantity must be between 1 and 9999");
    assert_eq!(refused(&shop, &mug, None, json!(10_000)).await, "Quantity must be between 1 and 9999");
    assert_eq!(refused(&shop, &mug, None, json!(3)).await, "Sorry, we do not have enough of that item available.");
    let unavailable = "Sorry, that item variant is unavailable. Please select another variant.";
    assert_eq!(refused(&shop, &mug, Some("nope"), json!(1)).await, unavailable);
    assert_eq!(refused(&shop, &shirt, None, json!(1)).await, "Please select the Colour and Size options.");
    assert_eq!(refused(&shop, &gift, None, json!(1)).await, "Select a denomination for the Gift Card");
    let unlimited = shop.product("File", 100, None).await;
    assert_eq!(shop.add(None, &unlimited, 9_999).await.unwrap().cart.total_quantity, 9_999);
}

#[tokio::test]
async fn stock_check_includes_cart_contents() {
    let shop = Shop::open().await;
    let mug = shop.product("Mug", 100, Some(3)).await;
    let added = shop.add(None, &mug, 2).await.unwrap();
    let token = added.new_token.unwrap();
    let entry = added.entry.unwrap().id;
    let said = shop.add(Some(&token), &mug, 2).await.unwrap_err().to_string();
    assert_eq!(said, "Sorry, we do not have enough of that item available.");
    let (ctx, db, token) = (&shop.ctx, &shop.site.db, Some(token.as_str()));
    assert!(cart::set_quantity(ctx, db, token, &entry, &json!(4)).await.is_err());
    let three = cart::set_quantity(ctx, db, token, &entry, &json!(3)).await.unwrap();
    assert_eq!(three.entry.unwrap().quantity, 3);
    let none = cart::set_quantity(ctx, db, token, &entry, &json!(0)).await.unwrap();
    assert_eq!((none.entry, none.cart.total_quantity), (None, 0));
    assert!(cart::remove(ctx, db, token, &entry).await.is_err());
}

#[tokio::test]
async fn service_quantity_limited_to_one() {
    let shop = Shop::open().await;
    let lesson = shop.product_with("Lesson", 3, &[("LESSON", json!({}), 1_000, None)]).await;
    let added = shop.add(None, &lesson, 2).await.unwrap();
    let token = added.new_token.unwrap();
    shop.set_site(site::Column::StoreSettings, json!({"multipleQuantityAllowedForServices": false})).await;
    assert_eq!(refused(&shop, &lesson, None, json!(2)).await, "You can only book this once per order.");
    let again = shop.add(Some(&token), &lesson, 1).await;
    assert!(
        matches!(again, Err(CommerceError::Said(failure)) if failure.detail == "You can only book this once per order.")
    );
    let seen = cart::view(&shop.ctx, &shop.site.db, Some(&token)).await.unwrap();
    assert_eq!(seen.entries[0].qty_available, Some(1));
    let line = seen.entries[0].id.clone();
    let one = cart::set_quantity(&shop.ctx, &shop.site.db, Some(&token), &line, &json!(1)).await.unwrap();
    assert_eq!(one.cart.total_quantity, 1);
}

#[tokio::test]
async fn cart_requires_own_token() {
    let shop = Shop::open().await;
    let other = Shop::open().await;
    let mug = shop.product("Mug", 100, None).await;
    let added = shop.add(None, &mug, 1).await.unwrap();
    let (token, entry) = (added.new_token.unwrap(), added.entry.unwrap().id);
    let elsewhere = cart::view(&other.ctx, &other.site.db, Some(&token)).await.unwrap();
    assert_eq!((elsewhere.id, elsewhere.total_quantity), (None, 0));
    let second = shop.add(None, &mug, 1).await.unwrap().new_token.unwrap();
    assert!(cart::remove(&shop.ctx, &shop.site.db, Some(&second), &entry).await.is_err());
    assert!(cart::remove(&shop.ctx, &shop.site.db, None, &entry).await.is_err());
}

#[tokio::test]
async fn cart_locked_during_payment() {
    let (shop, mug) = Shop::with_mugs(5).await;
    let (cookie, token) = shop.ready(&mug, 1).await;
    shop.payments.say(redirect());
    shop.submit(&token, "one", 1_600).await.unwrap();
    let said = shop.add(Some(&cookie), &mug, 1).await.unwrap_err().to_string();
    assert_eq!(said, "a payment for this cart is in progress");
}

#[tokio::test]
async fn unsold_products_removed_from_cart_view() {
    let (shop, mug) = Shop::with_mugs(5).await;
    let token = shop.add(None, &mug, 1).await.unwrap().new_token.unwrap();
    let tx = shop.site.db.write().await.unwrap();
    use sea_orm::ColumnTrait as _;
    use stoa_entity::tenant::product;
    tx.update::<product::Entity>(product::Column::Id.eq(mug.product.clone()))
        .set(product::Column::Visible, false)
        .exec()
        .await
        .unwrap();
    tx.commit().await.unwrap();
    let cart = cart::view(&shop.ctx, &shop.site.db, Some(&token)).await.unwrap();
    assert_eq!((cart.entries.len(), cart.grand_total_cents.0), (0, 0));
}

#[tokio::test]
async fn minimum_order_amount() {
    let shop = Shop::open().await;
    shop.set_site(site::Column::StoreSettings, json!({"minimumSubtotalCents": 2_000})).await;
    let mug = shop.product("Mug", 1_999, Some(5)).await;
    let (_, token) = shop.ready(&mug, 1).await;
    let said = shop.submit(&token, "one", 2_699).await.unwrap_err().to_string();
    assert_eq!(said, "To check out, your order subtotal must be $20.00 or more.");
}
