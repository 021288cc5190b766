//! An idle site costs nothing: it is not opened just to find nothing to do.

use std::time::Duration;

use anyhow::{Result, ensure};
use sea_orm::Condition;
use stoa_entity::platform::due_work;

use crate::app::{App, settings};
use crate::demo_database;

#[tokio::test(flavor = "multi_thread")]
async fn idle_sites_are_not_opened_at_start() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let data = folder.path().join("data");
    demo_database::sqlite(&data).await?;
    let first = App::start(settings(&data, "")).await?;
    // Nothing is due, as is the case some minutes after the last visit.
    let tx = first.stoa.foundation.databases.platform().write().await?;
    tx.delete::<due_work::Entity>(Condition::all()).exec().await?;
    tx.commit().await?;
    first.stop().await?;

    let second = App::start(settings(&data, "")).await?;
    // Time for the worker to poll the list.
    tokio::time::sleep(Duration::from_millis(1_500)).await;
    let databases = &second.stoa.foundation.databases;
    ensure!(databases.open_sites().await == 0, "{} sites were opened", databases.open_sites().await);
    ensure!(second.juniper().get("/").await?.status == 200);
    ensure!(databases.open_sites().await == 1, "{} sites are open", databases.open_sites().await);
    second.stop().await
}
