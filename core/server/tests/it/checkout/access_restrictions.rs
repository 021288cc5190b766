//! Passwords and membership protect API requests as well as pages.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use crate::app::{App, on_sqlite};
use crate::client::Client;
use crate::pages::content::arrange;
use crate::shop;

const ENTRIES: &str = "/api/commerce/shopping-cart/entries";

/// Request body that puts a mug into a cart.
async fn mug(app: &App) -> Result<Value> {
    let mug = shop::product(app, "juniper", "hearth-mug").await?;
    Ok(json!({"itemId": mug["id"], "sku": shop::in_stock(&mug)["sku"], "quantity": 1, "additionalFields": null}))
}

/// Submits the password form of a lock screen.
async fn say(visitor: &mut Client, place: &str, password: &str) -> Result<()> {
    let said = [("password", password), ("path", "/shop")];
    visitor.form(&format!("/api/page-locks/{place}"), &said).await?.expect(303)?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn site_password_protects_api() -> Result<()> {
    on_sqlite(async |app| {
        let entry = mug(app).await?;
        let mut owner = app.owner().await?;
        let lock = format!("/api/v1/websites/{}/site-lock", app.website("juniper").await?);
        let mut before = app.juniper();
        before.post(ENTRIES, &entry).await?.expect(200)?;
        owner.put(&lock, &json!({"password": "open sesame"})).await?.expect(200)?;
        for visitor in [&mut before, &mut app.juniper()] {
            let refused = visitor.post(ENTRIES, &entry).await?.problem(401)?;
            ensure!(refused["code"] == "password-required", "{refused}");
            visitor.get("/api/commerce/shopping-cart").await?.problem(401)?;
            visitor.post("/api/site-users/account", &json!({})).await?.problem(401)?;
        }
        say(&mut before, "site", "open sesame").await?;
        before.post(ENTRIES, &entry).await?.expect(200)?;
        owner.put(&lock, &json!({"password": "another one"})).await?.expect(200)?;
        before.post(ENTRIES, &entry).await?.problem(401)?;
        owner.put(&lock, &json!({"password": null})).await?.expect(200)?;
        app.juniper().post(ENTRIES, &entry).await?.expect(200)?;
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn restricted_store_sells_to_permitted_visitors() -> Result<()> {
    on_sqlite(async |app| {
        let entry = mug(app).await?;
        let now = json!({"itemId": entry["itemId"], "sku": entry["sku"], "qty": 1});
        let (mut owner, website) = app.owner_of("juniper").await?;
        let pages = owner.get(&format!("/api/v1/websites/{website}/pages")).await?.expect(200)?;
        let store = pages["pages"].as_array().and_then(|pages| pages.iter().find(|page| page["fullUrl"] == "/shop"));
        let id = store.and_then(|page| page["id"].as_str()).context("no shop")?.to_owned();
        let page = format!("/api/v1/websites/{website}/pages/{id}");
        arrange(&mut owner, &page, &json!({"access": "password", "password": "open sesame"})).await?.expect(200)?;
        let mut guest = app.juniper();
        let refused = guest.post(ENTRIES, &entry).await?.problem(401)?;
        ensure!(refused["code"] == "password-required", "{refused}");
        for path in ["buy-now", "subscription"] {
            guest.post(&format!("/api/3/commerce/cart/{path}"), &now).await?.problem(401)?;
        }
        say(&mut guest, &id, "open sesame").await?;
        guest.post(ENTRIES, &entry).await?.expect(200)?;

        arrange(&mut owner, &page, &json!({"access": "members"})).await?.expect(200)?;
        let refused = guest.post(ENTRIES, &entry).await?.problem(401)?;
        ensure!(refused["code"] == "sign-in-required", "{refused}");
        // Others who get a member's cart by the checkout link cannot buy it either.
        let mut member = app.juniper();
        member.join("ada@example.com").await?;
        member.post(ENTRIES, &entry).await?.expect(200)?;
        let shared = shop::prepare(&mut member, "US").await?;
        let link = format!("/checkout?cartToken={}", shared["cartToken"].as_str().context("no token")?);
        let mut other = app.juniper();
        other.get(&link).await?;
        let checkout = shop::prepare(&mut other, "US").await?;
        let refused = shop::submit(&mut other, &checkout, "by-a-link", shop::APPROVED).await?.problem(401)?;
        ensure!(refused["error"] == "This is sold to members. Sign in to buy it.", "{refused}");
        let bought = shop::submit(&mut member, &shared, "by-a-member", shop::APPROVED).await?.expect(200)?;
        arrange(&mut owner, &page, &json!({"access": "password", "password": "another one"})).await?.expect(200)?;
        let again = shop::submit(&mut member, &shared, "by-a-member", shop::APPROVED).await?.expect(200)?;
        ensure!(again["orderId"] == bought["orderId"], "what was bought is answered all the same: {again}");
        Ok(())
    })
    .await
}
