//! Connection pools. Every database connection of the program comes from here, and returns to its pool only outside any
//! transaction.
//!
//! The libraries do not ensure that. When SQLite is out of space it ends the transaction by itself; `COMMIT` and
//! `ROLLBACK` then fail with "no transaction is active", and sqlx-sqlite 0.9 lowers its count of open transactions only
//! after one that succeeds (`ConnectionWorker`, `Command::Commit` and `Command::Rollback`). The connection would return
//! with the count above zero: sea-orm would begin the next transaction as a savepoint, its rollback (`ROLLBACK TO`)
//! would leave the enclosing transaction open, and every later commit would release a savepoint and commit nothing.

use std::io::ErrorKind;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use futures::future::BoxFuture;
use sea_orm::sqlx::postgres::PgConnectOptions;
use sea_orm::sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous,
};
use sea_orm::sqlx::{self, ConnectOptions as _, Connection, Executor, PgConnection};
use sea_orm::{ConnectOptions, Database, DatabaseConnection, DbErr, SqlxSqliteConnector};
use stoa_entity::{Connections, count_statements};
use stoa_kernel::reachability::DatabaseReachability;
use stoa_kernel::storage::{WriteHealth, has_too_many_open_files};

use crate::TenancyError;
use crate::databases::open_error;

/// Additional reader connections to an SQLite file, used while the first one is busy.
const FURTHER_READERS: u32 = 3;

/// A connection to a file is closed when it was not used for this long.
const IDLE_CONNECTION: Duration = Duration::from_secs(20);

/// Prepared statements cached per connection: enough for all flows of a shop.
const PREPARED_STATEMENTS: usize = 400;

/// How long a request waits for a connection to Postgres. By then a server that is down was found to be (see
/// `DatabaseReachability`), and a busy one has responded.
const MAX_WAIT: Duration = Duration::from_secs(4);

/// A connection to Postgres that was idle for this long is pinged before use. A ping each time would be an additional
/// round trip per transaction.
const TRUSTED_CONNECTION: Duration = Duration::from_secs(1);

/// What happens when a file to be opened is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Missing {
    /// It is created empty.
    IsMade,
    /// The connection fails: a deleted site is not created again.
    Fails,
}

/// Whether a commit waits until it is on disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Durability {
    /// It does.
    Full,
    /// It does not: after a power failure the last commits may be missing, but the file is whole.
    Relaxed,
}

/// One writer, since SQLite allows no more, and readers that never wait for it. Connections are opened lazily; a commit
/// is on disk when it returns.
pub(crate) fn open_sqlite(file: &Path, missing: Missing, health: &WriteHealth) -> Connections {
    open_sqlite_with(file, missing, health, Durability::Full)
}

/// Like [`open_sqlite`], with a choice of what a commit waits for.
pub(crate) fn open_sqlite_with(
    file: &Path,
    missing: Missing,
    health: &WriteHealth,
    durability: Durability,
) -> Connections {
    let own = SqliteConnectOptions::new()
        .filename(file)
        .create_if_missing(missing == Missing::IsMade)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(match durability {
            Durability::Full => SqliteSynchronous::Full,
            Durability::Relaxed => SqliteSynchronous::Normal,
        })
        .foreign_keys(true)
        .busy_timeout(Duration::from_secs(10))
        .statement_cache_capacity(PREPARED_STATEMENTS)
        .disable_statement_logging();
    // Built from sqlx pools: with its own pools sea-orm queries the SQLite version of each, which opens a connection.
    let open = |most: u32| {
        let pool = pool(most, health).connect_lazy_with(own.clone());
        let mut connection = SqlxSqliteConnector::from_sqlx_sqlite_pool(pool);
        count_statements(&mut connection);
        connection
    };
    Connections {
        reader: open(1),
        further_readers: open(FURTHER_READERS),
        writer: open(1),
        health: health.clone(),
        reach: DatabaseReachability::default(),
        reader_is_taken: Arc::default(),
    }
}

fn pool(most: u32, health: &WriteHealth) -> SqlitePoolOptions {
    SqlitePoolOptions::new()
        .max_connections(most)
        .idle_timeout(IDLE_CONNECTION)
        // A connection to a file does not break.
        .test_before_acquire(false)
        .acquire_timeout(Duration::from_secs(20))
        .after_release({
            let (health, seen) = (health.clone(), Arc::new(AtomicU64::new(health.epoch())));
            move |connection, _| {
                let epoch = health.epoch();
                let failed = seen.swap(epoch, Ordering::Relaxed) != epoch;
                sqlite_is_clean(connection, failed)
            }
        })
        .before_acquire({
            let health = health.clone();
            move |connection, metadata| is_usable(connection, health.is_from_before(metadata.age))
        })
}

/// One connection to a file that nobody else has open. A file that it creates has this page size in bytes.
pub(crate) async fn open_one_sqlite(file: &Path, page_bytes: u32) -> Result<DatabaseConnection, DbErr> {
    let mut options = ConnectOptions::new(format!("sqlite://{}?mode=rwc", file.display()));
    options.max_connections(1).sqlx_logging(false).map_sqlx_sqlite_opts(move |options| options.page_size(page_bytes));
    Database::connect(options).await
}

pub(crate) async fn open_postgres(
    url: &str,
    max_connections: u32,
    health: &WriteHealth,
    reach: &DatabaseReachability,
) -> Result<Connections, TenancyError> {
    let mut options = ConnectOptions::new(url);
    options
        .max_connections(max_connections)
        .sqlx_logging(false)
        // The hook below tests it, without logging connections that it closes.
        .test_before_acquire(false)
        .acquire_timeout(MAX_WAIT)
        .map_sqlx_postgres_pool_opts({
            let reach = reach.clone();
            move |pool| {
                let reach = reach.clone();
                pool.after_release(move |connection, _| {
                    postgres_is_clean(connection, reach.is_away(), reach.has_given_up())
                })
            }
        })
        .map_sqlx_postgres_before_acquire({
            let reach = reach.clone();
            move |connection, metadata| {
                let is_old = reach.is_from_before(metadata.age);
                is_connection_alive(connection, is_old, metadata.idle_for >= TRUSTED_CONNECTION)
            }
        })
        .map_sqlx_postgres_opts(|options| options.statement_cache_capacity(PREPARED_STATEMENTS));
    let mut connection = Database::connect(options).await.map_err(|error| open_error("Postgres", error))?;
    count_statements(&mut connection);
    Ok(Connections {
        reader: connection.clone(),
        further_readers: connection.clone(),
        writer: connection,
        health: health.clone(),
        reach: reach.clone(),
        reader_is_taken: Arc::default(),
    })
}

/// Result of a pool hook: whether the connection is kept.
type Keep<'a> = BoxFuture<'a, Result<bool, sqlx::Error>>;

/// Called when a connection is released. The rollback of a dropped transaction is still queued then, so the ping waits
/// for it. SQLite rejects `BEGIN` inside a transaction, whatever the library counts.
///
/// After a write that `failed` on any connection, a connection is not kept: one that was opened while the file system
/// was not writable holds its WAL open read-only and would reject every later write.
fn sqlite_is_clean(connection: &mut SqliteConnection, failed: bool) -> Keep<'_> {
    Box::pin(async move {
        connection.ping().await?;
        Ok(!failed && !connection.is_in_transaction() && connection.execute("BEGIN; ROLLBACK").await.is_ok())
    })
}

/// Called before an SQLite connection is acquired. One from before writing worked again may be read-only.
fn is_usable(connection: &mut SqliteConnection, is_old: bool) -> Keep<'_> {
    Box::pin(async move { Ok(!is_old && !connection.is_in_transaction()) })
}

/// Called before a Postgres connection is acquired. One that is inside a transaction, is from before the database came
/// back, or was idle and does not respond, is closed and another one opened.
fn is_connection_alive(connection: &mut PgConnection, is_old: bool, has_rested: bool) -> Keep<'_> {
    Box::pin(async move {
        let is_sound = !is_old && !connection.is_in_transaction();
        Ok(is_sound && (!has_rested || responds(connection).await))
    })
}

/// Called when a connection is released. Postgres ends a transaction whose commit or rollback fails, and sqlx counts it
/// as ended when the rollback is queued; the pool then flushes the queue, and closes the connection when that fails.
/// While the database `is_away` the flush would block, and so it would on a connection that has stopped responding while
/// others work. That is found by the requests that give up waiting: then the connection `is_suspect`, and is replaced if
/// it does not respond. Its place in the pool would be lost otherwise.
fn postgres_is_clean(connection: &mut PgConnection, is_away: bool, is_suspect: bool) -> Keep<'_> {
    Box::pin(async move {
        let is_sound = !is_away && !connection.is_in_transaction();
        Ok(is_sound && (!is_suspect || responds(connection).await))
    })
}

/// Whether a connection responds in time.
async fn responds(connection: &mut PgConnection) -> bool {
    tokio::time::timeout(PROBE_TIMEOUT, connection.ping()).await.is_ok_and(|pinged| pinged.is_ok())
}

/// Time limit of a reachability check of Postgres, and of a ping on a connection. A server that is merely busy has accepted
/// the connection by then; a process that is short of processor time is checked again before the database counts as away.
const PROBE_TIMEOUT: Duration = Duration::from_secs(1);
/// Class of the error codes of a server that is starting, shutting down or has crashed.
const NOT_SERVING: &str = "57";

/// Checks whether Postgres is reachable by a connection outside the pool, which may be full of requests waiting for it.
pub(crate) struct ReachabilityProbe(PgConnectOptions);

impl ReachabilityProbe {
    pub(crate) fn of(url: &str) -> Result<Self, TenancyError> {
        url.parse().map(Self).map_err(|error: sqlx::Error| open_error("Postgres", error))
    }

    /// Connects once.
    ///
    /// # Errors
    /// Why it was not reached.
    pub(crate) async fn ring(&self) -> Result<(), UnreachableReason> {
        match tokio::time::timeout(PROBE_TIMEOUT, self.0.connect()).await {
            Ok(Ok(connection)) => {
                // The connection succeeded; errors on closing do not matter.
                let _ = tokio::time::timeout(PROBE_TIMEOUT, connection.close()).await;
                Ok(())
            }
            // A server that refuses the connection is up: it has too many connections, or rejects this role.
            Ok(Err(sqlx::Error::Database(refusal))) if !is_of_server(refusal.code().as_deref()) => Ok(()),
            // This process is out of file descriptors, which says nothing about the database.
            Ok(Err(sqlx::Error::Io(error))) if has_too_many_open_files(&error) => Ok(()),
            Ok(Err(error)) => {
                Err(UnreachableReason { may_be_here: !comes_from_database_host(&error), reason: error.to_string() })
            }
            Err(_) => Err(UnreachableReason { may_be_here: true, reason: "it does not respond".to_owned() }),
        }
    }
}

/// Why Postgres was not reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnreachableReason {
    /// Message for operators.
    pub reason: String,
    /// Whether it may be up nevertheless: the check timed out, or its name was not resolved. Both also happen to a
    /// process that is short of processor time.
    pub may_be_here: bool,
}

/// Whether an error came from the address of the database. Errors of name resolution have no kind of their own.
fn comes_from_database_host(error: &sqlx::Error) -> bool {
    let sqlx::Error::Io(error) = error else { return true };
    matches!(
        error.kind(),
        ErrorKind::ConnectionRefused
            | ErrorKind::ConnectionReset
            | ErrorKind::ConnectionAborted
            | ErrorKind::BrokenPipe
            | ErrorKind::UnexpectedEof
            | ErrorKind::HostUnreachable
            | ErrorKind::NetworkUnreachable
            | ErrorKind::NetworkDown
            | ErrorKind::NotFound
    )
}

fn is_of_server(code: Option<&str>) -> bool {
    code.is_some_and(|code| code.starts_with(NOT_SERVING))
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;

    #[test]
    fn timeouts_and_dns_errors_do_not_prove_database_down() {
        let tells = |error: io::Error| comes_from_database_host(&sqlx::Error::Io(error));
        assert!(tells(ErrorKind::ConnectionRefused.into()) && tells(ErrorKind::UnexpectedEof.into()));
        assert!(!tells(ErrorKind::TimedOut.into()) && !tells(io::Error::other("failed to lookup address information")));
    }
}
