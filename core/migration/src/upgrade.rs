//! Applies pending migrations atomically.

use sea_orm_migration::MigratorTrait;
use sea_orm_migration::sea_orm::{
    ConnectionTrait as _, DatabaseConnection, DbBackend, DbErr, SqliteTransactionMode, TransactionOptions,
    TransactionTrait as _,
};
use stoa_kernel::boxed;
use stoa_kernel::migrations::FIRST_OF_ANALYTICS;

use crate::{AnalyticsMigrator, PlatformMigrator, TenantMigrator, program_version};

/// Lock that prevents several processes from migrating one Postgres database at the same time.
const LOCK: &str = "SELECT pg_advisory_xact_lock(6872016841251937)";

/// Migrates the platform's tables.
///
/// # Errors
/// [`DbErr::Migration`] when a later version of the program has migrated them and this one does not know all
/// migrations; when a database query fails. SQLite files are unchanged then.
#[boxed]
pub async fn upgrade_platform(connection: &DatabaseConnection) -> Result<(), DbErr> {
    upgrade::<PlatformMigrator>(connection).await
}

/// Migrates the sites' tables.
///
/// # Errors
/// As [`upgrade_platform`].
#[boxed]
pub async fn upgrade_sites(connection: &DatabaseConnection) -> Result<(), DbErr> {
    upgrade::<TenantMigrator>(connection).await
}

/// Migrates the tables of visitors' analytics.
///
/// # Errors
/// As [`upgrade_platform`].
#[boxed]
pub async fn upgrade_analytics(connection: &DatabaseConnection) -> Result<(), DbErr> {
    upgrade::<AnalyticsMigrator>(connection).await
}

/// Schema version of the sites' tables.
pub fn sites_version() -> i32 {
    version::<TenantMigrator>()
}

/// Schema version of the tables of visitors' analytics.
pub fn analytics_version() -> i32 {
    version::<AnalyticsMigrator>()
}

/// An FNV-1a hash of the names of migrations, so that it is the same in every build.
fn version<M: MigratorTrait>() -> i32 {
    let migrations = M::migrations();
    let letters = migrations.iter().flat_map(|migration| migration.name().bytes());
    let hash = letters.fold(0x811c_9dc5_u32, |hash, letter| (hash ^ u32::from(letter)).wrapping_mul(0x0100_0193));
    i32::from_ne_bytes(hash.to_ne_bytes())
}

/// Applies pending migrations. When a later version has migrated the database and this one cannot use it, returns
/// [`DbErr::Migration`] with a message for operators.
async fn upgrade<M: MigratorTrait>(connection: &DatabaseConnection) -> Result<(), DbErr> {
    match apply::<M>(connection).await {
        // Error of the library for unknown applied migrations.
        Err(DbErr::Custom(unknown)) => Err(program_version::refusal::<M>(connection, unknown).await),
        applied => applied,
    }
}

async fn has_all<M: MigratorTrait>(connection: &DatabaseConnection) -> Result<bool, DbErr> {
    let applied = M::get_migration_models(connection).await?;
    let is_applied = |name: &str| applied.iter().any(|model| model.version == name);
    let mut names = M::migrations().into_iter().map(|migration| migration.name().to_owned());
    Ok(names.all(|name| name == FIRST_OF_ANALYTICS || is_applied(&name)))
}

/// On SQLite all pending migrations are one transaction: a partly migrated file could not be opened again. On Postgres
/// each migration is one, while a second transaction holds the lock.
async fn apply<M: MigratorTrait>(connection: &DatabaseConnection) -> Result<(), DbErr> {
    let is_packed = match M::get_pending_migrations_read_only(connection).await {
        Ok(pending) => {
            let is_first = pending.first().is_some_and(|first| first.name() == FIRST_OF_ANALYTICS);
            let is_packed = is_first && pending.len() < M::migrations().len();
            if pending.len() == usize::from(is_packed) {
                return Ok(());
            }
            is_packed
        }
        // Some applied migrations are unknown: a later version has been here. Migrations only add, so this version
        // works if none of its own is pending.
        Err(_) if has_all::<M>(connection).await? => return Ok(()),
        Err(error) => return Err(error),
    };
    let options = TransactionOptions {
        sqlite_transaction_mode: Some(SqliteTransactionMode::Immediate),
        ..TransactionOptions::default()
    };
    let tx = connection.begin_with_options(options).await?;
    if connection.get_database_backend() == DbBackend::Postgres {
        tx.execute_unprepared(LOCK).await?;
        M::up(connection, None).await?;
    } else {
        M::up(&tx, None).await?;
    }
    if is_packed {
        // It was noted with the others.
        tx.execute_unprepared(&format!(
            "DELETE FROM {} WHERE version = '{FIRST_OF_ANALYTICS}'",
            M::migration_table_name()
        ))
        .await?;
    }
    program_version::note::<M>(&tx).await?;
    tx.commit().await
}
