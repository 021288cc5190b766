//! Errors of finding sites, signing in and managing sites, and the failures that requests get from them.

use stoa_entity::DbError;
use stoa_kernel::encryption::CipherError;
use stoa_kernel::ports::PortError;
use stoa_kernel::storage::WriteProblem;
use stoa_kernel::{ErrorCode, Failure, FieldErrors, ProblemText};

use crate::contributor_texts;
use crate::unreadable_data::UnreadableData;

/// Errors of finding a site, signing in and managing sites and contributors.
#[derive(Debug, thiserror::Error)]
pub enum TenancyError {
    /// There is no such site, or this person is not a contributor of it.
    #[error("no such site")]
    UnknownSite,
    /// Wrong address or password; it is not revealed which.
    #[error("the e-mail address or the password is incorrect")]
    SignInFailed,
    /// The token is missing, forged, expired or was used twice.
    #[error("the session has ended")]
    SessionEnded,
    /// The person has no such session, or it has ended.
    #[error("no such session")]
    NoSuchSession,
    /// The password was correct; a code is required too.
    #[error("a second factor is required")]
    SecondFactorWanted,
    /// The password was correct, the code was not.
    #[error("the second factor is incorrect")]
    SecondFactorWrong,
    /// Too many wrong codes within the time window.
    #[error("too many wrong codes")]
    TooManyCodes,
    /// A second factor is already set up.
    #[error("a second factor is already set up")]
    SecondFactorOn,
    /// No second factor is set up.
    #[error("no second factor is set up")]
    SecondFactorOff,
    /// The site requires a second factor, and this person has none.
    #[error("the site requires a second factor")]
    SecondFactorMissing,
    /// The caller requires a second factor of others without having one.
    #[error("the caller has no second factor")]
    OwnSecondFactorFirst,
    /// A sign-up or password reset link was used or has expired.
    #[error("the link of an e-mail was used or has expired")]
    LetterExpired,
    /// Sign-up is closed on this installation.
    #[error("sign-up is closed")]
    SignUpClosed,
    /// This person cannot create another site; with the reason.
    #[error("another site cannot be created: {0}")]
    NoFurtherSite(String),
    /// The trial cannot be extended; with the reason.
    #[error("the trial cannot be extended: {0}")]
    NotExtended(&'static str),
    /// The site has no contributor or invitation with this id.
    #[error("the site has no contributor or invitation with this id")]
    NotAColleague,
    /// A site keeps at least one admin.
    #[error("the site would have no admin")]
    LastAdmin,
    /// There is no such link.
    #[error("no such link")]
    LinkUnknown,
    /// A link was used or has expired.
    #[error("the link was used or has expired")]
    LinkExpired,
    /// The caller lacks the permission.
    #[error(transparent)]
    Denied(#[from] Failure),
    /// Invalid values.
    #[error("some values are invalid")]
    Invalid(FieldErrors),
    /// The name is already taken.
    #[error("'{0}' is already taken")]
    Taken(String),
    /// The role table or a token could not be processed.
    #[error("{0}")]
    Broken(&'static str, #[source] Box<dyn std::error::Error + Send + Sync>),
    /// A database operation failed.
    #[error(transparent)]
    Database(#[from] DbError),
    /// A database could not be opened or migrated.
    #[error("the database {name} could not be opened")]
    Open {
        /// File or URL, without secrets.
        name: String,
        /// The cause.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
}

impl From<CipherError> for TenancyError {
    fn from(error: CipherError) -> Self {
        Self::Broken("a secret could not be encrypted or decrypted", Box::new(error))
    }
}

impl TenancyError {
    /// Converts the error into that of an adapter.
    pub fn at_port(&self, port: &'static str) -> PortError {
        match self {
            TenancyError::Database(error) => error.at_port(port),
            TenancyError::Open { .. } => PortError { is_away: true, ..PortError::new(port, self) },
            _ => PortError::new(port, self),
        }
    }
}

/// The code and the sentence of an error that says the same each time.
fn usual_words(error: &TenancyError) -> Option<(ErrorCode, ProblemText)> {
    Some(match error {
        TenancyError::SecondFactorWanted => {
            (ErrorCode::SecondFactorRequired, contributor_texts::CODE_FROM_AUTHENTICATOR)
        }
        TenancyError::SecondFactorWrong => (ErrorCode::SecondFactorFailed, contributor_texts::CODE_WRONG_WAIT_FOR_NEXT),
        TenancyError::TooManyCodes => (ErrorCode::RateLimited, contributor_texts::TOO_MANY_WRONG_CODES),
        TenancyError::SecondFactorOn => (ErrorCode::Conflict, contributor_texts::TWO_STEP_IS_ON),
        TenancyError::SecondFactorOff => (ErrorCode::Conflict, contributor_texts::TWO_STEP_IS_NOT_ON),
        TenancyError::SecondFactorMissing => {
            (ErrorCode::SecondFactorMissing, contributor_texts::SITE_REQUIRES_TWO_STEP)
        }
        TenancyError::OwnSecondFactorFirst => (ErrorCode::Conflict, contributor_texts::TWO_STEP_FOR_YOURSELF_FIRST),
        TenancyError::LetterExpired => (ErrorCode::LinkExpired, contributor_texts::LINK_USED_OR_EXPIRED),
        TenancyError::SignUpClosed => (ErrorCode::PermissionDenied, contributor_texts::SIGN_UP_NOT_OPEN),
        TenancyError::LastAdmin => (ErrorCode::Conflict, contributor_texts::NEEDS_AN_ADMINISTRATOR),
        TenancyError::LinkExpired => (ErrorCode::LinkExpired, contributor_texts::INVITATION_USED_OR_EXPIRED),
        TenancyError::SignInFailed => (ErrorCode::SignInFailed, contributor_texts::EMAIL_OR_PASSWORD_INCORRECT),
        TenancyError::SessionEnded => (ErrorCode::SignInRequired, contributor_texts::SESSION_HAS_ENDED),
        _ => return None,
    })
}

/// Data that could not be opened.
fn unopened(error: TenancyError) -> Failure {
    let refused = match DbError::behind(&error) {
        Some(DbError::CannotWrite(problem, _)) => Some(*problem),
        _ => WriteProblem::behind(&error),
    };
    match refused {
        Some(problem) => Failure::not_written(problem, error),
        None if UnreadableData::is_behind(&error) => Failure::damaged(error),
        None => Failure::away(error),
    }
}

impl From<TenancyError> for Failure {
    fn from(error: TenancyError) -> Failure {
        if let Some((code, text)) = usual_words(&error) {
            return Failure::new(code, text.english());
        }
        match error {
            TenancyError::UnknownSite
            | TenancyError::NotAColleague
            | TenancyError::LinkUnknown
            | TenancyError::NoSuchSession => Failure::not_found(),
            TenancyError::NotExtended(why) => Failure::new(ErrorCode::Conflict, why),
            TenancyError::NoFurtherSite(why) => Failure::new(ErrorCode::PermissionDenied, why),
            TenancyError::Denied(failure) => failure,
            TenancyError::Invalid(fields) => Failure::validation(fields),
            TenancyError::Taken(name) => {
                Failure::new(ErrorCode::Conflict, contributor_texts::NAME_IS_TAKEN.with("name", name).to_string())
            }
            TenancyError::Database(error) => error.into(),
            // The file of one site, or the whole database: a retry may succeed.
            other @ TenancyError::Open { .. } => unopened(other),
            other => Failure::internal(other),
        }
    }
}
