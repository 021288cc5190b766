//! Applies what is missing, whole or not at all.

use sea_orm_migration::MigratorTrait;
use sea_orm_migration::sea_orm::{
    ConnectionTrait as _, DatabaseConnection, DbBackend, DbErr, SqliteTransactionMode, TransactionOptions,
    TransactionTrait as _,
};

use crate::{PlatformMigrator, TenantMigrator, program_version};

/// The lock that keeps several processes from migrating one Postgres database at the same time.
const LOCK: &str = "SELECT pg_advisory_xact_lock(6872016841251937)";

/// Brings the platform's tables up to date.
///
/// # Errors
/// [`DbErr::Migration`] when a later version of the program has changed them and this one does not know all of it; when the
/// database refuses. SQLite files are then as they were before.
pub async fn upgrade_platform(connection: &DatabaseConnection) -> Result<(), DbErr> {
    upgrade::<PlatformMigrator>(connection).await
}

/// Brings the sites' tables up to date.
///
/// # Errors
/// As [`upgrade_platform`].
pub async fn upgrade_sites(connection: &DatabaseConnection) -> Result<(), DbErr> {
    upgrade::<TenantMigrator>(connection).await
}

/// A number that is another one whenever the sites' tables are: made of the names of their migrations (FNV-1a), so that it is the
/// same in every build.
pub fn sites_version() -> i32 {
    let migrations = TenantMigrator::migrations();
    let letters = migrations.iter().flat_map(|migration| migration.name().bytes());
    let hash = letters.fold(0x811c_9dc5_u32, |hash, letter| (hash ^ u32::from(letter)).wrapping_mul(0x0100_0193));
    i32::from_ne_bytes(hash.to_ne_bytes())
}

/// Applies what is missing. What a later version of the program has written, and this one cannot work on, is told as
/// [`DbErr::Migration`] in words for operators.
async fn upgrade<M: MigratorTrait>(connection: &DatabaseConnection) -> Result<(), DbErr> {
    match apply::<M>(connection).await {
        // The library's own words for migrations that it does not know.
        Err(DbErr::Custom(unknown)) => Err(program_version::refusal::<M>(connection, unknown).await),
        applied => applied,
    }
}

async fn has_all<M: MigratorTrait>(connection: &DatabaseConnection) -> Result<bool, DbErr> {
    let applied = M::get_migration_models(connection).await?;
    let is_applied = |name: &str| applied.iter().any(|model| model.version == name);
    Ok(M::migrations().iter().all(|migration| is_applied(migration.name())))
}

/// On SQLite all that is missing is one transaction: a file that was cut off half-way would not open again. On Postgres
/// each migration is one, and a second transaction holds the lock meanwhile.
async fn apply<M: MigratorTrait>(connection: &DatabaseConnection) -> Result<(), DbErr> {
    match M::get_pending_migrations_read_only(connection).await {
        Ok(pending) if pending.is_empty() => return Ok(()),
        // There are some that this program does not know: a later one has been here. Migrations only add, so that this one works
        // when none of its own is missing.
        Err(_) if has_all::<M>(connection).await? => return Ok(()),
        other => drop(other?),
    }
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
    program_version::note::<M>(&tx).await?;
    tx.commit().await
}
