//! Whose carts are whose, what stands on their lines, and how long they are kept.

use anyhow::{Context as _, Result};
use sea_orm::ColumnTrait as _;
use serde_json::{Value, json};
use stoa_commerce::cart;
use stoa_entity::tenant::cart::{Column, Entity};
use stoa_kernel::id::WebsiteId;

use crate::app::{App, on_both};
use crate::shop::{self, APPROVED};

const CART: &str = "/api/commerce/shopping-cart";

async fn mug(app: &App) -> Result<(Value, Value)> {
    let product = shop::product(app, "juniper", "hearth-mug").await?;
    let variant = shop::in_stock(&product);
    Ok((product, variant))
}

// spec: cart.add-entry.newly-added.open, cart.entry.fields.open, cart.entries.additional-fields.put
#[tokio::test(flavor = "multi_thread")]
async fn lines_keep_their_answers_and_add_up() -> Result<()> {
    on_both(async |app| {
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

// spec: cart.persistence.open
#[tokio::test(flavor = "multi_thread")]
async fn a_cart_belongs_to_one_browser_or_account_of_one_site_and_not_for_ever() -> Result<()> {
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
