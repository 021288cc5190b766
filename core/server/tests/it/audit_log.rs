//! What has to be answered for, by name.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use crate::app::on_both;

#[tokio::test(flavor = "multi_thread")]
async fn who_gives_visitors_another_look_header_or_footer_is_named() -> Result<()> {
    on_both(async |app| {
        let mut owner = app.owner().await?;
        let website = app.website("juniper").await?;
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
        for action in ["header-footer.publish", "design.publish"] {
            let lines: Vec<&Value> = entries.iter().filter(|entry| entry["action"] == action).collect();
            ensure!(lines.len() == 1 && lines[0]["subject"] == website, "{action}: {log}");
            ensure!(lines[0]["actorName"].is_string(), "{action}: {log}");
        }
        Ok(())
    })
    .await
}
