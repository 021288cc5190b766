//! An idle site costs nothing: it is not opened just to find nothing to do.

use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use sea_orm::{Condition, ConnectOptions, ConnectionTrait as _, Database, Statement};
use stoa_entity::platform::due_work;
use stoa_migration::{Migrator as _, PlatformMigrator};
use stoa_testkit::Postgres;

use crate::app::{App, settings};
use crate::demo_database;

#[tokio::test(flavor = "multi_thread")]
async fn idle_sites_are_not_opened_at_start() -> Result<()> {
    let (_folder, data) = demo_database::sqlite_folder().await?;
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

/// Sites of which one is due, before the passes for the columns of analytics.
async fn check_spread(url: &str) -> Result<()> {
    let mut options = ConnectOptions::new(url);
    options.max_connections(1);
    let connection = Database::connect(options).await?;
    let own = |name: &str| name == "m20261129_000731_due_segments";
    let before =
        PlatformMigrator::migrations().iter().position(|migration| own(migration.name())).context("no such")?;
    PlatformMigrator::up(&connection, Some(u32::try_from(before)?)).await?;
    let later = 4_000_000_000_000_i64;
    let insert = format!(
        "INSERT INTO due_work (website_id, due_on) VALUES ('a', 0), ('b', {later}), ('c', {later}), ('d', {later})"
    );
    connection.execute_unprepared(&insert).await?;

    PlatformMigrator::up(&connection, None).await?;
    let query = "SELECT due_on FROM due_work ORDER BY website_id";
    let rows = connection.query_all_raw(Statement::from_string(connection.get_database_backend(), query)).await?;
    let due = rows.iter().map(|row| Ok(row.try_get::<i64>("", "due_on")?)).collect::<Result<Vec<i64>>>()?;
    let [first, others @ ..] = due.as_slice() else { anyhow::bail!("no rows") };
    ensure!(*first == 0 && others.iter().all(|due| *due < later), "{due:?}");
    // A quarter of six hours between two of four.
    ensure!(others.iter().zip(others.iter().skip(1)).all(|(due, next)| next - due == 5_400_000), "{due:?}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn migrations_spread_their_passes_over_sites() -> Result<()> {
    check_spread("sqlite::memory:").await.context("on SQLite")?;
    let server = Postgres::start()?;
    check_spread(&server.database()?).await.context("on Postgres")
}
