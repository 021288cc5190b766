use stoa_entity::DbError;
use stoa_kernel::error::FieldErrors;
use stoa_kernel::ports::PortError;
use stoa_kernel::{ErrorCode, Failure};

/// Errors of requests by or about visitors.
#[derive(Debug, thiserror::Error)]
pub enum AudienceError {
    /// The item does not exist in this site.
    #[error("not found")]
    NotFound,
    /// The caller lacks the permission.
    #[error("not allowed")]
    Denied(#[source] Failure),
    /// Invalid values, with a message per field.
    #[error("some values are not right")]
    Invalid(FieldErrors),
    /// The e-mail address or the password is wrong; the response does not tell which.
    #[error("the address or the password is wrong")]
    SignInFailed,
    /// Nobody is signed in.
    #[error("nobody is signed in")]
    NotSignedIn,
    /// The link of an e-mail was opened while its account is not signed in.
    #[error("the account of the letter is not signed in")]
    SignInToConfirm,
    /// The CSRF token is missing or wrong.
    #[error("the call does not carry the session's token")]
    XsrfFailed,
    /// The token from an e-mail is unknown, used or expired.
    #[error("the token of the letter cannot be used")]
    TokenRefused,
    /// The site has no visible form with this id.
    #[error("no such form")]
    UnknownForm,
    /// The form key is unknown, used or expired.
    #[error("the submission key cannot be used")]
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
    #[error("there is no room for files")]
    NoRoom,
    /// The submitted values are not a JSON object of texts.
    #[error("the answers cannot be read")]
    UnreadableAnswers,
    /// Hashing or verifying a password failed.
    #[error("a password could not be worked on: {0}")]
    Password(String),
    /// A column contains an invalid value.
    #[error("the column {column} holds something unreadable: {reason}")]
    Unreadable {
        /// Which column.
        column: &'static str,
        /// The parse error.
        reason: String,
    },
    /// An adapter failed.
    #[error("a port did not do its part")]
    Port(#[from] PortError),
    /// The database failed.
    #[error("the database did not do its part")]
    Database(#[from] DbError),
}

impl From<Failure> for AudienceError {
    fn from(failure: Failure) -> Self {
        match failure.code {
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
            AudienceError::Denied(failure) => failure,
            AudienceError::Invalid(fields) => Failure::validation(fields),
            AudienceError::SignInFailed => Failure::new(ErrorCode::SignInFailed, "Incorrect email or password."),
            AudienceError::NotSignedIn => Failure::plain(ErrorCode::SignInRequired),
            AudienceError::SignInToConfirm => Failure::new(
                ErrorCode::SignInRequired,
                "Sign in to the account that this e-mail is about, then its address is confirmed.",
            ),
            AudienceError::XsrfFailed => Failure::plain(ErrorCode::CrumbInvalid),
            AudienceError::TokenRefused => {
                Failure::new(ErrorCode::BadRequest, "This link was already used or has expired. Request a new one.")
            }
            AudienceError::UnknownForm => Failure::new(ErrorCode::NotFound, "This form has not been configured yet."),
            AudienceError::KeyRefused => {
                Failure::new(ErrorCode::BadRequest, "Error processing form submission. Please reload and try again.")
            }
            AudienceError::CaptchaIncomplete => {
                Failure::new(ErrorCode::BadRequest, "Complete CAPTCHA before submitting.")
            }
            AudienceError::CaptchaFailed => {
                Failure::new(ErrorCode::BadRequest, "reCAPTCHA failed. Refresh this page and try again.")
            }
            AudienceError::Conflict(reason) => Failure::new(ErrorCode::Conflict, reason),
            AudienceError::NoRoom => Failure::new(
                ErrorCode::Conflict,
                "This site has no room for more files. Please send your message without them.",
            ),
            AudienceError::UnreadableAnswers => {
                Failure::new(ErrorCode::BadRequest, "Could not parse the form fields, please check your entries.")
            }
            AudienceError::Database(error) => error.into(),
            other @ (AudienceError::Password(_) | AudienceError::Unreadable { .. }) => Failure::internal(other),
        }
    }
}
