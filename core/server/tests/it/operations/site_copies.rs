//! A site is duplicated: content and catalogue are copied, people and secrets are not.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use crate::app::{App, on_postgres};
use crate::client::Client;
use crate::shop;

async fn done(app: &App, base: &str) -> Result<Value> {
    app.until(async || {
        let listed = app.owner().await?.get(&format!("{base}/copies")).await?.expect(200)?;
        Ok(matches!(listed["copies"][0]["status"].as_str(), Some("done" | "failed")))
    })
    .await?;
    let listed = app.owner().await?.get(&format!("{base}/copies")).await?.expect(200)?;
    Ok(listed["copies"][0].clone())
}

fn ids<'v>(listed: &'v Value, list: &str) -> Vec<&'v str> {
    listed[list].as_array().into_iter().flatten().filter_map(|row| row["id"].as_str()).collect()
}

// spec: website.cloneable.open
#[tokio::test(flavor = "multi_thread")]
async fn site_copy_without_personal_data() -> Result<()> {
    on_postgres(async |app| {
        let base = format!("/api/v1/websites/{}", app.website("juniper").await?);
        let mut owner = app.owner().await?;
        let copies = format!("{base}/copies");
        let wanted = json!({"title": "Second", "identifier": "second"});
        let refused = owner.post(&copies, &wanted).await?.problem(403)?;
        ensure!(refused["detail"].as_str().is_some_and(|text| text.contains("is not allowed")), "{refused}");

        shop::buy(app, &mut app.juniper(), "juniper", "hearth-mug").await?;
        owner.put(&format!("{base}/site-lock"), &json!({"password": "open sesame"})).await?.expect(200)?;
        let mut flags = owner.get(&format!("{base}/website-settings")).await?.expect(200)?;
        flags["cloneable"] = json!(true);
        owner.put(&format!("{base}/website-settings"), &flags).await?.expect(200)?;
        for (body, field) in [
            (json!({"title": " ", "identifier": "second"}), "title"),
            (json!({"title": "x", "identifier": "No good"}), "identifier"),
            (json!({"title": "x", "identifier": "kissaten"}), "identifier"),
        ] {
            let wrong = owner.post(&copies, &body).await?.problem(400)?;
            ensure!(wrong["errors"][field].is_string(), "{body}: {wrong}");
        }
        let asked = owner.post(&copies, &wanted).await?.expect(202)?;
        assert_eq!(asked["websiteId"], Value::Null);
        let copy = done(app, &base).await?;
        assert_eq!((&copy["status"], &copy["message"]), (&json!("done"), &Value::Null));
        assert_eq!(copy["done"], copy["total"]);

        let mut owner = app.owner().await?;
        let own = format!("/api/v1/websites/{}", copy["websiteId"].as_str().context("no site")?);
        let (pages, copied) = (list(&mut owner, &base, "pages").await?, list(&mut owner, &own, "pages").await?);
        assert_eq!(pages["pages"].as_array().map(Vec::len), copied["pages"].as_array().map(Vec::len));
        ensure!(ids(&copied, "pages").iter().all(|id| !ids(&pages, "pages").contains(id)), "ids are the same");
        assert_eq!(list(&mut owner, &own, "orders").await?["orders"], json!([]));
        assert_eq!(list(&mut owner, &own, "customers").await?["customers"], json!([]));
        assert_eq!(owner.get(&format!("{own}/website-settings")).await?.expect(200)?["cloneable"], false);
        assert_eq!(owner.get(&format!("{own}/settings")).await?.expect(200)?["title"], "Second");

        let mut visitor = Client::new(app.address, "second.localhost");
        let home = visitor.get("/").await?;
        ensure!(home.status == 200 && home.text.contains("Second"), "{home:?}");
        let picture = home.text.split("src=\"/assets/").nth(1).and_then(|rest| rest.split('"').next());
        let picture = visitor.get(&format!("/assets/{}", picture.context("no picture")?)).await?;
        ensure!(picture.status == 200, "{picture:?}");
        ensure!(!home.text.contains(base.trim_start_matches("/api/v1/websites/")), "the former site is named");
        let mug = visitor.get("/shop/hearth-mug").await?;
        ensure!(mug.status == 200, "{mug:?}");
        let mug = shop::product_of(&mut owner, copy["websiteId"].as_str().context("no site")?, "hearth-mug").await?;
        let cart = shop::add(&mut visitor, &mug, &shop::in_stock(&mug), 1).await?.expect(200)?;
        let notice = cart["shoppingCart"]["testNotice"].as_str().context("test orders are delivered as in the demo")?;
        ensure!(notice.starts_with("This store is in test mode."), "{notice}");
        Ok(())
    })
    .await
}

async fn list(owner: &mut Client, base: &str, noun: &str) -> Result<Value> {
    owner.get(&format!("{base}/{noun}")).await?.expect(200)
}
