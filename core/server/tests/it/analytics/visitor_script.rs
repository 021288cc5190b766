//! The script that records visits, on pages.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use crate::app::{App, on_sqlite};

const ELEMENT: &str = "id=\"stoa-visitor\"";

/// What the script is told on a page.
fn config(page: &str) -> Result<Value> {
    let (_, rest) = page.split_once("id=\"stoa-visitor\" data-config=\"").context("no script")?;
    let (config, _) = rest.split_once('"').context("no end")?;
    Ok(serde_json::from_str(&config.replace("&quot;", "\"").replace("&amp;", "&"))?)
}

// spec: analytics.page-types-excluded
#[tokio::test(flavor = "multi_thread")]
async fn pages_load_the_script_where_something_is_recorded() -> Result<()> {
    on_sqlite(async |app| {
        let mut visitor = app.juniper();
        let page = visitor.get("/shop/hearth-mug").await?;
        let told = config(&page.text)?;
        assert_eq!(told["websiteId"], json!(app.website("juniper").await?));
        assert_eq!((&told["pageType"], &told["mode"]), (&json!(50), &json!("cookie-free")));
        assert_eq!(
            (&told["environment"], &told["hosts"]),
            (&json!("prod"), &json!({"dev": "", "prod": "", "staging": ""}))
        );
        ensure!(told["itemId"].is_string() && told["templateId"].is_string(), "{told}");
        ensure!(page.text.contains("<script defer src=\"/static/visitor.js"), "not deferred");
        let searched = config(&visitor.get("/search?q=mug").await?.text)?;
        assert_eq!((&searched["pageType"], &searched["search"]["query"]), (&json!(102), &json!("mug")));
        ensure!(searched["search"]["count"].as_i64() > Some(0), "{searched}");
        ensure!(!visitor.get("/nowhere").await?.text.contains(ELEMENT), "not found pages are no visits");

        let path = format!("/api/v1/websites/{}/website-settings", app.website("juniper").await?);
        let mut owner = app.owner().await?;
        let mut settings = owner.get(&path).await?.expect(200)?;
        settings["analytics"]["excludedPaths"] = json!(["/shop/*"]);
        let mut settings = owner.put(&path, &settings).await?.expect(200)?;
        ensure!(!visitor.get("/shop/hearth-mug").await?.text.contains(ELEMENT));
        ensure!(visitor.get("/about").await?.text.contains(ELEMENT));
        settings["analytics"]["isEnabled"] = json!(false);
        owner.put(&path, &settings).await?.expect(200)?;
        ensure!(!visitor.get("/about").await?.text.contains(ELEMENT));
        ensure!(app.kissaten().get("/").await?.text.contains(ELEMENT), "another site");
        Ok(())
    })
    .await
}

// spec: analytics.clanker.hosts.open, analytics.cookie.domains.open
#[tokio::test(flavor = "multi_thread")]
async fn operators_name_hosts_and_domains() -> Result<()> {
    let settings = "[analytics]\nenvironment = 'qa'\nstaging_host = 'https://events.example.com'\n\
                    cookie_parent_domains = ['example.com']\n";
    let app = App::sqlite_with(settings).await?;
    let page = app.juniper().get("/about").await?;
    let told = config(&page.text)?;
    assert_eq!((&told["environment"], &told["hosts"]["staging"]), (&json!("qa"), &json!("https://events.example.com")));
    assert_eq!(told["cookieDomains"], json!(["example.com"]));
    ensure!(
        page.header("content-security-policy").contains("connect-src 'self' https://events.example.com;"),
        "browsers may not send events there"
    );
    app.stop().await
}
