//! Database errors, classified by what callers can do about them.

use sea_orm::sqlx;
use sea_orm::{ConnAcquireErr, DbErr, RuntimeErr, SqlErr};
use stoa_kernel::ports::PortError;
use stoa_kernel::storage::WriteProblem;
use stoa_kernel::{ErrorCode, Failure};

/// A database error.
#[derive(Debug, thiserror::Error)]
pub enum DbError {
    /// A unique value is already taken.
    #[error("a unique value is already taken")]
    Duplicate(#[source] DbErr),
    /// Foreign key violation: a referenced row does not exist, or a row to be deleted is still referenced.
    #[error("a referenced row does not exist, or a row is still referenced")]
    Referred(#[source] DbErr),
    /// The database is too busy, or cannot be reached.
    #[error("the database is not available")]
    Unavailable(#[source] DbErr),
    /// The disk is full, read-only or broken; reading may still work.
    #[error("the database cannot write")]
    CannotWrite(WriteProblem, #[source] DbErr),
    /// The database file is damaged, or not an SQLite file.
    #[error("the database file is damaged; `stoa tenant restore` replaces the file of a site with a copy")]
    Damaged(#[source] DbErr),
    /// An earlier statement of the transaction failed, so the transaction has no effect.
    #[error("an earlier statement of the transaction failed")]
    Ended,
    /// A column holds a value of another shape than its type.
    #[error("the column {column} contains an unreadable value")]
    Unreadable {
        /// Table and column.
        column: &'static str,
        /// Error of the parser.
        #[source]
        source: serde_json::Error,
    },
    /// A typed column holds JSON of another shape than its type; the source names the column.
    #[error("a column contains an unreadable value")]
    UnreadableJson(#[source] DbErr),
    /// Anything else.
    #[error("the database rejected a statement")]
    Other(#[source] DbErr),
}

impl From<DbErr> for DbError {
    fn from(error: DbErr) -> Self {
        match error.sql_err() {
            Some(SqlErr::UniqueConstraintViolation(_)) => return DbError::Duplicate(error),
            Some(SqlErr::ForeignKeyConstraintViolation(_)) => return DbError::Referred(error),
            _ => {}
        }
        match sqlx_error(&error).map(kind) {
            Some(Kind::CannotWrite(problem)) => DbError::CannotWrite(problem, error),
            Some(Kind::Unavailable) => DbError::Unavailable(error),
            Some(Kind::Damaged) => DbError::Damaged(error),
            _ if matches!(error, DbErr::ConnectionAcquire(_) | DbErr::Conn(_)) => DbError::Unavailable(error),
            _ if matches!(error, DbErr::Json(_)) => DbError::UnreadableJson(error),
            _ => DbError::Other(error),
        }
    }
}

fn sqlx_error(error: &DbErr) -> Option<&sqlx::Error> {
    match error {
        DbErr::Conn(RuntimeErr::SqlxError(error))
        | DbErr::Exec(RuntimeErr::SqlxError(error))
        | DbErr::Query(RuntimeErr::SqlxError(error)) => Some(error),
        _ => None,
    }
}

enum Kind {
    CannotWrite(WriteProblem),
    Unavailable,
    Damaged,
    Other,
}

fn kind(error: &sqlx::Error) -> Kind {
    match error {
        sqlx::Error::Io(io) => WriteProblem::behind(io).map_or(Kind::Unavailable, Kind::CannotWrite),
        sqlx::Error::Tls(_)
        | sqlx::Error::Protocol(_)
        | sqlx::Error::PoolTimedOut
        | sqlx::Error::PoolClosed
        | sqlx::Error::WorkerCrashed
        | sqlx::Error::BeginFailed => Kind::Unavailable,
        sqlx::Error::Database(error) => error.code().map_or(Kind::Other, |code| of_code(&code)),
        _ => Kind::Other,
    }
}

/// By SQLite's result codes (decimal; extended codes contain the primary code in their lowest byte;
/// <https://sqlite.org/rescode.html>) and Postgres's SQLSTATE (five characters;
/// <https://www.postgresql.org/docs/current/errcodes-appendix.html>).
fn of_code(code: &str) -> Kind {
    if code.len() == 5 {
        return match code {
            "53100" => Kind::CannotWrite(WriteProblem::Full),
            "25006" => Kind::CannotWrite(WriteProblem::ReadOnly),
            "58030" => Kind::CannotWrite(WriteProblem::Device),
            _ if ["08", "53", "57"].iter().any(|class| code.starts_with(class)) => Kind::Unavailable,
            _ => Kind::Other,
        };
    }
    match code.parse::<u32>().map(|code| code & 0xff) {
        Ok(13) => Kind::CannotWrite(WriteProblem::Full),
        Ok(8) => Kind::CannotWrite(WriteProblem::ReadOnly),
        Ok(10) => Kind::CannotWrite(WriteProblem::Device),
        // Busy, locked, out of memory, cannot open.
        Ok(5 | 6 | 7 | 14) => Kind::Unavailable,
        // Malformed, not a database.
        Ok(11 | 26) => Kind::Damaged,
        _ => Kind::Other,
    }
}

impl DbError {
    /// The database is known to be unreachable.
    pub(crate) fn away() -> Self {
        Self::Unavailable(DbErr::ConnectionAcquire(ConnAcquireErr::ConnectionClosed))
    }

    /// Finds the database error in the source chain of another error.
    pub fn behind<'a>(error: &'a (dyn std::error::Error + 'static)) -> Option<&'a Self> {
        let mut cause = Some(error);
        while let Some(error) = cause {
            if let Some(found) = error.downcast_ref() {
                return Some(found);
            }
            cause = error.source();
        }
        None
    }

    /// The same error as an adapter error.
    pub fn at_port(&self, port: &'static str) -> PortError {
        let problem = match self {
            DbError::CannotWrite(problem, _) => Some(*problem),
            _ => None,
        };
        let is_away = matches!(self, DbError::Unavailable(_) | DbError::Damaged(_));
        PortError { problem, is_away, ..PortError::new(port, self) }
    }
}

impl From<DbError> for Failure {
    fn from(error: DbError) -> Failure {
        let code = match error {
            DbError::CannotWrite(problem, _) => return Failure::not_written(problem, error),
            DbError::Duplicate(_) | DbError::Referred(_) => ErrorCode::Conflict,
            DbError::Unavailable(_) => return Failure::away(error),
            DbError::Damaged(_) => return Failure::damaged(error),
            DbError::Ended | DbError::Unreadable { .. } | DbError::UnreadableJson(_) | DbError::Other(_) => {
                ErrorCode::Internal
            }
        };
        Failure { source: Some(Box::new(error)), ..Failure::plain(code) }
    }
}
