//! Preview data of editors, over HTTP.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use crate::app::{App, on_postgres, on_sqlite};

async fn home(app: &App) -> Result<(String, String)> {
    let base = format!("/api/v1/websites/{}", app.website("juniper").await?);
    let pages = app.owner().await?.get(&format!("{base}/pages")).await?.expect(200)?;
    let pages = pages["pages"].as_array().context("no pages")?;
    let home = pages.iter().find(|page| page["isHome"] == true).context("no start page")?;
    Ok((base, home["id"].as_str().context("no id")?.to_owned()))
}

#[tokio::test(flavor = "multi_thread")]
async fn preview_data_changes_only_with_draft() -> Result<()> {
    on_sqlite(async |app| {
        let (base, id) = home(app).await?;
        let mut owner = app.owner().await?;
        let address = format!("{base}/pages/{id}");
        let first = owner.get(&format!("{address}/material")).await?;
        let etag = first.header("etag").to_owned();
        ensure!(first.header("cache-control") == "private, no-cache", "{}", first.header("cache-control"));
        let material = first.expect(200)?;
        ensure!(material["page"]["template"] == "page.item" && material["page"]["data"]["now"].is_null());
        ensure!(material["theme"]["templates"].get("page.item").is_some());
        ensure!(material["known"]["blocks"].as_array().is_some_and(|blocks| !blocks.is_empty()));
        ensure!(owner.get(&format!("{address}/material")).await?.header("etag") == etag, "nothing has changed");

        let mut page = owner.get(&address).await?.expect(200)?;
        page["seoTitle"] = json!("Another title");
        owner.save_page(&address, &page).await?;
        let second = owner.get(&format!("{address}/material")).await?;
        ensure!(second.header("etag") != etag);
        ensure!(second.expect(200)?["page"]["data"]["page"]["title"] == "Another title");
        owner.get(&format!("{base}/pages/col_nobody/material")).await?.problem(404)?;
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn preview_data_answers_engine_requests() -> Result<()> {
    on_postgres(async |app| {
        let (base, _) = home(app).await?;
        let mut owner = app.owner().await?;
        let address = format!("{base}/page-questions");
        let text =
            json!({"id": "t", "kind": "text", "settings": {"html": "<p onclick=\"x()\">Clay</p><script>x()</script>"}});
        let answers = owner.post(&address, &json!({"blocks": [text]})).await?.expect(200)?;
        let [answer] = answers["blocks"].as_array().context("no blocks")?.as_slice() else {
            anyhow::bail!("{answers}")
        };
        ensure!(answer["asked"]["html"] == text["settings"]["html"]);
        ensure!(answer["block"]["settings"]["html"] == "<p>Clay</p>", "{answer}");
        ensure!(answer["drawing"].is_null());

        let many: Vec<Value> = (0..61).map(|turn| json!({"id": format!("b{turn}"), "kind": "line"})).collect();
        let problem = owner.post(&address, &json!({"blocks": many})).await?.problem(400)?;
        ensure!(problem["errors"]["blocks"].is_string(), "{problem}");
        let problem = owner.post(&address, &json!({"blocks": [{"kind": "line"}]})).await?.problem(400)?;
        ensure!(problem["errors"]["blocks[0]"] == "id is missing", "{problem}");
        Ok(())
    })
    .await
}
