//! The connection pools of a database, and how transactions begin on them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use sea_orm::{
    AccessMode, DatabaseConnection, DbBackend, IsolationLevel, SqliteTransactionMode, TransactionOptions,
    TransactionTrait,
};
use stoa_kernel::boxed;
use stoa_kernel::reachability::DatabaseReachability;
use stoa_kernel::statements;
use stoa_kernel::storage::WriteHealth;
use stoa_kernel::waits;

use crate::DbError;
use crate::connection::LOCK_STORAGE;
use crate::transaction::{Transaction, begin_within};

/// How the statements begin that set the site of a transaction. As the beginning and end of transactions, they are not
/// counted as statements.
const SETS_CONFIG: &str = "SELECT set_config(";

/// Has the statements of a connection pool counted for the requests that run them, and the waits for locks on Postgres.
pub fn count_statements(pool: &mut DatabaseConnection) {
    pool.set_metric_callback(|ran| {
        let sql = ran.statement.sql.as_str();
        if !sql.starts_with(SETS_CONFIG) {
            statements::note(sql);
        }
        if ran.statement.db_backend == DbBackend::Postgres && locks_rows(sql) {
            waits::LOCKS.record(ran.elapsed);
        }
    });
}

/// Whether a statement waits for other transactions that have changed or locked its rows, or have taken its lock.
fn locks_rows(sql: &str) -> bool {
    // Deletions are left out: those of many rows take their time without waiting for anyone.
    sql.starts_with("UPDATE ") || sql.ends_with(" FOR UPDATE") || sql == LOCK_STORAGE
}

/// The connection pools of a database. On SQLite one connection reads, further ones read concurrently, and one writes;
/// each needs about 400 kB for the schema of a site's tables alone. On Postgres all three are one pool.
#[derive(Clone, Debug)]
pub struct Connections {
    /// For read-only transactions.
    pub reader: DatabaseConnection,
    /// For read-only transactions that begin while `reader` is in use.
    pub further_readers: DatabaseConnection,
    /// For transactions that write.
    pub writer: DatabaseConnection,
    /// Receives reports of failed writes.
    pub health: WriteHealth,
    /// Whether the database can be reached.
    pub reach: DatabaseReachability,
    /// Whether `reader` is in use.
    pub reader_is_taken: Arc<AtomicBool>,
}

/// Marks the first reader as in use while it exists.
#[derive(Debug)]
pub(crate) struct FirstReader(Arc<AtomicBool>);

impl FirstReader {
    fn take(is_taken: &Arc<AtomicBool>) -> Option<Self> {
        (!is_taken.swap(true, Ordering::Relaxed)).then(|| Self(Arc::clone(is_taken)))
    }
}

impl Drop for FirstReader {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Relaxed);
    }
}

impl Connections {
    /// Closes the pools.
    ///
    /// # Errors
    /// When a pool does not close.
    #[boxed]
    pub async fn close(&self) -> Result<(), DbError> {
        for pool in [&self.reader, &self.further_readers, &self.writer] {
            pool.close_by_ref().await?;
        }
        Ok(())
    }

    /// A connection returns to its pool slightly after the end of its transaction. A pool of one connection waits for
    /// it; a larger pool would open another one instead.
    pub(crate) async fn begin_read(&self, access: Option<AccessMode>) -> Result<Transaction, DbError> {
        self.begin_reading(None, access).await
    }

    pub(crate) async fn begin_reading(
        &self,
        isolation: Option<IsolationLevel>,
        access: Option<AccessMode>,
    ) -> Result<Transaction, DbError> {
        let _waiting = waits::CONNECTIONS.begin();
        let first = FirstReader::take(&self.reader_is_taken);
        let pool = if first.is_some() { &self.reader } else { &self.further_readers };
        let begun = begin_within(&self.reach, &self.health, pool.begin_with_config(isolation, access)).await?;
        Ok(Transaction::new(begun, self.health.clone(), self.reach.clone()).of(first))
    }

    pub(crate) async fn begin_write(&self) -> Result<Transaction, DbError> {
        // A file has one connection that writes: waiting for it is waiting for the lock.
        let _waiting = if self.reach.is_watched() { waits::CONNECTIONS.begin() } else { waits::LOCKS.begin() };
        let options = TransactionOptions {
            sqlite_transaction_mode: Some(SqliteTransactionMode::Immediate),
            ..TransactionOptions::default()
        };
        let begun = begin_within(&self.reach, &self.health, self.writer.begin_with_options(options)).await?;
        Ok(Transaction::new(begun, self.health.clone(), self.reach.clone()))
    }
}
