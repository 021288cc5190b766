use stoa_entity::DbError;
use stoa_kernel::error::FieldErrors;
use stoa_kernel::ports::PortError;
use stoa_kernel::upload::size_text;
use stoa_kernel::{ErrorCode, Failure};
use stoa_pictures::PictureError;

use crate::media::Use;
use crate::template_files::FileProblem;

/// Why the site did not do what was asked.
#[derive(Debug, thiserror::Error)]
pub enum SiteError {
    /// Nothing of that name in this site, or not for this caller.
    #[error("not found")]
    NotFound,
    /// The caller may not do this.
    #[error("not allowed")]
    Denied(#[source] Failure),
    /// Values that are not right, each with its message.
    #[error("some values are not right")]
    Invalid(FieldErrors),
    /// The address below the root is in use.
    #[error("the address '{0}' is already in use")]
    UrlTaken(String),
    /// Somebody has saved a newer version.
    #[error("a newer version was saved")]
    RevisionStale,
    /// What is there now does not allow it; the text says why.
    #[error("{0}")]
    Conflict(String),
    /// Templates cannot be published with errors.
    #[error("{} errors in templates", .0.len())]
    TemplateErrors(Vec<FileProblem>),
    /// The file is no picture we take; the text is for the person who sent it.
    #[error("{0}")]
    UnusableFile(String),
    /// The file is larger than what is taken in.
    #[error("The file {filename} is too large. The maximum allowed file size is {}", size_text(*most))]
    FileTooLarge {
        /// Name it was sent under.
        filename: String,
        /// Most bytes of a file of its kind.
        most: u64,
    },
    /// The file cannot be removed: it is in use.
    #[error("{filename} is in use")]
    InUse {
        /// The file.
        filename: String,
        /// Where it is in use.
        places: Vec<Use>,
    },
    /// Too many pictures are being worked on.
    #[error("too many pictures are being worked on")]
    Busy,
    /// A picture could not be made smaller.
    #[error("the picture could not be made smaller")]
    Picture(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// A password could not be hashed or compared.
    #[error("a password could not be hashed or compared: {0}")]
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

impl SiteError {
    /// One value that is not right.
    pub(crate) fn field(name: &str, message: impl Into<String>) -> Self {
        Self::Invalid(FieldErrors::from([(name.to_owned(), message.into())]))
    }
}

impl From<Failure> for SiteError {
    fn from(failure: Failure) -> Self {
        match failure.code {
            ErrorCode::ValidationFailed => SiteError::Invalid(failure.fields),
            _ => SiteError::Denied(failure),
        }
    }
}

impl From<PictureError> for SiteError {
    fn from(error: PictureError) -> Self {
        Self::Picture(error.into())
    }
}

impl From<SiteError> for Failure {
    fn from(error: SiteError) -> Failure {
        match error {
            SiteError::Port(error) => error.into(),
            SiteError::NotFound => Failure::not_found(),
            SiteError::Denied(failure) => failure,
            SiteError::Invalid(fields) => Failure::validation(fields),
            SiteError::UrlTaken(url_id) => {
                Failure::new(ErrorCode::UrlTaken, format!("The address '{url_id}' is already in use."))
            }
            SiteError::RevisionStale => {
                Failure::new(ErrorCode::RevisionStale, "Somebody has saved a newer version. Reload it first.")
            }
            SiteError::Conflict(reason) => Failure::new(ErrorCode::Conflict, reason),
            SiteError::TemplateErrors(problems) => {
                let detail = problems.first().map(FileProblem::sentence).unwrap_or_default();
                Failure::new(ErrorCode::TemplateErrors, detail).with("problems", serde_json::json!(problems))
            }
            SiteError::UnusableFile(message) => Failure::validation(FieldErrors::from([("file".to_owned(), message)])),
            SiteError::InUse { filename, places } => {
                let named: Vec<&str> = places.iter().take(3).map(|place| place.title.as_str()).collect();
                let more = if places.len() > named.len() { " and elsewhere" } else { "" };
                let detail = format!("{filename} is in use in {}{more}. Take it out there first.", named.join(", "));
                Failure::new(ErrorCode::Conflict, detail)
            }
            error @ SiteError::FileTooLarge { .. } => Failure::new(ErrorCode::BodyTooLarge, error.to_string()),
            SiteError::Busy => {
                let message = "Many pictures are being worked on at the moment. Please try again in a few seconds.";
                Failure::new(ErrorCode::Unavailable, message).with("retryAfterSeconds", 3.into())
            }
            SiteError::Database(error) => error.into(),
            other @ (SiteError::Picture(_) | SiteError::Password(_) | SiteError::Unreadable { .. }) => {
                Failure::internal(other)
            }
        }
    }
}
