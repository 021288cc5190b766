//! The update of a database whose visits are not packed yet, and databases with packed ones.

use anyhow::{Context as _, Result, ensure};
use sea_orm::{ConnectOptions, ConnectionTrait as _, Database, DatabaseConnection, Statement};
use stoa_kernel::clock::{Clock as _, SystemClock};
use stoa_kernel::migrations::FIRST_OF_ANALYTICS;
use stoa_migration::{AnalyticsMigrator, Migrator as _, upgrade_analytics};

const DAY_MS: i64 = 86_400_000;

/// A database from before days were packed, with a site whose visits are summed up.
async fn earlier_database() -> Result<DatabaseConnection> {
    let mut options = ConnectOptions::new("sqlite::memory:");
    options.max_connections(1);
    let connection = Database::connect(options).await?;
    let migrations = AnalyticsMigrator::migrations();
    let own = |name: &str| name == "m20261130_000900_blocks";
    let before = migrations.iter().position(|migration| own(migration.name())).context("no such")?;
    AnalyticsMigrator::up(&connection, Some(u32::try_from(before)?)).await?;
    let site = "INSERT INTO analytics_state (website_id, time_zone) VALUES ('web', 'UTC')";
    connection.execute_unprepared(site).await?;
    Ok(connection)
}

async fn number(connection: &DatabaseConnection, sql: &str) -> Result<i64> {
    let statement = Statement::from_string(connection.get_database_backend(), sql);
    let row = connection.query_one_raw(statement).await?.context("no row")?;
    Ok(row.try_get_by_index(0)?)
}

/// The migrations that a program looks for and does not find: one that does not know of [`FIRST_OF_ANALYTICS`] refuses
/// the database for one of them.
async fn missing(connection: &DatabaseConnection) -> Result<Vec<String>> {
    let missing = AnalyticsMigrator::get_pending_migrations_read_only(connection).await?;
    Ok(missing.iter().map(|migration| migration.name().to_owned()).collect())
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_packed_for_a_week_after_the_update() -> Result<()> {
    let connection = earlier_database().await?;
    let from = SystemClock.now().ms() + 7 * DAY_MS;
    upgrade_analytics(&connection).await?;
    let pack_from = number(&connection, "SELECT pack_from FROM analytics_state").await?;
    // The database counts whole seconds.
    ensure!((from - 1_000..from + DAY_MS).contains(&pack_from), "{pack_from}");
    ensure!(missing(&connection).await?.is_empty(), "an older program can be started again");
    connection.execute_unprepared("INSERT INTO analytics_state (website_id, time_zone) VALUES ('later', '')").await?;
    let of_later = number(&connection, "SELECT pack_from FROM analytics_state WHERE website_id = 'later'").await?;
    assert_eq!(of_later, 0);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn databases_with_packed_days_are_opened_and_updated() -> Result<()> {
    let connection = earlier_database().await?;
    let packed = format!("DELETE FROM analytics_migration WHERE version = '{FIRST_OF_ANALYTICS}'");
    connection.execute_unprepared(&packed).await?;
    // Once with a later migration, and once with nothing to do.
    for _ in 0..2 {
        upgrade_analytics(&connection).await?;
        assert_eq!(missing(&connection).await?, [FIRST_OF_ANALYTICS]);
    }
    assert_eq!(number(&connection, "SELECT count(*) FROM analytics_state").await?, 1);
    assert_eq!(number(&connection, "SELECT count(*) FROM analytics_block").await?, 0);
    // A later program has been here.
    connection
        .execute_unprepared(
            "INSERT INTO analytics_migration (version, applied_at) VALUES ('m99991231_000001_later', 1)",
        )
        .await?;
    upgrade_analytics(&connection).await?;
    connection.execute_unprepared("DELETE FROM analytics_migration WHERE version LIKE '%_blocks'").await?;
    ensure!(upgrade_analytics(&connection).await.is_err(), "another one of its migrations is missing");
    Ok(())
}
