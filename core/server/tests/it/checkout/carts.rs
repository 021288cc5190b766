//! Ownership of carts, their lines, and how long they are kept.

use anyhow::{Context as _, Result};
use futures::future;
use sea_orm::ColumnTrait as _;
use serde_json::{Value, json};
use stoa_commerce::cart;
use stoa_entity::tenant::cart::{Column, Entity};
use stoa_kernel::id::WebsiteId;

use crate::app::{App, on_both, on_postgres, on_sqlite};
use crate::shop::{self, APPROVED};

const CART: &str = "/api/commerce/shopping-cart";

async fn mug(app: &App) -> Result<(Value, Value)> {
    let product = shop::product(app, "juniper", "hearth-mug").await?;
    let variant = shop::in_stock(&product);
    Ok((product, variant))
}

// spec: cart.add-entry.newly-added.open, cart.entry.fields.open, cart.entries.additional-fields.put
#[tokio::test(flavor = "multi_thread")]
async fn cart_lines_merge_by_form_answers() -> Result<()> {
    on_postgres(async |app| {
        let (product, variant) = mug(app).await?;
        let mut shopper = app.juniper();
        shop::add(&mut shopper, &product, &variant, 1).await?.expect(200)?;
        let added = shop::add(&mut shopper, &product, &variant, 2).await?.expect(200)?;
        let entry = &added["newlyAdded"];
        assert_eq!((&entry["itemId"], &entry["quantity"]), (&product["id"], &json!(3)));
        let price = entry["purchasePriceCents"].as_i64().context("no price")?;
        assert_eq!(entry["subTotal"].as_i64(), Some(price * 3));

        let id = entry["id"].as_str().context("no id")?;
        let answers = json!({"itemId": product["id"], "sku": variant["sku"], "additionalFields": "{\"name\":\"Ada\"}"});
        let path = format!("{CART}/entries/{id}/additionalFields");
        let changed = shopper.put(&path, &answers).await?.expect(200)?;
        assert_eq!(changed["updatedEntry"]["additionalFields"], answers["additionalFields"]);
        assert_eq!(changed["shoppingCart"]["entries"][0]["additionalFields"], answers["additionalFields"]);
        assert_eq!(shopper.put(&format!("{CART}/entries/none/additionalFields"), &answers).await?.status, 404);
        assert_eq!(app.juniper().put(&path, &answers).await?.status, 404, "nobody else's line");
        Ok(())
    })
    .await
}

// spec: cart.entity.types.open
#[tokio::test(flavor = "multi_thread")]
async fn cart_totals_and_flags() -> Result<()> {
    on_sqlite(async |app| {
        let mut shopper = app.juniper();
        let flags = |cart: &Value| {
            let flag = |name: &str| cart[name].as_bool().unwrap_or_default();
            [flag("hasDigital"), flag("purelyDigital"), flag("requiresShipping")]
        };
        let empty = shopper.get(CART).await?.expect(200)?;
        assert_eq!((flags(&empty), &empty["grandTotalCents"]), ([false, false, false], &json!(0)));
        let mut expected = [0, 0];
        for (url_id, pieces, after) in [
            ("glaze-notebook", 1, [true, true, false]),
            ("gift-card", 2, [true, false, false]),
            ("hearth-mug", 3, [true, false, true]),
        ] {
            let product = shop::product(app, "juniper", url_id).await?;
            let variant = shop::in_stock(&product);
            shop::add(&mut shopper, &product, &variant, pieces).await?.expect(200)?;
            let cart = shopper.get(CART).await?.expect(200)?;
            let cents = |name: &str| cart[name].as_i64().with_context(|| format!("{name} is no whole number"));
            let entry = cart["entries"].as_array().context("no lines")?.last().context("no line")?.clone();
            expected[0] += entry["purchasePriceCents"].as_i64().context("no price")? * pieces;
            expected[1] += pieces;
            assert_eq!([cents("subtotalCents")?, cents("totalQuantity")?], expected, "{url_id}");
            let sum =
                cents("subtotalCents")? - cents("discountCents")? + cents("shippingCostCents")? + cents("taxCents")?;
            assert_eq!(cents("grandTotalCents")?, sum.max(0));
            assert_eq!(flags(&cart), after, "{url_id}");
            assert!(cart["id"].is_string() && cart["websiteId"].is_string() && cart["orderId"].is_null());
            assert!(cents("created")? > 1_600_000_000_000, "milliseconds since 1970");
        }
        Ok(())
    })
    .await
}

fn piece(product: &Value, variant: &Value, quantity: i64, name: &str) -> Value {
    let answers = json!({"name": name}).to_string();
    json!({"itemId": product["id"], "sku": variant["sku"], "quantity": quantity, "additionalFields": answers})
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_cart_additions() -> Result<()> {
    on_sqlite(async |app| {
        let product = shop::product(app, "juniper", "gift-card").await?;
        let variant = shop::in_stock(&product);
        let entries = format!("{CART}/entries");
        let mut shopper = app.juniper();
        shopper.post(&entries, &piece(&product, &variant, 1, "first")).await?.expect(200)?;
        let add = async |number: usize| {
            let mut tab = shopper.clone();
            tab.post(&entries, &piece(&product, &variant, 1, &format!("tab {number}"))).await?.expect(200)
        };
        future::try_join_all((0..50).map(add)).await?;
        let cart = shopper.get(CART).await?.expect(200)?;
        assert_eq!((cart["entries"].as_array().map(Vec::len), &cart["totalQuantity"]), (Some(51), &json!(51)));
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn cart_lines_share_variant_stock() -> Result<()> {
    on_sqlite(async |app| {
        let (product, variant) = mug(app).await?;
        let left = variant["qtyInStock"].as_i64().context("no stock")?;
        let entries = format!("{CART}/entries");
        let mut shopper = app.juniper();
        shopper.post(&entries, &piece(&product, &variant, left - 1, "Ada")).await?.expect(200)?;
        let second = shopper.post(&entries, &piece(&product, &variant, 1, "Bo")).await?.expect(200)?;
        let refused = shopper.post(&entries, &piece(&product, &variant, 1, "Cy")).await?.problem(400)?;
        assert_eq!(refused["error"], "Sorry, we do not have enough of that item available.");
        let line = format!("{entries}/{}", second["newlyAdded"]["id"].as_str().context("no line")?);
        shopper.put(&line, &json!({"quantity": 2})).await?.problem(400)?;

        let mut other = app.juniper();
        shop::add(&mut other, &product, &variant, 1).await?.expect(200)?;
        let checkout = shop::prepare(&mut other, "US").await?;
        shop::submit(&mut other, &checkout, "key-carts-0002", APPROVED).await?.expect(200)?;
        let checkout = shop::prepare(&mut shopper, "US").await?;
        let late = shop::submit(&mut shopper, &checkout, "key-carts-0003", APPROVED).await?.problem(409)?;
        assert_eq!(late["code"], "cart-changed", "each line alone would fit: {late}");
        Ok(())
    })
    .await
}

// spec: cart.persistence.open
#[tokio::test(flavor = "multi_thread")]
async fn cart_ownership_and_expiry() -> Result<()> {
    on_both(async |app| {
        let (product, variant) = mug(app).await?;
        let mut shopper = app.juniper();
        let added = shop::add(&mut shopper, &product, &variant, 1).await?.expect(200)?;
        let mut neighbour = app.kissaten();
        neighbour.cookies = shopper.cookies.clone();
        assert_eq!(neighbour.get(CART).await?.expect(200)?["id"], Value::Null);

        shopper.join("ada@example.com").await?;
        assert_eq!(shopper.get(CART).await?.expect(200)?["id"], added["shoppingCart"]["id"]);
        let mut thief = app.juniper();
        thief.cookies.insert("CART".to_owned(), shopper.cookies["CART"].clone());
        assert_eq!(thief.get(CART).await?.expect(200)?["id"], Value::Null, "the account's cart needs its session");

        let checkout = shop::prepare(&mut shopper, "US").await?;
        shop::submit(&mut shopper, &checkout, "key-carts-0001", APPROVED).await?.expect(200)?;
        let next = shop::add(&mut shopper, &product, &variant, 1).await?.expect(200)?;
        assert_ne!(next["shoppingCart"]["id"], added["shoppingCart"]["id"], "a bought cart never changes again");

        let website: WebsiteId = app.website("juniper").await?.parse()?;
        let tenant = app.stoa.foundation.tenancy.for_system(&website, "test").await?;
        let tx = tenant.db.write().await?;
        tx.update::<Entity>(Column::IsPurchased.is_in([true, false])).set(Column::UpdatedOn, 1).exec().await?;
        tx.commit().await?;
        cart::purge(&tenant.ctx, &tenant.db).await?;
        assert_eq!(shopper.get(CART).await?.expect(200)?["id"], Value::Null, "left behind for 30 days");
        let kept = tenant.db.read().await?.find::<Entity>().all().await?;
        let bought: Vec<bool> = kept.into_iter().map(|cart| cart.is_purchased).collect();
        assert_eq!(bought, [true], "what was bought stays with its order");
        Ok(())
    })
    .await
}
