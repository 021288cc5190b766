//! Applies what is missing, whole or not at all.

use sea_orm_migration::MigratorTrait;
use sea_orm_migration::sea_orm::{
    ConnectionTrait as _, DatabaseConnection, DbBackend, DbErr, SqliteTransactionMode, TransactionOptions,
    TransactionTrait as _,
};

use crate::{PlatformMigrator, TenantMigrator};

/// The lock that keeps several processes from migrating one Postgres database at the same time.
const LOCK: &str = "SELECT pg_advisory_xact_lock(6872016841251937)";

/// Brings the platform's tables up to date.
///
/// # Errors
/// When the database refuses; SQLite files are then as they were before.
pub async fn upgrade_platform(connection: &DatabaseConnection) -> Result<(), DbErr> {
    upgrade::<PlatformMigrator>(connection).await
}

/// Brings the sites' tables up to date.
///
/// # Errors
/// When the database refuses; SQLite files are then as they were before.
pub async fn upgrade_sites(connection: &DatabaseConnection) -> Result<(), DbErr> {
    upgrade::<TenantMigrator>(connection).await
}

/// On SQLite all that is missing is one transaction: a file that was cut off half-way would not open again. On Postgres
/// each migration is one, and a second transaction holds the lock meanwhile.
async fn upgrade<M: MigratorTrait>(connection: &DatabaseConnection) -> Result<(), DbErr> {
    if M::get_pending_migrations_read_only(connection).await?.is_empty() {
        return Ok(());
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
    tx.commit().await
}
