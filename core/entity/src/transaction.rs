use std::sync::atomic::{AtomicBool, Ordering};

use sea_orm::{DatabaseTransaction, DbBackend, DbErr};
use stoa_kernel::storage::WriteHealth;

use crate::DbError;
use crate::connection::FirstReader;

/// A transaction that is over with the first statement that fails.
///
/// Databases differ in what they do after an error: Postgres refuses what follows and answers COMMIT with a rollback that
/// reads like success; SQLite has already rolled back when its disk is full, so that what follows would be
/// committed statement by statement. Here nothing follows, and `commit` fails.
#[derive(Debug)]
pub(crate) struct Transaction {
    connection: DatabaseTransaction,
    failed: AtomicBool,
    health: WriteHealth,
    /// Dropped after the connection.
    _reader: Option<FirstReader>,
}

impl Transaction {
    pub(crate) fn new(connection: DatabaseTransaction, health: WriteHealth) -> Self {
        Self { connection, failed: AtomicBool::new(false), health, _reader: None }
    }

    /// One that keeps the first reader until it is over.
    pub(crate) fn of(self, reader: Option<FirstReader>) -> Self {
        Self { _reader: reader, ..self }
    }

    pub(crate) fn is_postgres(&self) -> bool {
        self.backend() == DbBackend::Postgres
    }

    pub(crate) fn backend(&self) -> DbBackend {
        sea_orm::ConnectionTrait::get_database_backend(&self.connection)
    }

    /// What statements are made for; each is run by [`Self::run`].
    pub(crate) fn connection(&self) -> &DatabaseTransaction {
        &self.connection
    }

    /// Runs a statement, unless one has failed before.
    pub(crate) async fn run<T>(&self, statement: impl Future<Output = Result<T, DbErr>>) -> Result<T, DbError> {
        self.check()?;
        statement.await.map_err(|error| {
            self.failed.store(true, Ordering::Relaxed);
            noted(error, &self.health)
        })
    }

    pub(crate) async fn commit(self) -> Result<(), DbError> {
        self.check()?;
        self.connection.commit().await.map_err(|error| noted(error, &self.health))
    }

    fn check(&self) -> Result<(), DbError> {
        if self.failed.load(Ordering::Relaxed) { Err(DbError::Ended) } else { Ok(()) }
    }
}

/// An error as callers know it; one that keeps data from being written is reported to whoever watches over writing.
pub fn noted(error: DbErr, health: &WriteHealth) -> DbError {
    let error = DbError::from(error);
    if let DbError::CannotWrite(problem, _) = &error {
        health.report(*problem);
    }
    error
}
