//! The audit log: sensitive actions with the name of the person.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use crate::app::{on_postgres, on_sqlite};
use crate::shop;

#[tokio::test(flavor = "multi_thread")]
async fn audit_log_of_design_and_header_footer() -> Result<()> {
    on_sqlite(async |app| {
        let (mut owner, website) = app.owner_of("juniper").await?;
        let base = format!("/api/v1/websites/{website}");

        owner.website = Some(website.clone());
        owner.put("/api/site-header-footer", &json!({"header": {}, "footer": {}})).await?.expect(200)?;
        owner.website = None;

        let design = owner.get(&format!("{base}/design")).await?.expect(200)?;
        owner.if_match = Some(format!("\"{}\"", design["revision"]));
        let saved = owner.put(&format!("{base}/design"), &design["draft"]).await?.expect(200)?;
        owner.if_match = None;
        let revision = json!({"revision": saved["revision"]});
        owner.post(&format!("{base}/design/publish"), &revision).await?.expect(200)?;
        owner.post(&format!("{base}/design/publish"), &revision).await?.problem(412)?;

        let log = owner.get(&format!("{base}/audit-log")).await?.expect(200)?;
        let entries = log["entries"].as_array().context("no entries")?;
        let page = format!("{base}/audit-log?action=design.publish&limit=1");
        let only = owner.get(&page).await?.expect(200)?;
        ensure!(only["entries"].as_array().map(Vec::len) == Some(1) && only["hasNextPage"] == false, "{only}");
        assert_eq!(only["entries"][0]["action"], "design.publish");
        let none = owner.get(&format!("{base}/audit-log?action=order.refund")).await?.expect(200)?;
        assert_eq!(none["entries"], json!([]));
        owner.get(&format!("{base}/audit-log?action=nothing.done")).await?.problem(400)?;
        for action in ["header-footer.publish", "design.publish"] {
            let lines: Vec<&Value> = entries.iter().filter(|entry| entry["action"] == action).collect();
            ensure!(lines.len() == 1 && lines[0]["subject"] == website, "{action}: {log}");
            ensure!(lines[0]["actorName"].is_string(), "{action}: {log}");
        }
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn audit_log_of_refunds_and_exports() -> Result<()> {
    on_postgres(async |app| {
        let mut owner = app.owner().await?;
        let base = format!("/api/v1/websites/{}", app.website("juniper").await?);
        let bought = shop::buy(app, &mut app.juniper(), "juniper", "hearth-mug").await?;
        let order = bought["orderId"].as_str().context("no order")?;
        let path = format!("{base}/orders/{order}");
        let wish = json!({"idempotencyKey": "a-dollar-back-01", "amountCents": 100, "notifyCustomer": false});
        owner.post(&format!("{path}/refund"), &wish).await?.expect(200)?;
        owner.post(&format!("{path}/cancel"), &json!({"restock": true, "notifyCustomer": false})).await?.expect(200)?;
        let link = owner.post(&format!("{base}/orders/export-link"), &Value::Null).await?.expect(200)?;
        let file = owner.get(link["url"].as_str().context("no link")?).await?;
        ensure!(file.status == 200, "{file:?}");
        let customer = shop::customer(&mut owner, &base, "ada@example.com").await?;
        let customer_id = customer["id"].as_str().context("no id")?;
        let of_customer = format!("{base}/customers/{customer_id}");
        owner.get(&format!("{of_customer}/export")).await?.expect(200)?;
        owner.call("DELETE", &of_customer, Some(&json!({"email": "ada@example.com"}))).await?.expect(200)?;

        let log = owner.get(&format!("{base}/audit-log")).await?.expect(200)?;
        let entries = log["entries"].as_array().context("no entries")?;
        let website = app.website("juniper").await?;
        for (action, subject) in [
            ("order.refund", order),
            ("order.cancel", order),
            ("order.export", website.as_str()),
            ("customer.export", customer_id),
            ("customer.erase", customer_id),
        ] {
            let lines: Vec<&Value> = entries.iter().filter(|entry| entry["action"] == action).collect();
            ensure!(lines.len() == 1 && lines[0]["subject"] == subject, "{action}: {log}");
            ensure!(lines[0]["actorName"].is_string(), "{action}: {log}");
        }
        ensure!(!log.to_string().contains("ada@example.com"), "the log names whom it is about: {log}");
        Ok(())
    })
    .await
}
