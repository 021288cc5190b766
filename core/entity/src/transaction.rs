use std::sync::atomic::{AtomicBool, Ordering};

use sea_orm::{DatabaseTransaction, DbBackend, DbErr};
use stoa_kernel::reach::Reach;
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
    /// Whether it failed since the database went away.
    is_lost: AtomicBool,
    health: WriteHealth,
    reach: Reach,
    /// Dropped after the connection.
    _reader: Option<FirstReader>,
}

impl Transaction {
    pub(crate) fn new(connection: DatabaseTransaction, health: WriteHealth, reach: Reach) -> Self {
        let (failed, is_lost) = (AtomicBool::new(false), AtomicBool::new(false));
        Self { connection, failed, is_lost, health, reach, _reader: None }
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

    pub(crate) fn reach(&self) -> &Reach {
        &self.reach
    }

    /// What statements are made for; each is run by [`Self::run`].
    pub(crate) fn connection(&self) -> &DatabaseTransaction {
        &self.connection
    }

    /// Runs a statement, unless one has failed before.
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

/// Waits for the database to do something, as long as it can be reached.
pub(crate) async fn within<T, F>(reach: &Reach, health: &WriteHealth, work: F) -> Result<T, DbError>
where
    F: Future<Output = Result<T, DbErr>> + Unpin,
{
    let Some(done) = reach.or_away(work).await else { return Err(DbError::away()) };
    done.inspect(|_| reach.note_done()).map_err(|error| {
        let error = noted(error, health);
        if let DbError::Unavailable(cause) = &error {
            reach.report(cause);
        }
        error
    })
}

/// An error as callers know it; one that keeps data from being written is reported to whoever watches over writing.
pub fn noted(error: DbErr, health: &WriteHealth) -> DbError {
    let error = DbError::from(error);
    if let DbError::CannotWrite(problem, _) = &error {
        health.report(*problem);
    }
    error
}
