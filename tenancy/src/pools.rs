//! Pools of connections. Every connection of the program comes from here, and goes back to its pool only outside any
//! transaction.
//!
//! The libraries do not see to that. When SQLite is out of space it ends the transaction by itself; `COMMIT` and
//! `ROLLBACK` then fail with "no transaction is active", and sqlx-sqlite 0.9 lowers its count of open transactions only after
//! one that succeeds (`ConnectionWorker`, `Command::Commit` and `Command::Rollback`). The connection would go back with
//! the count above zero: sea-orm would begin the next transaction as a savepoint, its rollback (`ROLLBACK TO`)
//! would leave the transaction around it open, and every later commit would release a savepoint and commit nothing.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use futures::future::BoxFuture;
use sea_orm::sqlx::pool::PoolConnectionMetadata;
use sea_orm::sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous,
};
use sea_orm::sqlx::{self, ConnectOptions as _, Connection, Executor, PgConnection};
use sea_orm::{ConnectOptions, Database, DatabaseConnection, DbErr, SqlxSqliteConnector};
use stoa_entity::Connections;
use stoa_kernel::storage::WriteHealth;

use crate::TenancyError;
use crate::databases::open_error;

/// Connections that read an SQLite file while another one does.
const FURTHER_READERS: u32 = 3;

/// A connection to a file that is not used for so long is closed.
const IDLE_CONNECTION: Duration = Duration::from_secs(20);

/// Statements that a connection keeps prepared: all that a shop's flows need.
const PREPARED_STATEMENTS: usize = 400;

/// How long a call waits for a connection to Postgres. A server that is away is told of by then, and one that is busy has
/// answered.
const LONGEST_WAIT: Duration = Duration::from_secs(4);

/// How long a connection to Postgres may have rested before it is asked whether it still stands. Asking each time would be a
/// way to the server and back for each transaction.
const TRUSTED_CONNECTION: Duration = Duration::from_secs(1);

/// What happens to a file that is not there when a connection is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Missing {
    /// It is made, and empty.
    IsMade,
    /// The connection fails: a site that was removed does not come back.
    Fails,
}

/// One writer, since SQLite has no more, and readers that never wait for it. A connection is opened when it is first needed, and a
/// commit is on the disk when it returns.
pub(crate) fn open_sqlite(file: &Path, missing: Missing, health: &WriteHealth) -> Connections {
    let own = SqliteConnectOptions::new()
        .filename(file)
        .create_if_missing(missing == Missing::IsMade)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .busy_timeout(Duration::from_secs(10))
        .statement_cache_capacity(PREPARED_STATEMENTS)
        .disable_statement_logging();
    // What is built by the pools of sea-orm asks each of them for the version of SQLite, and so opens it.
    let open =
        |most: u32| SqlxSqliteConnector::from_sqlx_sqlite_pool(pool(most, health).connect_lazy_with(own.clone()));
    Connections {
        reader: open(1),
        further_readers: open(FURTHER_READERS),
        writer: open(1),
        health: health.clone(),
        reader_is_taken: Arc::default(),
    }
}

fn pool(most: u32, health: &WriteHealth) -> SqlitePoolOptions {
    SqlitePoolOptions::new()
        .max_connections(most)
        .idle_timeout(IDLE_CONNECTION)
        // A file does not hang up.
        .test_before_acquire(false)
        .acquire_timeout(Duration::from_secs(20))
        .after_release({
            let (health, seen) = (health.clone(), Arc::new(AtomicU64::new(health.spell())));
            move |connection, _| {
                let spell = health.spell();
                let failed = seen.swap(spell, Ordering::Relaxed) != spell;
                sqlite_is_clean(connection, failed)
            }
        })
        .before_acquire({
            let health = health.clone();
            move |connection, metadata| is_usable(connection, health.is_from_before(metadata.age))
        })
}

/// One connection to a file that nobody else has open. A file that it makes has pages of so many bytes.
pub(crate) async fn open_one_sqlite(file: &Path, page_bytes: u32) -> Result<DatabaseConnection, DbErr> {
    let mut options = ConnectOptions::new(format!("sqlite://{}?mode=rwc", file.display()));
    options.max_connections(1).sqlx_logging(false).map_sqlx_sqlite_opts(move |options| options.page_size(page_bytes));
    Database::connect(options).await
}

pub(crate) async fn open_postgres(
    url: &str,
    max_connections: u32,
    health: &WriteHealth,
) -> Result<Connections, TenancyError> {
    let mut options = ConnectOptions::new(url);
    options
        .max_connections(max_connections)
        .sqlx_logging(false)
        .test_before_acquire_if_idle_for(TRUSTED_CONNECTION)
        .acquire_timeout(LONGEST_WAIT)
        .map_sqlx_postgres_pool_opts(|pool| pool.after_release(postgres_is_clean))
        .map_sqlx_postgres_before_acquire(is_outside)
        .map_sqlx_postgres_opts(|options| options.statement_cache_capacity(PREPARED_STATEMENTS));
    let connection = Database::connect(options).await.map_err(|error| open_error("Postgres", error))?;
    Ok(Connections {
        reader: connection.clone(),
        further_readers: connection.clone(),
        writer: connection,
        health: health.clone(),
        reader_is_taken: Arc::default(),
    })
}

/// What a hook of a pool answers: whether the connection is kept.
type Keep<'a> = BoxFuture<'a, Result<bool, sqlx::Error>>;

/// Asked when a connection comes back. The rollback of a dropped transaction is still queued then, so it is waited for
/// before anything is asked. SQLite refuses `BEGIN` inside a transaction, whatever the library counts.
///
/// After a write that `failed`, here or elsewhere, a connection is not kept: one that was opened while the file system took
/// no changes holds its log open for reading alone, and would refuse every write for ever.
fn sqlite_is_clean(connection: &mut SqliteConnection, failed: bool) -> Keep<'_> {
    Box::pin(async move {
        connection.ping().await?;
        Ok(!failed && !connection.is_in_transaction() && connection.execute("BEGIN; ROLLBACK").await.is_ok())
    })
}

/// The same of SQLite, where one that is from before writing began to work again may be able to read alone.
fn is_usable(connection: &mut SqliteConnection, is_old: bool) -> Keep<'_> {
    Box::pin(async move { Ok(!is_old && !connection.is_in_transaction()) })
}

/// Asked before a connection is given out; one that is inside a transaction is closed and another one opened.
fn is_outside<C: Connection>(connection: &mut C, _: PoolConnectionMetadata) -> Keep<'_> {
    Box::pin(async move { Ok(!connection.is_in_transaction()) })
}

/// Asked when a connection comes back. Postgres ends a transaction whose commit or rollback fails, and sqlx counts it as
/// ended when the rollback is queued; the pool then sends the queue, and closes the connection when that fails.
fn postgres_is_clean(connection: &mut PgConnection, _: PoolConnectionMetadata) -> Keep<'_> {
    Box::pin(async move { Ok(!connection.is_in_transaction()) })
}
