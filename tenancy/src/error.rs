use stoa_entity::DbError;
use stoa_kernel::{ErrorCode, Failure, FieldErrors};

/// What can go wrong between a call and its site.
#[derive(Debug, thiserror::Error)]
pub enum TenancyError {
    /// No site here, or none that this person works on.
    #[error("no such site")]
    UnknownSite,
    /// Address or password is not right; which one is not told.
    #[error("the e-mail address or the password is not right")]
    SignInFailed,
    /// The token is missing, forged, ended or used twice.
    #[error("the session has ended")]
    SessionEnded,
    /// Values that are not right.
    #[error("some values are not right")]
    Invalid(FieldErrors),
    /// The name is already taken.
    #[error("'{0}' is already taken")]
    Taken(String),
    /// The role table or a token could not be handled.
    #[error("{0}")]
    Broken(&'static str, #[source] Box<dyn std::error::Error + Send + Sync>),
    /// The database did not do its part.
    #[error(transparent)]
    Database(#[from] DbError),
    /// A database could not be opened or migrated.
    #[error("the database {name} could not be opened")]
    Open {
        /// File or address, without secrets.
        name: String,
        /// Why.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
}

impl From<TenancyError> for Failure {
    fn from(error: TenancyError) -> Failure {
        match error {
            TenancyError::UnknownSite => Failure::not_found(),
            TenancyError::SignInFailed => {
                Failure::new(ErrorCode::SignInFailed, "The e-mail address or the password is not right.")
            }
            TenancyError::SessionEnded => {
                Failure::new(ErrorCode::SignInRequired, "Your session has ended. Please sign in again.")
            }
            TenancyError::Invalid(fields) => Failure::validation(fields),
            TenancyError::Taken(name) => Failure::new(ErrorCode::Conflict, format!("'{name}' is already taken.")),
            TenancyError::Database(error) => error.into(),
            other => Failure::internal(other),
        }
    }
}
