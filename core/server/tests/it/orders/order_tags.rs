//! Tags of orders, and the CSV export.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use crate::app::{on_both, on_postgres};
use crate::shop;

#[tokio::test(flavor = "multi_thread")]
async fn order_tags_add_filter_remove() -> Result<()> {
    on_both(async |app| {
        let mut owner = app.owner().await?;
        let bought = shop::buy(app, &mut app.juniper(), "juniper", "hearth-mug").await?;
        shop::buy(app, &mut app.juniper(), "juniper", "hearth-mug").await?;
        let base = format!("/api/v1/websites/{}", app.website("juniper").await?);
        let path = format!("{base}/orders/{}", bought["orderId"].as_str().context("no order")?);
        for tag in ["  Gift   wrap ", "gift WRAP", "VIP/Ä"] {
            owner.post(&format!("{path}/tags"), &json!({"tag": tag})).await?.expect(200)?;
        }
        assert_eq!(owner.get(&path).await?.expect(200)?["tags"], json!(["gift wrap", "vip/ä"]));
        assert_eq!(owner.get(&format!("{base}/order-tags")).await?.expect(200)?["tags"], json!(["gift wrap", "vip/ä"]));
        for (query, count) in
            [("tag=Gift+Wrap", 1), ("tag=gift", 0), ("tag=vip%2F%C3%A4&query=byron", 1), ("query=byron", 2)]
        {
            let found = owner.get(&format!("{base}/orders?{query}")).await?.expect(200)?;
            assert_eq!(found["orders"].as_array().map(Vec::len), Some(count), "{query}");
        }
        let left = owner.delete(&format!("{path}/tags/VIP%2F%C3%84")).await?.expect(200)?;
        assert_eq!(left["tags"], json!(["gift wrap"]));
        owner.delete(&format!("{path}/tags/vip%2F%C3%A4")).await?.expect(200)?;
        for tag in ["", "  ", &"x".repeat(41), "a\u{7}b"] {
            ensure!(
                owner.post(&format!("{path}/tags"), &json!({"tag": tag})).await?.problem(400)?["errors"]["tag"]
                    .is_string()
            );
        }
        for number in 1..20 {
            owner.post(&format!("{path}/tags"), &json!({"tag": format!("t{number}")})).await?.expect(200)?;
        }
        owner.post(&format!("{path}/tags"), &json!({"tag": "one more"})).await?.problem(400)?;
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn signed_download_link_bound_to_path() -> Result<()> {
    on_postgres(async |app| {
        let mut owner = app.owner().await?;
        shop::buy(app, &mut app.juniper(), "juniper", "hearth-mug").await?;
        let base = format!("/api/v1/websites/{}", app.website("juniper").await?);
        let link = owner.post(&format!("{base}/orders/export-link?query=byron"), &Value::Null).await?.expect(200)?;
        assert_eq!(link["expiresInSeconds"], 60);
        let url = link["url"].as_str().context("no address")?;
        let mut browser = app.platform();
        let file = browser.get(url).await?;
        ensure!(file.status == 200 && file.header("content-disposition").starts_with("attachment"), "{file:?}");
        assert_eq!(file.text.lines().count(), 2);
        let (address, token) = url.rsplit_once("link=").context("no link")?;
        for other in [
            format!("{base}/orders.csv?link={token}"),
            format!("{base}/orders.csv?query=&link={token}"),
            format!("{base}/orders?query=byron&link={token}"),
            format!("{address}link={token}x"),
            format!("{url}&testMode=true"),
            address.to_owned(),
        ] {
            browser.get(&other).await?.problem(401)?;
        }
        browser.token = Some(token.to_owned());
        browser.get(&format!("{base}/orders")).await?.problem(401)?;
        let access = owner.token.clone().context("no token")?;
        app.platform().get(&format!("{address}link={access}")).await?.problem(401)?;
        Ok(())
    })
    .await
}
