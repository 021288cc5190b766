//! Pools of connections. Every connection of the program comes from here, and goes back to its pool only outside any
//! transaction.
//!
//! The libraries do not see to that. When SQLite is out of space it ends the transaction by itself; `COMMIT` and
//! `ROLLBACK` then fail with "no transaction is active", and sqlx-sqlite 0.9 lowers its count of open transactions only after
//! one that succeeds (`ConnectionWorker`, `Command::Commit` and `Command::Rollback`). The connection would go back with
//! the count above zero: sea-orm would begin the next transaction as a savepoint, its rollback (`ROLLBACK TO`)
//! would leave the transaction around it open, and every later commit would release a savepoint and commit nothing.

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
use stoa_entity::Connections;
use stoa_kernel::reach::Reach;
use stoa_kernel::storage::{WriteHealth, lacks_files};

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
        reach: Reach::default(),
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
    reach: &Reach,
) -> Result<Connections, TenancyError> {
    let mut options = ConnectOptions::new(url);
    options
        .max_connections(max_connections)
        .sqlx_logging(false)
        // The hook below does, and says nothing of what it lets go of.
        .test_before_acquire(false)
        .acquire_timeout(LONGEST_WAIT)
        .map_sqlx_postgres_pool_opts({
            let reach = reach.clone();
            move |pool| {
                let reach = reach.clone();
                pool.after_release(move |connection, _| postgres_is_clean(connection, reach.is_away()))
            }
        })
        .map_sqlx_postgres_before_acquire({
            let reach = reach.clone();
            move |connection, metadata| {
                let is_old = reach.is_from_before(metadata.age);
                still_stands(connection, is_old, metadata.idle_for >= TRUSTED_CONNECTION)
            }
        })
        .map_sqlx_postgres_opts(|options| options.statement_cache_capacity(PREPARED_STATEMENTS));
    let connection = Database::connect(options).await.map_err(|error| open_error("Postgres", error))?;
    Ok(Connections {
        reader: connection.clone(),
        further_readers: connection.clone(),
        writer: connection,
        health: health.clone(),
        reach: reach.clone(),
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

/// Asked before a connection to Postgres is given out. One that is inside a transaction, is from before the database came
/// back, or has rested and says nothing more, is closed and another one opened.
fn still_stands(connection: &mut PgConnection, is_old: bool, has_rested: bool) -> Keep<'_> {
    Box::pin(async move {
        let is_sound = !is_old && !connection.is_in_transaction();
        Ok(is_sound && (!has_rested || connection.ping().await.is_ok()))
    })
}

/// Asked when a connection comes back. Postgres ends a transaction whose commit or rollback fails, and sqlx counts it as
/// ended when the rollback is queued; the pool then sends the queue, and closes the connection when that fails. While the database
/// `is_away` it would wait for that.
fn postgres_is_clean(connection: &mut PgConnection, is_away: bool) -> Keep<'_> {
    Box::pin(async move { Ok(!is_away && !connection.is_in_transaction()) })
}

/// How long Postgres may take to let somebody in who asks whether it is there. One that is only busy has done so by then.
const LONGEST_ASKING: Duration = Duration::from_secs(3);
/// Class of the errors of a server that starts, stops or has crashed.
const NOT_SERVING: &str = "57";

/// Asks Postgres whether it is there, by a connection apart from the pool: that may be full of calls which wait for it.
pub(crate) struct Doorbell(PgConnectOptions);

impl Doorbell {
    pub(crate) fn of(url: &str) -> Result<Self, TenancyError> {
        url.parse().map(Self).map_err(|error: sqlx::Error| open_error("Postgres", error))
    }

    /// # Errors
    /// What keeps it from being reached.
    pub(crate) async fn ring(&self) -> Result<(), Unreached> {
        match tokio::time::timeout(LONGEST_ASKING, self.0.connect()).await {
            Ok(Ok(connection)) => {
                // It was there, however this ends.
                let _ = tokio::time::timeout(LONGEST_ASKING, connection.close()).await;
                Ok(())
            }
            // Whoever refuses a caller is there: it has too many, or does not know this one.
            Ok(Err(sqlx::Error::Database(refusal))) if !is_of_server(refusal.code().as_deref()) => Ok(()),
            // This process cannot call anybody, which says nothing of the database.
            Ok(Err(sqlx::Error::Io(error))) if lacks_files(&error) => Ok(()),
            Ok(Err(error)) => Err(Unreached { may_be_here: !tells_of_it(&error), reason: error.to_string() }),
            Err(_) => Err(Unreached { may_be_here: true, reason: "it does not answer".to_owned() }),
        }
    }
}

/// Why Postgres was not reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreached {
    /// What operators read.
    pub reason: String,
    /// Whether it may be there all the same: nothing was heard in time, or its name was not resolved. A process that is short of
    /// time of its own finds that too.
    pub may_be_here: bool,
}

/// Whether an error comes from where the database should be. One of resolving a name has no kind of its own.
fn tells_of_it(error: &sqlx::Error) -> bool {
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
    fn silence_and_a_name_that_is_not_resolved_tell_nothing_of_the_database() {
        let tells = |error: io::Error| tells_of_it(&sqlx::Error::Io(error));
        assert!(tells(ErrorKind::ConnectionRefused.into()) && tells(ErrorKind::UnexpectedEof.into()));
        assert!(!tells(ErrorKind::TimedOut.into()) && !tells(io::Error::other("failed to lookup address information")));
    }
}
