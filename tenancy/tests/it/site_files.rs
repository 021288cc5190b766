//! SQLite files of sites: small when new, fast when they have grown, migrated while other sites are served.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context as _, Result, ensure};
use async_trait::async_trait;
use sea_orm::{Condition, ConnectionTrait as _, Database, DatabaseConnection, DbErr, Statement};
use stoa_entity::tenant::counter;
use stoa_kernel::clock::SystemClock;
use stoa_kernel::encryption::Cipher;
use stoa_kernel::id::WebsiteId;
use stoa_tenancy::{DatabaseSettings, Databases, Schema, Tenancy};
use stoa_testkit::{CurrentSchema, Postgres};

use crate::{MINUTE, count, make_site, open, open_with, sqlite};

/// A later version of the program with one more table; `0` is the current version.
struct Release(i32);

#[async_trait]
impl Schema for Release {
    async fn migrate_platform(&self, connection: &DatabaseConnection) -> Result<(), DbErr> {
        CurrentSchema.migrate_platform(connection).await
    }

    async fn migrate_sites(&self, connection: &DatabaseConnection) -> Result<(), DbErr> {
        CurrentSchema.migrate_sites(connection).await?;
        if self.0 > 0 {
            connection.execute_unprepared("CREATE TABLE tomorrow (day TEXT)").await?;
        }
        Ok(())
    }

    fn sites_version(&self) -> i32 {
        CurrentSchema.sites_version() ^ self.0
    }

    async fn migrate_analytics(&self, connection: &DatabaseConnection) -> Result<(), DbErr> {
        CurrentSchema.migrate_analytics(connection).await
    }

    fn analytics_version(&self) -> i32 {
        CurrentSchema.analytics_version()
    }
}

async fn start(folder: &Path, release: i32) -> Result<Tenancy> {
    let (schema, seal) = (Arc::new(Release(release)), Cipher::new(&[7; 32])?);
    open_with(Databases::open(sqlite(folder, 3, MINUTE), schema, seal, Arc::new(SystemClock)).await?).await
}

fn file_of(folder: &Path, website: &WebsiteId) -> PathBuf {
    folder.join("sites").join(format!("{website}.sqlite"))
}

/// Queries a file that nobody has a transaction open on.
async fn ask(file: &Path, question: &str) -> Result<i64> {
    let connection = Database::connect(format!("sqlite://{}", file.display())).await?;
    let asked = Statement::from_string(connection.get_database_backend(), question);
    let answer = connection.query_one_raw(asked).await?.context("no answer")?.try_get_by_index(0)?;
    connection.close().await?;
    Ok(answer)
}

const IS_OF_TOMORROW: &str = "SELECT count(*) FROM sqlite_schema WHERE name = 'tomorrow'";

#[tokio::test(flavor = "multi_thread")]
async fn site_file_page_size_grows() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let tenancy = open(sqlite(folder.path(), 3, MINUTE)).await?;
    let site = make_site(&tenancy, "small").await?;
    let file = file_of(folder.path(), &site);
    tenancy.databases.close().await?;
    let bytes = std::fs::metadata(&file)?.len();
    ensure!(bytes <= 330_000, "a new file has {bytes} bytes");

    let tenancy = open(sqlite(folder.path(), 3, MINUTE)).await?;
    let tx = tenancy.databases.tenant(&site).await?.write().await?;
    for number in 0..12_000 {
        tx.insert(count(&format!("a counter with a name of some length {number}"), number)).await?;
    }
    tx.commit().await?;
    tenancy.databases.close().await?;
    assert_eq!(ask(&file, "PRAGMA page_size").await?, 512);
    ensure!(std::fs::metadata(&file)?.len() > 1_000_000);

    let tenancy = open(sqlite(folder.path(), 3, MINUTE)).await?;
    let tx = tenancy.databases.tenant(&site).await?.read().await?;
    assert_eq!(tx.find::<counter::Entity>().count().await?, 12_000);
    drop(tx);
    assert_eq!(ask(&file, "PRAGMA page_size").await?, 4_096);
    let tx = tenancy.databases.tenant(&site).await?.write().await?;
    tx.delete::<counter::Entity>(Condition::all()).exec().await?;
    tx.commit().await?;
    Ok(tenancy.databases.close().await?)
}

#[tokio::test(flavor = "multi_thread")]
async fn site_file_in_use_is_not_rewritten() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let tenancy = open(sqlite(folder.path(), 3, MINUTE)).await?;
    let site = make_site(&tenancy, "shared").await?;
    let tx = tenancy.databases.tenant(&site).await?.write().await?;
    for number in 0..12_000 {
        tx.insert(count(&format!("a counter with a name of some length {number}"), number)).await?;
    }
    tx.commit().await?;
    tenancy.databases.close().await?;
    let file = file_of(folder.path(), &site);
    let other = Database::connect(format!("sqlite://{}", file.display())).await?;
    other.execute_unprepared("SELECT count(*) FROM counter").await?;

    let tenancy = open(sqlite(folder.path(), 3, MINUTE)).await?;
    let tx = tenancy.databases.tenant(&site).await?.write().await?;
    assert_eq!(tx.find::<counter::Entity>().count().await?, 12_000);
    tx.insert(count("one more", 1)).await?;
    tx.commit().await?;
    assert_eq!(ask(&file, "PRAGMA page_size").await?, 512);
    other.close().await?;
    Ok(tenancy.databases.close().await?)
}

#[tokio::test(flavor = "multi_thread")]
async fn site_file_migration_resumes_after_interruption() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let today = start(folder.path(), 0).await?;
    let mut sites = Vec::new();
    for name in ["one", "two", "three", "four"] {
        sites.push(make_site(&today, name).await?);
    }
    sites.sort();
    assert_eq!(today.tenants.count_files_to_migrate().await?, 0);
    today.databases.close().await?;

    let cut_off = start(folder.path(), 1).await?;
    assert_eq!(cut_off.tenants.count_files_to_migrate().await?, 4);
    let first = cut_off.tenants.next_file_to_migrate(None).await?.context("nothing is left")?;
    assert_eq!(Some(&first), sites.first());
    cut_off.tenants.upgrade_file(&first).await?;
    assert_eq!((cut_off.databases.open_sites().await, cut_off.tenants.count_files_to_migrate().await?), (0, 3));
    drop(cut_off);

    let next = start(folder.path(), 1).await?;
    let visited = sites.last().context("no site")?;
    let db = next.databases.tenant(visited).await?;
    assert_eq!(ask(&file_of(folder.path(), visited), IS_OF_TOMORROW).await?, 1, "a visitor does not wait for its turn");
    let mut before = None;
    let mut turns = 0;
    while let Some(site) = next.tenants.next_file_to_migrate(before.as_ref()).await? {
        next.tenants.upgrade_file(&site).await?;
        assert_eq!(ask(&file_of(folder.path(), &site), IS_OF_TOMORROW).await?, 1);
        (before, turns) = (Some(site), turns + 1);
    }
    assert_eq!((turns, next.tenants.count_files_to_migrate().await?, next.databases.open_sites().await), (3, 0, 1));
    drop(db);
    let fresh = make_site(&next, "five").await?;
    assert_eq!(ask(&file_of(folder.path(), &fresh), IS_OF_TOMORROW).await?, 1);
    assert_eq!(next.tenants.count_files_to_migrate().await?, 0);
    Ok(next.databases.close().await?)
}

/// Records in a database that a later version of the program has migrated it.
async fn record_later_version(url: &str, table: &str) -> Result<()> {
    let connection = Database::connect(url).await?;
    let values = "VALUES ('m99991231_000001_tomorrow', 1)";
    connection.execute_unprepared(&format!("INSERT INTO {table} (version, applied_at) {values}")).await?;
    Ok(connection.close().await?)
}

#[tokio::test(flavor = "multi_thread")]
async fn previous_version_works_with_additive_migrations() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let tenancy = open(sqlite(folder.path(), 3, MINUTE)).await?;
    let site = make_site(&tenancy, "kept").await?;
    tenancy.databases.close().await?;
    let file = |path: &Path| format!("sqlite://{}", path.display());
    record_later_version(&file(&folder.path().join("platform.sqlite")), "platform_migration").await?;
    record_later_version(&file(&file_of(folder.path(), &site)), "tenant_migration").await?;
    let connection = Database::connect(file(&file_of(folder.path(), &site))).await?;
    connection.execute_unprepared("PRAGMA user_version = 7").await?;
    connection.close().await?;
    let tenancy = open(sqlite(folder.path(), 3, MINUTE)).await?;
    let tx = tenancy.databases.tenant(&site).await?.write().await?;
    tx.insert(count("orders", 1)).await?;
    tx.commit().await?;
    tenancy.databases.close().await?;

    let server = Postgres::start()?;
    let url = server.database()?;
    let settings = DatabaseSettings::Postgres { url: url.clone(), max_connections: 5 };
    let tenancy = open(settings.clone()).await?;
    let site = make_site(&tenancy, "kept").await?;
    tenancy.databases.close().await?;
    record_later_version(&url, "platform_migration").await?;
    record_later_version(&url, "tenant_migration").await?;
    let tenancy = open(settings.clone()).await?;
    let tx = tenancy.databases.tenant(&site).await?.write().await?;
    tx.insert(count("orders", 1)).await?;
    tx.commit().await?;
    tenancy.databases.close().await?;

    // A table that this program needs is missing: the error names the version that migrated the database.
    let connection = Database::connect(&url).await?;
    connection.execute_unprepared("DELETE FROM tenant_migration WHERE version LIKE '%_bound_tokens'").await?;
    connection.execute_unprepared("COMMENT ON TABLE tenant_migration IS '7.2.0'").await?;
    connection.close().await?;
    let refused = open(settings).await.err().context("it runs on tables of a later version")?;
    ensure!(format!("{refused:#}").contains("Install Stoa 7.2.0 or a later version"), "{refused:#}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn deleted_site_file_is_not_recreated() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let today = start(folder.path(), 0).await?;
    let site = make_site(&today, "gone").await?;
    today.databases.close().await?;
    let tenancy = start(folder.path(), 1).await?;
    let next = tenancy.tenants.next_file_to_migrate(None).await?;
    assert_eq!(next.as_ref(), Some(&site));
    tenancy.tenants.delete("gone").await?;
    tenancy.tenants.upgrade_file(&site).await?;
    ensure!(!file_of(folder.path(), &site).exists(), "the background job created it again");

    let kept = make_site(&tenancy, "kept").await?;
    let db = tenancy.databases.tenant(&kept).await?;
    drop(db.read().await?);
    tenancy.tenants.delete("kept").await?;
    db.close().await?;
    ensure!(db.read().await.is_err() && !file_of(folder.path(), &kept).exists(), "a handle created it again");
    Ok(())
}
