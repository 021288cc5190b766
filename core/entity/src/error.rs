use stoa_kernel::{ErrorCode, Failure};

/// The database did not do what was asked.
#[derive(Debug, thiserror::Error)]
pub enum DbError {
    /// A unique value is already taken.
    #[error("a unique value is already taken")]
    Duplicate(#[source] sea_orm::DbErr),
    /// A row that is referred to is gone, or one that is to go is still referred to.
    #[error("a row that is referred to is gone, or still in use")]
    Referred(#[source] sea_orm::DbErr),
    /// Too busy, or not reachable.
    #[error("the database is not available")]
    Unavailable(#[source] sea_orm::DbErr),
    /// Anything else.
    #[error("the database refused a statement")]
    Other(#[source] sea_orm::DbErr),
}

impl From<sea_orm::DbErr> for DbError {
    fn from(error: sea_orm::DbErr) -> Self {
        match error.sql_err() {
            Some(sea_orm::SqlErr::UniqueConstraintViolation(_)) => DbError::Duplicate(error),
            Some(sea_orm::SqlErr::ForeignKeyConstraintViolation(_)) => DbError::Referred(error),
            _ => match error {
                sea_orm::DbErr::ConnectionAcquire(_) | sea_orm::DbErr::Conn(_) => DbError::Unavailable(error),
                other => DbError::Other(other),
            },
        }
    }
}

impl From<DbError> for Failure {
    fn from(error: DbError) -> Failure {
        let code = match error {
            DbError::Duplicate(_) | DbError::Referred(_) => ErrorCode::Conflict,
            DbError::Unavailable(_) => ErrorCode::Unavailable,
            DbError::Other(_) => ErrorCode::Internal,
        };
        Failure { source: Some(Box::new(error)), ..Failure::plain(code) }
    }
}
