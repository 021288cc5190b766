//! Deletion of what visitors did: with their site, or at their request.

use std::sync::Arc;

use anyhow::{Context as _, Result, ensure};
use serde_json::json;
use stoa_analytics::enrich::identified_visitor;
use stoa_analytics::{EventKind, Hit, VisitFacts};
use stoa_entity::analytics::{analytics_event, analytics_visit};

use super::recorded::{events, rows, visits};
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
        let own = member.get("/api/site-users/account/export").await?.expect(200)?;
        let found = own["visits"].as_array().context("no visits")?;
        assert_eq!(found.len(), 1);
        assert_eq!((&found[0]["events"][0]["page"], &found[0]["device"]), (&json!("/shop"), &json!("desktop")));

        let password = json!({"password": MEMBER_PASSWORD});
        member.post("/api/site-users/account/erasure", &password).await?.expect(200)?;
        let left = visits(app, "juniper").await?;
        let website = app.website("juniper").await?.parse()?;
        assert_eq!(left.iter().map(|visit| visit.visitor).collect::<Vec<_>>(), [identified_visitor(&website, "other")]);
        assert_eq!(rows::<analytics_event::Entity>(app, "juniper").await?.len(), 1);
        Ok(())
    })
    .await
}
