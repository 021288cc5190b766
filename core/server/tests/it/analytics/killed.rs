//! The program is killed while visitors come: what they did until a second before is stored. A busy machine has more time
//! for that.

use anyhow::{Context as _, Result};
use serde_json::json;
use stoa_entity::analytics::analytics_event;
use stoa_server::config;
use stoa_server::wiring::AppContext;

use crate::client::Client;
use crate::process::{TestDeployment, juniper_website_id};
use crate::transaction_pauses::Journal;

/// Sends page views; returns once the server has taken them in.
async fn visit(visitor: &mut Client, ids: std::ops::Range<u32>) -> Result<()> {
    for id in ids {
        let content = json!({"event_id": format!("{id:016x}"), "page_path": "/shop"}).to_string();
        let event = json!({"event_schema_name": "page_view", "event_content": content, "event_source": "WEB"});
        visitor.post("/api/v1/clanker/events", &event).await?.expect(202)?;
    }
    Ok(())
}

/// Waits until so many events are in the database.
async fn wait_until_stored(ground: &TestDeployment, owner: &mut Client, count: i64) -> Result<()> {
    let website = juniper_website_id(owner).await?;
    let journal = match ground.url.as_str() {
        "" => Journal::analytics(&ground.data, &website).await?,
        url => Journal::postgres(url, &website).await?,
    };
    let missing = format!("SELECT {count} - count(*) FROM analytics_event");
    journal.wait_for_none("events that are not stored", &missing).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_program_loses_at_most_the_last_second() -> Result<()> {
    for on_postgres in [false, true] {
        let ground = TestDeployment::new(on_postgres).await?;
        let server = ground.server().await?;
        let mut visitor = server.browser("juniper.localhost");
        visit(&mut visitor, 1..21).await?;
        wait_until_stored(&ground, &mut server.owner().await?, 20).await?;
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
