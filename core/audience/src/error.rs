//! Errors of requests by or about visitors, and the failures that requests get from them.

use stoa_email::EmailError;
use stoa_entity::DbError;
use stoa_kernel::error::FieldErrors;
use stoa_kernel::ports::PortError;
use stoa_kernel::shared_problem_texts::CAPTCHA_MISSING;
use stoa_kernel::{ErrorCode, Failure, Said};

use crate::problem_texts::{
    CAPTCHA_FAILED, FILES_FULL, FORM_KEY_REFUSED, FORM_UNKNOWN, FORM_UNREADABLE, LINK_USED, SIGN_IN_TO_CONFIRM,
    SIGN_IN_WRONG,
};

/// Errors of requests by or about visitors.
#[derive(Debug, thiserror::Error)]
pub enum AudienceError {
    /// The item does not exist in this site.
    #[error("not found")]
    NotFound,
    /// The caller lacks the permission.
    #[error("not allowed")]
    Denied(#[source] Failure),
    /// The request is refused with texts that are known in all languages.
    #[error("{}", .0.detail)]
    Said(Failure),
    /// Invalid values, with a message per field.
    #[error("some values are invalid")]
    Invalid(FieldErrors),
    /// The e-mail address or the password is wrong; the response does not tell which.
    #[error("the e-mail address or the password is incorrect")]
    SignInFailed,
    /// Nobody is signed in.
    #[error("not signed in")]
    NotSignedIn,
    /// The link of an e-mail was opened while its account is not signed in.
    #[error("the account that the e-mail is about is not signed in")]
    SignInToConfirm,
    /// The CSRF token is missing or wrong.
    #[error("the request lacks the session's token")]
    XsrfFailed,
    /// The token from an e-mail is unknown, used or expired.
    #[error("the token of the e-mailed link is invalid or has expired")]
    TokenRefused,
    /// The site has no visible form with this id.
    #[error("no such form")]
    UnknownForm,
    /// The form key is unknown, used or expired.
    #[error("the submission key is invalid")]
    KeyRefused,
    /// The captcha was not solved.
    #[error("the captcha was not solved")]
    CaptchaIncomplete,
    /// The captcha response is invalid or could not be verified.
    #[error("the captcha could not be confirmed")]
    CaptchaFailed,
    /// Conflicts with the current state; the text says why.
    #[error("{0}")]
    Conflict(String),
    /// The site's storage limit for files is reached.
    #[error("the storage limit for files is reached")]
    NoRoom,
    /// The submitted values are not a JSON object of texts.
    #[error("the form submission cannot be parsed")]
    UnreadableAnswers,
    /// Hashing or verifying a password failed.
    #[error("a password could not be hashed or compared: {0}")]
    Password(String),
    /// A column contains an invalid value.
    #[error("the column {column} has an invalid value: {reason}")]
    Unreadable {
        /// Which column.
        column: &'static str,
        /// The parse error.
        reason: String,
    },
    /// An adapter failed.
    #[error("an adapter failed")]
    Port(#[from] PortError),
    /// The database failed.
    #[error("the database failed")]
    Database(#[from] DbError),
}

impl AudienceError {
    /// An error for a single field.
    pub(crate) fn field(name: &str, message: impl Into<String>) -> Self {
        AudienceError::Invalid(FieldErrors::from([(name.to_owned(), message.into())]))
    }

    /// An error for a single field, in all languages.
    pub(crate) fn said_field(name: &str, said: impl Into<Said>) -> Self {
        AudienceError::Said(Failure::said_field(name, said))
    }

    /// The present state does not allow it, in all languages.
    pub(crate) fn said_conflict(said: impl Into<Said>) -> Self {
        AudienceError::Said(Failure::said(ErrorCode::Conflict, said))
    }
}

impl From<EmailError> for AudienceError {
    fn from(error: EmailError) -> Self {
        match error {
            EmailError::NotFound => AudienceError::NotFound,
            EmailError::Database(error) => AudienceError::Database(error),
            other => Failure::from(other).into(),
        }
    }
}

impl From<Failure> for AudienceError {
    fn from(failure: Failure) -> Self {
        match failure.code {
            ErrorCode::PermissionDenied => AudienceError::Denied(failure),
            _ if failure.said.is_some() => AudienceError::Said(failure),
            ErrorCode::ValidationFailed => AudienceError::Invalid(failure.fields),
            _ => AudienceError::Denied(failure),
        }
    }
}

impl From<AudienceError> for Failure {
    fn from(error: AudienceError) -> Failure {
        match error {
            AudienceError::Port(error) => error.into(),
            AudienceError::NotFound => Failure::not_found(),
            AudienceError::Denied(failure) | AudienceError::Said(failure) => failure,
            AudienceError::Invalid(fields) => Failure::validation(fields),
            AudienceError::SignInFailed => Failure::said(ErrorCode::SignInFailed, SIGN_IN_WRONG),
            AudienceError::NotSignedIn => Failure::plain(ErrorCode::SignInRequired),
            AudienceError::SignInToConfirm => Failure::said(ErrorCode::SignInRequired, SIGN_IN_TO_CONFIRM),
            AudienceError::XsrfFailed => Failure::plain(ErrorCode::CrumbInvalid),
            AudienceError::TokenRefused => Failure::said(ErrorCode::BadRequest, LINK_USED),
            AudienceError::UnknownForm => Failure::said(ErrorCode::NotFound, FORM_UNKNOWN),
            AudienceError::KeyRefused => Failure::said(ErrorCode::BadRequest, FORM_KEY_REFUSED),
            AudienceError::CaptchaIncomplete => Failure::said(ErrorCode::BadRequest, CAPTCHA_MISSING),
            AudienceError::CaptchaFailed => Failure::said(ErrorCode::BadRequest, CAPTCHA_FAILED),
            AudienceError::Conflict(reason) => Failure::new(ErrorCode::Conflict, reason),
            AudienceError::NoRoom => Failure::said(ErrorCode::Conflict, FILES_FULL),
            AudienceError::UnreadableAnswers => Failure::said(ErrorCode::BadRequest, FORM_UNREADABLE),
            AudienceError::Database(error) => error.into(),
            other @ (AudienceError::Password(_) | AudienceError::Unreadable { .. }) => Failure::internal(other),
        }
    }
}
