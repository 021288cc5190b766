use stoa_entity::DbError;
use stoa_kernel::error::FieldErrors;
use stoa_kernel::ports::PortError;
use stoa_kernel::{ErrorCode, Failure};

/// Why something was not done for a visitor, or about visitors.
#[derive(Debug, thiserror::Error)]
pub enum AudienceError {
    /// Nothing of that name in this site.
    #[error("not found")]
    NotFound,
    /// The caller may not do this.
    #[error("not allowed")]
    Denied(#[source] Failure),
    /// Values that are not right, each with its message.
    #[error("some values are not right")]
    Invalid(FieldErrors),
    /// The address or the password is wrong; which of them is not told.
    #[error("the address or the password is wrong")]
    SignInFailed,
    /// Nobody is signed in.
    #[error("nobody is signed in")]
    NotSignedIn,
    /// A letter's link is followed, and the account that it is about is not signed in.
    #[error("the account of the letter is not signed in")]
    SignInToConfirm,
    /// The token that proves a call comes from our own page is missing or wrong.
    #[error("the call does not carry the session's token")]
    XsrfFailed,
    /// The token of a letter is unknown, used or too old.
    #[error("the token of the letter cannot be used")]
    TokenRefused,
    /// The site shows no form of this id.
    #[error("no such form")]
    UnknownForm,
    /// The key is unknown, used or too old.
    #[error("the submission key cannot be used")]
    KeyRefused,
    /// Answers came without a solved captcha.
    #[error("the captcha was not solved")]
    CaptchaIncomplete,
    /// The captcha's solution is no good, or could not be checked.
    #[error("the captcha could not be confirmed")]
    CaptchaFailed,
    /// What is there now does not allow it; the text says why.
    #[error("{0}")]
    Conflict(String),
    /// The site has no room for files.
    #[error("there is no room for files")]
    NoRoom,
    /// The answers are no JSON object of text.
    #[error("the answers cannot be read")]
    UnreadableAnswers,
    /// A password could not be worked on.
    #[error("a password could not be worked on: {0}")]
    Password(String),
    /// A column holds something that its table does not allow.
    #[error("the column {column} holds something unreadable: {reason}")]
    Unreadable {
        /// Which column.
        column: &'static str,
        /// What the reader said.
        reason: String,
    },
    /// A port did not do its part.
    #[error("a port did not do its part")]
    Port(#[from] PortError),
    /// The database did not do its part.
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
                Failure::new(ErrorCode::BadRequest, "This link was used before or is too old. Ask for a new one.")
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
