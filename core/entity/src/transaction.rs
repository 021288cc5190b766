//! Transactions that end with the first failed statement.

use std::ops::Deref;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};

use sea_orm::{DatabaseTransaction, DbBackend, DbErr};
use stoa_kernel::reachability::DatabaseReachability;
use stoa_kernel::storage::WriteHealth;

use crate::DbError;
use crate::pools::FirstReader;

/// A statement that runs once it is awaited.
///
/// Boxed: otherwise the compiler proves for each function that runs a statement that all parts of a query can be sent
/// between threads, which took two fifths of the time for the domains.
pub type Execution<'a, T> = Pin<Box<dyn Future<Output = Result<T, DbError>> + Send + 'a>>;

/// A transaction that ends with the first failed statement.
///
/// Databases behave differently after an error: Postgres refuses further statements and answers COMMIT with a rollback
/// that looks like success; SQLite has already rolled back when its disk is full, so that further statements would be
/// committed one by one. Here no statement is run after an error, and `commit` fails.
#[derive(Debug)]
pub(crate) struct Transaction {
    connection: DatabaseTransaction,
    failed: AtomicBool,
    /// Whether it failed because the database became unreachable.
    is_lost: AtomicBool,
    health: WriteHealth,
    reach: DatabaseReachability,
    /// Dropped after the connection.
    _reader: Option<FirstReader>,
}

/// A transaction whose type the compiler does not look into, for the same reason as [`Execution`].
#[derive(Debug)]
pub(crate) struct OpaqueTransaction(Box<dyn HeldTransaction>);

trait HeldTransaction: Send + Sync + std::fmt::Debug {
    fn transaction(&self) -> &Transaction;
    fn into_transaction(self: Box<Self>) -> Transaction;
}

impl HeldTransaction for Transaction {
    fn transaction(&self) -> &Transaction {
        self
    }

    fn into_transaction(self: Box<Self>) -> Transaction {
        *self
    }
}

impl OpaqueTransaction {
    pub(crate) async fn commit(self) -> Result<(), DbError> {
        self.0.into_transaction().commit().await
    }
}

impl From<Transaction> for OpaqueTransaction {
    fn from(transaction: Transaction) -> Self {
        Self(Box::new(transaction))
    }
}

impl Deref for OpaqueTransaction {
    type Target = Transaction;

    fn deref(&self) -> &Transaction {
        self.0.transaction()
    }
}

impl Transaction {
    pub(crate) fn new(connection: DatabaseTransaction, health: WriteHealth, reach: DatabaseReachability) -> Self {
        let (failed, is_lost) = (AtomicBool::new(false), AtomicBool::new(false));
        Self { connection, failed, is_lost, health, reach, _reader: None }
    }

    /// Keeps the first reader in use until the transaction is over.
    pub(crate) fn of(self, reader: Option<FirstReader>) -> Self {
        Self { _reader: reader, ..self }
    }

    pub(crate) fn is_postgres(&self) -> bool {
        self.backend() == DbBackend::Postgres
    }

    pub(crate) fn backend(&self) -> DbBackend {
        sea_orm::ConnectionTrait::get_database_backend(&self.connection)
    }

    pub(crate) fn reach(&self) -> &DatabaseReachability {
        &self.reach
    }

    /// The connection to build statements with; run each with [`Self::run`].
    pub(crate) fn connection(&self) -> &DatabaseTransaction {
        &self.connection
    }

    /// Runs a statement like [`Self::run`], as a boxed future.
    pub(crate) fn execute<'a, T: 'a>(
        &'a self,
        statement: impl Future<Output = Result<T, DbErr>> + Send + 'a,
    ) -> Execution<'a, T> {
        Box::pin(self.run(statement))
    }

    /// Runs a statement, unless an earlier one has failed.
    pub(crate) async fn run<T>(&self, statement: impl Future<Output = Result<T, DbErr>>) -> Result<T, DbError> {
        self.check()?;
        let done = if self.reach.is_watched() {
            within(&self.reach, &self.health, Box::pin(statement)).await
        } else {
            statement.await.map_err(|error| noted(error, &self.health))
        };
        done.inspect_err(|error| {
            self.failed.store(true, Ordering::Relaxed);
            self.is_lost.store(matches!(error, DbError::Unavailable(_)), Ordering::Relaxed);
        })
    }

    pub(crate) async fn commit(self) -> Result<(), DbError> {
        self.check()?;
        within(&self.reach, &self.health, Box::pin(self.connection.commit())).await
    }

    fn check(&self) -> Result<(), DbError> {
        match (self.failed.load(Ordering::Relaxed), self.is_lost.load(Ordering::Relaxed)) {
            (false, _) => Ok(()),
            (true, true) => Err(DbError::away()),
            (true, false) => Err(DbError::Ended),
        }
    }
}

/// Waits for a database operation while the database can be reached.
pub(crate) async fn within<T, F>(reach: &DatabaseReachability, health: &WriteHealth, work: F) -> Result<T, DbError>
where
    F: Future<Output = Result<T, DbErr>> + Unpin,
{
    told(reach, health, reach.run_while_reachable(work).await)
}

/// Waits for the beginning of a transaction likewise; a connection that does not respond ends the wait.
pub(crate) async fn begin_within<T, F>(
    reach: &DatabaseReachability,
    health: &WriteHealth,
    work: F,
) -> Result<T, DbError>
where
    F: Future<Output = Result<T, DbErr>> + Unpin,
{
    told(reach, health, reach.begin_while_reachable(work).await)
}

fn told<T>(reach: &DatabaseReachability, health: &WriteHealth, done: Option<Result<T, DbErr>>) -> Result<T, DbError> {
    let Some(done) = done else { return Err(DbError::away()) };
    done.inspect(|_| reach.note_done()).map_err(|error| {
        let error = noted(error, health);
        if let DbError::Unavailable(cause) = &error {
            reach.report(cause);
        }
        error
    })
}

/// Converts an error; write problems are also reported to the monitor of storage.
pub fn noted(error: DbErr, health: &WriteHealth) -> DbError {
    let error = DbError::from(error);
    if let DbError::CannotWrite(problem, _) = &error {
        health.report(*problem);
    }
    error
}
