//! Errors of e-mails, and the failures that requests get from them.

use stoa_entity::DbError;
use stoa_kernel::encryption::CipherError;
use stoa_kernel::error::FieldErrors;
use stoa_kernel::money::UnknownCurrency;
use stoa_kernel::{ErrorCode, Failure};

/// Errors of e-mails.
#[derive(Debug, thiserror::Error)]
pub enum EmailError {
    /// The e-mail or its kind does not exist in this site.
    #[error("not found")]
    NotFound,
    /// The caller lacks the permission.
    #[error("not allowed")]
    Denied(#[source] Failure),
    /// Invalid values, with one message per field.
    #[error("some values are invalid")]
    Invalid(FieldErrors),
    /// A newer revision was saved.
    #[error("a newer version was saved")]
    RevisionStale,
    /// The current state does not allow it; the text says why.
    #[error("{0}")]
    Conflict(String),
    /// The site's currency is unknown.
    #[error("the column site.currency has an invalid value")]
    UnreadableCurrency(#[source] UnknownCurrency),
    /// The text could not be encrypted or decrypted.
    #[error("the text of an e-mail could not be encrypted or decrypted")]
    Encryption(#[from] CipherError),
    /// The database failed.
    #[error("the database failed")]
    Database(#[from] DbError),
}

impl EmailError {
    /// An error for a single field.
    pub fn field(name: &str, message: impl Into<String>) -> Self {
        EmailError::Invalid(FieldErrors::from([(name.to_owned(), message.into())]))
    }
}

impl From<Failure> for EmailError {
    fn from(failure: Failure) -> Self {
        if failure.code == ErrorCode::ValidationFailed {
            EmailError::Invalid(failure.fields)
        } else {
            EmailError::Denied(failure)
        }
    }
}

impl From<EmailError> for Failure {
    fn from(error: EmailError) -> Failure {
        match error {
            EmailError::NotFound => Failure::not_found(),
            EmailError::Denied(failure) => failure,
            EmailError::Invalid(fields) => Failure::validation(fields),
            EmailError::RevisionStale => {
                Failure::new(ErrorCode::RevisionStale, stoa_kernel::contributor_texts::NEWER_VERSION_SAVED.english())
            }
            EmailError::Conflict(reason) => Failure::new(ErrorCode::Conflict, reason),
            EmailError::Database(error) => error.into(),
            other @ (EmailError::UnreadableCurrency(_) | EmailError::Encryption(_)) => Failure::internal(other),
        }
    }
}
