//! The program is killed while visitors come: what they did until a second before is stored.

use std::time::Duration;

use anyhow::{Context as _, Result};
use serde_json::json;
use stoa_entity::analytics::analytics_event;
use stoa_server::config;
use stoa_server::wiring::AppContext;

use crate::process::TestDeployment;

/// Sends page views; returns once the server has taken them in.
async fn visit(visitor: &mut crate::client::Client, ids: std::ops::Range<u32>) -> Result<()> {
    for id in ids {
        let content = json!({"event_id": format!("{id:016x}"), "page_path": "/shop"}).to_string();
        let event = json!({"event_schema_name": "page_view", "event_content": content, "event_source": "WEB"});
        visitor.post("/api/v1/clanker/events", &event).await?.expect(202)?;
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_program_loses_at_most_the_last_second() -> Result<()> {
    for on_postgres in [false, true] {
        let ground = TestDeployment::new(on_postgres).await?;
        let server = ground.server().await?;
        let mut visitor = server.browser("juniper.localhost");
        visit(&mut visitor, 1..21).await?;
        tokio::time::sleep(Duration::from_secs(1)).await;
        visit(&mut visitor, 21..24).await?;
        server.kill();

        let foundation = AppContext::open(&config::load(Some(&ground.config))?).await?;
        let sites = foundation.tenancy.tenants.list().await?;
        let website = sites.into_iter().find(|site| site.identifier == "juniper").context("no site")?.id;
        let db = foundation.databases.analytics(&website).await?.context("nothing is stored")?;
        let stored = db.read().await?.find::<analytics_event::Entity>().count().await?;
        assert!((20..=23).contains(&stored), "{stored} on Postgres: {on_postgres}");
        foundation.databases.close().await?;
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stopped_program_loses_nothing() -> Result<()> {
    let ground = TestDeployment::new(false).await?;
    let server = ground.server().await?;
    visit(&mut server.browser("juniper.localhost"), 1..6).await?;
    server.stop().await?;
    let foundation = AppContext::open(&config::load(Some(&ground.config))?).await?;
    let sites = foundation.tenancy.tenants.list().await?;
    let website = sites.into_iter().find(|site| site.identifier == "juniper").context("no site")?.id;
    let db = foundation.databases.analytics(&website).await?.context("nothing is stored")?;
    assert_eq!(db.read().await?.find::<analytics_event::Entity>().count().await?, 5);
    Ok(foundation.databases.close().await?)
}
