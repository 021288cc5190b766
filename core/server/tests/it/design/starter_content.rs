//! Starter content of a site, and what stays when it changes its theme.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};
use stoa_http::SiteChoices;
use stoa_kernel::website::WebsiteStatus;
use stoa_server::seed::{self, FirstOwner};
use stoa_site::themes::ThemeLibrary;
use stoa_tenancy::NewSite;

use crate::app::{on_postgres, on_sqlite};
use crate::client::Client;

// spec: money.default-currency
#[tokio::test(flavor = "multi_thread")]
async fn new_site_has_theme_starter_content() -> Result<()> {
    on_sqlite(async |app| {
        let library = ThemeLibrary::embedded();
        for name in library.names() {
            let theme = library.get(name).context("no theme")?;
            let identifier = format!("new-{name}");
            let host = format!("{identifier}.localhost");
            let title = format!("My {name}");
            let site =
                NewSite { identifier, title, hosts: vec![host.clone()], status: WebsiteStatus::Paid, plan: None };
            let owner = FirstOwner { email: "owner@stoa.example", password: None };
            let choices = SiteChoices::default();
            seed::new_site(&app.stoa.foundation, theme, &site, &choices, &owner).await?;
            let mut visitor = app.juniper();
            visitor.host = host;
            let home = visitor.get("/").await?;
            ensure!(
                home.status == 200 && home.text.contains(&format!("data-theme=\"{name}\"")),
                "{name}: {}",
                home.text
            );
            ensure!(
                home.text.contains("stoa-hero__heading") && home.text.contains("stoa-product-card"),
                "{}",
                home.text
            );
            ensure!(
                home.text.contains("\"selectedCurrency\":\"USD\""),
                "{name} does not sell in dollars: {}",
                home.text
            );
            let links = home.text.split("href=\"/").skip(1).filter_map(|rest| rest.split('"').next());
            let pages: Vec<String> = links.filter(|path| !path.contains('/')).map(|path| format!("/{path}")).collect();
            ensure!(pages.contains(&"/shop".to_owned()) && pages.contains(&"/about".to_owned()), "{pages:?}");
            for path in pages.iter().filter(|path| !path.contains(['?', '.', '#'])) {
                assert_eq!(visitor.get(path).await?.status, 200, "{name} {path}");
            }
            let answers = json!({"name": {"first": "Ada", "last": "Reed"}, "email": "ada@example.com",
                "message": "When are you open?"});
            visitor.post("/api/rest/forms/validate/contact", &answers).await?.expect(200)?;
        }
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn new_site_in_another_language() -> Result<()> {
    on_sqlite(async |app| {
        let mut owner = app.owner().await?;
        let new = |identifier: &str, language: &str| {
            json!({"title": "Hafen", "identifier": identifier, "theme": "linen", "language": language})
        };
        let path = "/api/v1/new-site";
        let offered = owner.get(path).await?.expect(200)?;
        ensure!(offered["languages"].as_array().is_some_and(|languages| languages.contains(&json!("de-AT"))));
        let unknown = owner.post(path, &new("hafen", "tlh")).await?.problem(400)?;
        assert_eq!(unknown["errors"]["language"], "Choose one of the offered languages.");
        let made = owner.post(path, &new("hafen", "de-AT")).await?.expect(201)?;
        let website = made["id"].as_str().context("no id")?;
        let settings = owner.get(&format!("/api/v1/websites/{website}/settings")).await?.expect(200)?;
        assert_eq!(settings["language"], "de-AT");
        let pages = owner.get(&format!("/api/v1/websites/{website}/pages")).await?.expect(200)?;
        let titles: Vec<&str> =
            pages["pages"].as_array().context("no pages")?.iter().filter_map(|page| page["title"].as_str()).collect();
        for title in ["Startseite", "Shop", "Über uns", "Kontakt"] {
            ensure!(titles.contains(&title), "{title} is missing: {titles:?}");
        }
        let drafts = content(&mut owner, website).await?["drafts"].to_string();
        for word in ["\"Nachricht\"", "\"Senden\"", "\"Zum Shop\"", "Vielen Dank. Ihre Nachricht ist angekommen"] {
            ensure!(drafts.contains(word), "{word} is missing: {drafts}");
        }
        ensure!(!drafts.contains("\"See the shop\""), "{drafts}");
        Ok(())
    })
    .await
}

/// All content of a site.
async fn content(owner: &mut Client, website: &str) -> Result<Value> {
    let base = format!("/api/v1/websites/{website}");
    let listed = owner.get(&format!("{base}/pages")).await?.expect(200)?;
    let mut drafts = Vec::new();
    for page in listed["pages"].as_array().context("no pages")? {
        if page["kind"] == "page" {
            let id = page["id"].as_str().context("no id")?;
            drafts.push(owner.get(&format!("{base}/pages/{id}")).await?.expect(200)?);
        }
    }
    let products =
        owner.get(&format!("/api/content-service/product/1.1/websites/{website}/products")).await?.expect(200)?;
    Ok(json!({"pages": listed, "drafts": drafts, "products": products}))
}

#[tokio::test(flavor = "multi_thread")]
async fn theme_switch_keeps_content() -> Result<()> {
    on_postgres(async |app| {
        let (mut owner, website) = app.owner_of("juniper").await?;
        let design = format!("/api/v1/websites/{website}/design");
        let before = content(&mut owner, &website).await?;
        for theme in ["gazette", "nocturne", "indigo", "linen"] {
            let revision = owner.get(&design).await?.expect(200)?["revision"].clone();
            owner.if_match = Some(format!("\"{revision}\""));
            let saved = owner.put(&design, &json!({"theme": theme})).await?.expect(200)?;
            owner.if_match = None;
            owner.post(&format!("{design}/publish"), &json!({"revision": saved["revision"]})).await?.expect(200)?;
            let mut visitor = app.juniper();
            let home = visitor.get("/").await?.text;
            ensure!(home.contains(&format!("data-theme=\"{theme}\"")) && home.contains("Pots for the table"), "{home}");
            for path in ["/shop", "/shop/supper-plate", "/journal", "/journal/mixing-juniper", "/cart", "/about"] {
                let page = visitor.get(path).await?;
                ensure!(page.status == 200 && page.text.len() < 60_000, "{theme} {path}: {}", page.text.len());
            }
            ensure!(content(&mut owner, &website).await? == before, "{theme} has changed what was written");
        }
        Ok(())
    })
    .await
}
