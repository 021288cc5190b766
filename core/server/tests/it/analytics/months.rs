//! Partitions of events: a month for which nobody has events any more is dropped.

use anyhow::{Context as _, Result, ensure};
use sea_orm::ActiveValue::Set;
use stoa_entity::TenantDb;
use stoa_entity::analytics::analytics_event::{ActiveModel, Entity};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::WebsiteId;

use crate::app::App;

const DAY_MS: i64 = 86_400_000;

/// Records an event of a day, if there is a partition for it.
async fn record(db: &TenantDb, day: i64) -> Result<()> {
    let tx = db.write().await?;
    let row = ActiveModel {
        at: Set(Timestamp::from_ms(day * DAY_MS)),
        id: Set(day),
        kind: Set(1),
        visit: Set(1),
        ..ActiveModel::default()
    };
    tx.insert_new(vec![row]).await?;
    Ok(tx.commit().await?)
}

// spec: analytics.privacy.open
#[tokio::test(flavor = "multi_thread")]
async fn empty_months_are_dropped_and_others_kept() -> Result<()> {
    let app = App::postgres().await?;
    let website: WebsiteId = app.website("juniper").await?.parse()?;
    let databases = &app.stoa.foundation.tenancy.databases;
    let db = databases.analytics_for_writing(&website).await?.context("no such site")?;
    // January to March 2020: the first has no events, the second one has, and the third has not ended.
    let (january, february, march) = (18_270, 18_300, 18_330);
    let day = |day: i64| Timestamp::from_ms(day * DAY_MS);
    databases.make_analytics_months(day(january), day(march)).await?;
    record(&db, february).await?;
    databases.drop_analytics_months(day(march)).await?;

    let left = db.read().await?.find::<Entity>().all().await?;
    ensure!(left.iter().any(|row| row.id == february), "the event of February is kept: {left:?}");
    record(&db, march).await?;
    ensure!(record(&db, january).await.is_err(), "there is no January any more");
    // A late event has its month made again.
    databases.make_analytics_months(day(january), day(january)).await?;
    record(&db, january).await?;
    app.stop().await
}
