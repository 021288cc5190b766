//! Deletion of what visitors did: with their site, or at their request.

use std::sync::Arc;

use anyhow::{Context as _, Result, ensure};
use serde_json::json;
use stoa_analytics::enrich::identified_visitor;
use stoa_analytics::{EventKind, Hit, VisitFacts, blocks, people};
use stoa_entity::analytics::{analytics_block, analytics_event, analytics_visit};

use super::recorded::{events, rows, stored};
use crate::account::member_accounts::confirmed;
use crate::app::{App, on_both, on_sqlite};
use crate::client::MEMBER_PASSWORD;

/// Records a page view of a visitor with an identifier.
async fn view(app: &App, site: &str, id: i64, identifier: &str) -> Result<()> {
    let website = app.website(site).await?.parse()?;
    let hit = Hit {
        id,
        at: app.stoa.foundation.tenancy.now(),
        kind: EventKind::PageView,
        visitor: identified_visitor(&website, identifier),
        is_identified: true,
        page: Some("/shop".to_owned()),
        title: None,
        object: None,
        number: None,
        text: None,
        facts: Arc::new(VisitFacts::default()),
    };
    app.stoa.analytics().record(&website, hit);
    ensure!(app.stoa.analytics().flush().await, "it was not stored");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_site_leaves_no_visits() -> Result<()> {
    on_both(async |app| {
        view(app, "juniper", 1, "a").await?;
        view(app, "kissaten", 2, "a").await?;
        let website = app.website("juniper").await?.parse()?;
        let file = app.data.join("db/sites").join(format!("{website}.analytics.sqlite"));
        let databases = &app.stoa.foundation.databases;
        assert_eq!(file.try_exists()?, databases.is_embedded());
        app.stoa.foundation.tenancy.tenants.delete("juniper").await?;
        ensure!(!file.try_exists()?, "the file is still there");
        if let Some(db) = databases.analytics(&website).await? {
            let tx = db.read().await?;
            assert_eq!(tx.find::<analytics_event::Entity>().count().await?, 0);
            assert_eq!(tx.find::<analytics_visit::Entity>().count().await?, 0);
        }
        assert_eq!(events(app, "kissaten").await?.len(), 1, "the other site keeps its own");
        Ok(())
    })
    .await
}

// spec: security.personal-data.open
#[tokio::test(flavor = "multi_thread")]
async fn members_get_and_delete_the_visits_of_their_browser() -> Result<()> {
    on_sqlite(async |app| {
        view(app, "juniper", 1, "own").await?;
        view(app, "juniper", 2, "other").await?;
        let mut member = confirmed(app, "ada@example.com", 1).await?;
        let without = member.get("/api/site-users/account/export").await?.expect(200)?;
        assert_eq!(without["visits"], json!([]));
        member.cookies.insert("SS_ANALYTICS_ID".to_owned(), "own".to_owned());
        let rows_alone = member.get("/api/site-users/account/export").await?.expect(200)?;
        let db = stored(app, "juniper").await?.context("nothing recorded")?;
        blocks::run(&db, app.stoa.foundation.tenancy.now() + 9 * 86_400_000).await?;
        ensure!(rows::<analytics_event::Entity>(app, "juniper").await?.is_empty(), "events are left");
        let own = member.get("/api/site-users/account/export").await?.expect(200)?;
        assert_eq!(own["visits"], rows_alone["visits"], "the same when they are packed");
        let found = own["visits"].as_array().context("no visits")?;
        assert_eq!(found.len(), 1);
        assert_eq!((&found[0]["events"][0]["page"], &found[0]["device"]), (&json!("/shop"), &json!("desktop")));

        let password = json!({"password": MEMBER_PASSWORD});
        member.post("/api/site-users/account/erasure", &password).await?.expect(200)?;
        let blocks = rows::<analytics_block::Entity>(app, "juniper").await?;
        assert_eq!(blocks.iter().map(|block| block.length).collect::<Vec<_>>(), [1, 1], "the other visitor's are left");
        let website = app.website("juniper").await?.parse()?;
        ensure!(people::visits_of(&db, identified_visitor(&website, "own")).await?.is_empty(), "visits are left");
        assert_eq!(people::visits_of(&db, identified_visitor(&website, "other")).await?.len(), 1);
        Ok(())
    })
    .await
}
