//! CSV export of a site's customers.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use crate::account::roles::holder;
use crate::app::on_both;
use crate::shop;

#[tokio::test(flavor = "multi_thread")]
async fn customer_csv_filter_and_formula_escaping() -> Result<()> {
    on_both(async |app| {
        let (mut owner, website) = app.owner_of("juniper").await?;
        let base = format!("/api/v1/websites/{website}");
        let bought = shop::buy(app, &mut app.juniper(), "juniper", "hearth-mug").await?;
        shop::customer(&mut owner, &base, "ada@example.com").await?;
        let order = format!("{base}/orders/{}", bought["orderId"].as_str().context("no order")?);
        owner.put(&format!("{order}/email"), &json!({"email": "=cmd@example.org"})).await?.expect(200)?;
        shop::buy(app, &mut app.juniper(), "juniper", "hearth-mug").await?;

        let link = owner.post(&format!("{base}/customers/export-link?query=byron"), &Value::Null).await?.expect(200)?;
        let url = link["url"].as_str().context("no address")?;
        let file = app.platform().get(url).await?;
        ensure!(file.status == 200 && file.header("content-disposition").contains("customers.csv"), "{file:?}");
        ensure!(file.header("cache-control") == "no-store" && file.header("content-type").starts_with("text/csv"));
        let lines: Vec<&str> = file.text.lines().collect();
        ensure!(lines.len() == 3 && lines[0].contains("\"E-mail\",\"Name\",\"Account\""), "{}", file.text);
        ensure!(lines.iter().any(|line| line.starts_with("\"'=cmd@example.org\"")), "{}", file.text);
        ensure!(lines.iter().any(|line| line.starts_with("\"ada@example.com\",\"Ada Byron\",\"no\"")), "{}", file.text);
        app.platform().get(&format!("{url}&hasAccount=true")).await?.problem(401)?;

        let sheet = format!("{base}/customers.csv");
        for (query, count) in [("query=cmd", 2), ("hasAccount=true", 1), ("agreedToMail=false", 3)] {
            let file = owner.get(&format!("{sheet}?{query}")).await?;
            assert_eq!(file.text.lines().count(), count, "{query}: {}", file.text);
        }
        let sorted = owner.get(&format!("{sheet}?sort=email")).await?;
        let first = sorted.text.lines().nth(1).context("no line")?;
        ensure!(first.contains("=cmd@"), "{}", sorted.text);
        owner.get(&format!("{sheet}?sort=size")).await?.problem(400)?;

        let log = owner.get(&format!("{base}/audit-log?action=customers.export")).await?.expect(200)?;
        let entries = log["entries"].as_array().context("no entries")?;
        ensure!(entries.len() == 5 && entries.iter().all(|entry| entry["subject"] == website), "{log}");

        let mut editor = holder(app, &website, &[2]).await?;
        editor.get(&sheet).await?.problem(403)?;
        editor.post(&format!("{base}/customers/export-link"), &Value::Null).await?.problem(403)?;
        app.kissaten().get(&sheet).await?.problem(401)?;
        Ok(())
    })
    .await
}
