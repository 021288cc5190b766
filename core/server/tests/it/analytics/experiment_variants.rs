//! What variants of experiments change, who may choose one, and what they cost.

use anyhow::{Result, ensure};
use serde_json::{Value, json};
use stoa_kernel::website::WebsiteStatus;

use super::experiments::{VISITORS, experiment, sees_other, started, two_pages, visitor};
use crate::app::{App, on_postgres, on_sqlite};
use crate::client::Client;
use crate::page_cache::count;

/// The owner, and the address of what belongs to the site.
async fn open(app: &App) -> Result<(Client, String)> {
    Ok((app.owner().await?, format!("/api/v1/websites/{}", app.website("juniper").await?)))
}

/// How many of some visitors see the other words.
async fn others(app: &App) -> Result<usize> {
    let mut others = 0;
    for number in 0..VISITORS {
        others += usize::from(sees_other(&mut visitor(app, number)).await?);
    }
    Ok(others)
}

async fn end(owner: &mut Client, path: &str, winner: &Value) -> Result<()> {
    owner.post(&format!("{path}/end"), &json!({"winner": winner})).await?.expect(200)?;
    Ok(())
}

// spec: experiments.override
#[tokio::test(flavor = "multi_thread")]
async fn visitors_of_the_operators_own_sites_choose_a_variant() -> Result<()> {
    on_sqlite(async |app| {
        let (mut owner, base) = open(app).await?;
        let (page, copy) = two_pages(&mut owner, &base).await?;
        started(&mut owner, &base, &experiment(&page, &copy)).await?;
        app.stoa.foundation.tenancy.tenants.set_status("juniper", WebsiteStatus::Internal).await?;
        for (variant, expected) in [("b", true), ("original", false)] {
            let mut anyone = visitor(app, 1);
            let forced = anyone.get(&format!("/kilns?experiment.kilns={variant}")).await?;
            assert_eq!(forced.text.contains("Other words"), expected, "{variant}");
            assert_eq!(sees_other(&mut anyone).await?, expected, "{variant} is kept on later pages");
        }
        Ok(())
    })
    .await
}

// spec: experiments.assignment.open
#[tokio::test(flavor = "multi_thread")]
async fn each_variant_is_drawn_once_for_all_its_visitors() -> Result<()> {
    on_sqlite(async |app| {
        let (mut owner, base) = open(app).await?;
        let (page, copy) = two_pages(&mut owner, &base).await?;
        started(&mut owner, &base, &experiment(&page, &copy)).await?;
        let first = others(app).await?;
        ensure!((1..VISITORS).contains(&first), "{first} of {VISITORS}");
        let drawn = count(app)?;
        assert_eq!(others(app).await?, first, "the same visitors");
        assert_eq!(count(app)?, drawn, "a variant that is cached was drawn again");
        Ok(())
    })
    .await
}

// spec: experiments.assignment.open
#[tokio::test(flavor = "multi_thread")]
async fn whole_pages_and_sections_are_compared() -> Result<()> {
    on_postgres(async |app| {
        let (mut owner, base) = open(app).await?;
        let (page, copy) = two_pages(&mut owner, &base).await?;
        for (target, element) in [("page", Value::Null), ("section", json!("section"))] {
            let mut body = experiment(&page, &copy);
            body["name"] = json!(target);
            body["target"] = json!(target);
            body["element"] = element;
            let path = started(&mut owner, &base, &body).await?;
            let others = others(app).await?;
            ensure!((1..VISITORS).contains(&others), "{target}: {others} of {VISITORS}");
            end(&mut owner, &path, &Value::Null).await?;
            ensure!(!sees_other(&mut visitor(app, 0)).await?, "{target}: it is over");
        }
        Ok(())
    })
    .await
}

// spec: experiments.assignment.open
#[tokio::test(flavor = "multi_thread")]
async fn a_text_is_compared_without_its_scripts_and_published() -> Result<()> {
    on_sqlite(async |app| {
        let (mut owner, base) = open(app).await?;
        let (page, _) = two_pages(&mut owner, &base).await?;
        let text = "<p>Short words<script>alert(17)</script></p>";
        let body = json!({
            "name": "words", "target": "text", "page": page, "element": "words", "setting": "html",
            "goal": "purchase", "goalValue": "",
            "variants": [{"name": "original", "weight": 0}, {"name": "short", "weight": 100, "text": text}],
        });
        let path = started(&mut owner, &base, &body).await?;
        let shown = visitor(app, 1).get("/kilns").await?.text;
        ensure!(shown.contains("Short words") && !shown.contains("Original words"), "{shown}");
        ensure!(!shown.contains("alert(17)"), "{shown}");
        end(&mut owner, &path, &json!("short")).await?;
        let published = owner.get(&format!("{base}/pages/{page}")).await?.expect(200)?["document"].to_string();
        ensure!(published.contains("Short words") && !published.contains("alert(17)"), "{published}");
        Ok(())
    })
    .await
}

// spec: experiments.assignment.open
#[tokio::test(flavor = "multi_thread")]
async fn settings_of_the_theme_are_compared_on_all_pages_and_published() -> Result<()> {
    on_postgres(async |app| {
        const SHOWN: &str = "--color-accent:#123456;";
        let (mut owner, base) = open(app).await?;
        let body = json!({
            "name": "accent", "target": "theme", "element": "linen", "goal": "purchase", "goalValue": "",
            "variants": [
                {"name": "original", "weight": 0},
                {"name": "blue", "weight": 100, "values": {"color-accent": "123456"}},
            ],
        });
        let path = started(&mut owner, &base, &body).await?;
        for page in ["/", "/about"] {
            ensure!(visitor(app, 1).get(page).await?.text.contains(SHOWN), "{page}");
        }
        end(&mut owner, &path, &json!("blue")).await?;
        ensure!(visitor(app, 1).get("/about").await?.text.contains(SHOWN), "the design has it");
        let design = owner.get(&format!("{base}/design")).await?.expect(200)?;
        assert_eq!(
            (&design["draft"]["values"]["linen"]["color-accent"], &design["unpublished"]),
            (&json!("#123456"), &json!(false))
        );
        Ok(())
    })
    .await
}
