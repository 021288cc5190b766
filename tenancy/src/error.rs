use stoa_entity::DbError;
use stoa_kernel::ports::PortError;
use stoa_kernel::seal::SealError;
use stoa_kernel::storage::WriteProblem;
use stoa_kernel::{ErrorCode, Failure, FieldErrors};

use crate::unreadable::Unreadable;

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
    /// The person has no such session, or it has ended.
    #[error("no such session")]
    NoSuchSession,
    /// The password was right; a code is wanted too.
    #[error("the second factor is wanted")]
    SecondFactorWanted,
    /// The password was right, the code was not.
    #[error("the second factor is not right")]
    SecondFactorWrong,
    /// Too many wrong codes in a while.
    #[error("too many wrong codes")]
    TooManyCodes,
    /// There is a second factor already.
    #[error("the second factor is on")]
    SecondFactorOn,
    /// There is no second factor.
    #[error("the second factor is off")]
    SecondFactorOff,
    /// The site asks everybody for a second factor, and this person has none.
    #[error("the site asks for a second factor")]
    SecondFactorMissing,
    /// Somebody asks others for what they have not set up themselves.
    #[error("the caller has no second factor")]
    OwnSecondFactorFirst,
    /// The link of a letter to a new password or an account was used or is too old.
    #[error("the link of a letter was used or is too old")]
    LetterExpired,
    /// Nobody makes an account here by themselves.
    #[error("nobody makes an account by themselves")]
    SignUpClosed,
    /// This person makes no site here, and why.
    #[error("no further site: {0}")]
    NoFurtherSite(String),
    /// A trial is not made longer, and why.
    #[error("the trial is not made longer: {0}")]
    NotExtended(&'static str),
    /// Nobody of this id works on the site, or is invited to.
    #[error("nobody of this id works on the site")]
    NotAColleague,
    /// A site keeps at least one admin.
    #[error("no admin would be left")]
    LastAdmin,
    /// There is no such link.
    #[error("no such link")]
    LinkUnknown,
    /// A link was used or is too old.
    #[error("the link was used or is too old")]
    LinkExpired,
    /// The caller may not do this.
    #[error(transparent)]
    Denied(#[from] Failure),
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

impl From<SealError> for TenancyError {
    fn from(error: SealError) -> Self {
        Self::Broken("a secret could not be sealed or opened", Box::new(error))
    }
}

impl TenancyError {
    /// The same error as a port reports it.
    pub fn at_port(&self, port: &'static str) -> PortError {
        match self {
            TenancyError::Database(error) => error.at_port(port),
            TenancyError::Open { .. } => PortError { is_away: true, ..PortError::new(port, self) },
            _ => PortError::new(port, self),
        }
    }
}

impl From<TenancyError> for Failure {
    fn from(error: TenancyError) -> Failure {
        match error {
            TenancyError::UnknownSite
            | TenancyError::NotAColleague
            | TenancyError::LinkUnknown
            | TenancyError::NoSuchSession => Failure::not_found(),
            TenancyError::SecondFactorWanted => {
                Failure::new(ErrorCode::SecondFactorRequired, "Enter the code that your app shows.")
            }
            TenancyError::SecondFactorWrong => Failure::new(
                ErrorCode::SecondFactorFailed,
                "This code is not right, too old, or was used before. Wait for the next one.",
            ),
            TenancyError::TooManyCodes => {
                Failure::new(ErrorCode::RateLimited, "Too many wrong codes. Please try again in a quarter of an hour.")
            }
            TenancyError::SecondFactorOn => {
                Failure::new(ErrorCode::Conflict, "Two-step sign-in is on already. Turn it off first.")
            }
            TenancyError::SecondFactorOff => {
                Failure::new(ErrorCode::Conflict, "Two-step sign-in is not on. Set it up first.")
            }
            TenancyError::SecondFactorMissing => Failure::new(
                ErrorCode::SecondFactorMissing,
                "This site asks for two-step sign-in. Set it up for your account, then go on.",
            ),
            TenancyError::OwnSecondFactorFirst => {
                Failure::new(ErrorCode::Conflict, "Set up two-step sign-in for your own account first.")
            }
            TenancyError::LetterExpired => {
                Failure::new(ErrorCode::LinkExpired, "This link was used or is too old. Ask for another one.")
            }
            TenancyError::SignUpClosed => Failure::new(
                ErrorCode::PermissionDenied,
                "Nobody makes an account here by themselves. Ask the owner of a site to invite you.",
            ),
            TenancyError::NotExtended(why) => Failure::new(ErrorCode::Conflict, why),
            TenancyError::NoFurtherSite(why) => Failure::new(ErrorCode::PermissionDenied, why),
            TenancyError::LastAdmin => Failure::new(
                ErrorCode::Conflict,
                "A site needs at least one administrator. Make somebody else an administrator first.",
            ),
            TenancyError::LinkExpired => Failure::new(
                ErrorCode::LinkExpired,
                "This invitation was used, withdrawn or is too old. Ask for another one.",
            ),
            TenancyError::Denied(failure) => failure,
            TenancyError::SignInFailed => {
                Failure::new(ErrorCode::SignInFailed, "The e-mail address or the password is not right.")
            }
            TenancyError::SessionEnded => {
                Failure::new(ErrorCode::SignInRequired, "Your session has ended. Please sign in again.")
            }
            TenancyError::Invalid(fields) => Failure::validation(fields),
            TenancyError::Taken(name) => Failure::new(ErrorCode::Conflict, format!("'{name}' is already taken.")),
            TenancyError::Database(error) => error.into(),
            // One site's file, or the whole database: the next try may find it.
            other @ TenancyError::Open { .. } => {
                let refused = match DbError::behind(&other) {
                    Some(DbError::CannotWrite(problem, _)) => Some(*problem),
                    _ => WriteProblem::behind(&other),
                };
                match refused {
                    Some(problem) => Failure::not_written(problem, other),
                    None if Unreadable::is_behind(&other) => Failure::damaged(other),
                    None => Failure::away(other),
                }
            }
            other => Failure::internal(other),
        }
    }
}
