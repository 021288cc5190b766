//! Errors of the site domain, and the failures that requests get from them.

use stoa_entity::DbError;
use stoa_kernel::error::FieldErrors;
use stoa_kernel::ports::PortError;
use stoa_kernel::upload::size_text;
use stoa_kernel::{ErrorCode, Failure};
use stoa_pictures::PictureError;

use crate::load_tests::LoadTestRefusal;
use crate::media::AssetUse;
use crate::template_files::FileProblem;

/// Errors of the site domain.
#[derive(Debug, thiserror::Error)]
pub enum SiteError {
    /// There is no such item in this site, or the caller may not see it.
    #[error("not found")]
    NotFound,
    /// The caller may not do this.
    #[error("not allowed")]
    Denied(#[source] Failure),
    /// Invalid values, with a message per field.
    #[error("some values are invalid")]
    Invalid(FieldErrors),
    /// The URL slug is in use.
    #[error("the address '{0}' is already in use")]
    UrlTaken(String),
    /// A newer version has been saved.
    #[error("a newer version was saved")]
    RevisionStale,
    /// The present state does not allow it; the text says why.
    #[error("{0}")]
    Conflict(String),
    /// A run of a load test may not start or go on.
    #[error("{0}")]
    LoadTest(#[from] LoadTestRefusal),
    /// Templates cannot be published with errors.
    #[error("{} errors in templates", .0.len())]
    TemplateErrors(Vec<FileProblem>),
    /// The file is not an accepted image; the message is for the person who sent it.
    #[error("{0}")]
    UnusableFile(String),
    /// The file is larger than the limit.
    #[error("{}", crate::contributor_texts::FILE_TOO_LARGE.with("name", filename).with("size", size_text(*most)))]
    FileTooLarge {
        /// File name as sent.
        filename: String,
        /// Limit for this kind of file, in bytes.
        most: u64,
    },
    /// The file cannot be removed: it is in use.
    #[error("{filename} is in use")]
    InUse {
        /// The file.
        filename: String,
        /// Places that use it.
        places: Vec<AssetUse>,
    },
    /// Too many images are being processed.
    #[error("too many images are being processed")]
    Busy,
    /// An image could not be scaled.
    #[error("the image could not be resized")]
    Picture(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// A password could not be hashed or verified.
    #[error("a password could not be hashed or compared: {0}")]
    Password(String),
    /// Theme files could not be checked.
    #[error("files of a theme could not be checked: {0}")]
    Check(String),
    /// Texts could not be written to a file.
    #[error("texts could not be written to a file")]
    Export(#[source] std::io::Error),
    /// A column holds an invalid value.
    #[error("the column {column} has an invalid value: {reason}")]
    Unreadable {
        /// Which column.
        column: &'static str,
        /// Message of the parser.
        reason: String,
    },
    /// An adapter failed.
    #[error("an adapter failed")]
    Port(#[from] PortError),
    /// A database query failed.
    #[error("the database failed")]
    Database(#[from] DbError),
}

impl SiteError {
    /// An error for one field.
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
            SiteError::UrlTaken(url_id) => Failure::new(
                ErrorCode::UrlTaken,
                stoa_kernel::contributor_texts::ADDRESS_IN_USE.with("path", url_id).to_string(),
            ),
            SiteError::RevisionStale => {
                Failure::new(ErrorCode::RevisionStale, stoa_kernel::contributor_texts::NEWER_VERSION_SAVED.english())
            }
            SiteError::Conflict(reason) => Failure::new(ErrorCode::Conflict, reason),
            SiteError::LoadTest(refusal) => refusal.into(),
            SiteError::TemplateErrors(problems) => {
                let detail = problems.first().map(FileProblem::sentence).unwrap_or_default();
                Failure::new(ErrorCode::TemplateErrors, detail).with("problems", serde_json::json!(problems))
            }
            SiteError::UnusableFile(message) => Failure::validation(FieldErrors::from([("file".to_owned(), message)])),
            SiteError::InUse { filename, places } => {
                let named: Vec<&str> = places.iter().take(3).map(|place| place.title.as_str()).collect();
                let used = if places.len() > named.len() {
                    crate::contributor_texts::FILE_IS_USED_ELSEWHERE_TOO
                } else {
                    crate::contributor_texts::FILE_IS_USED_IN
                };
                let detail = used.with("name", filename).with("places", named.join(", "));
                Failure::new(ErrorCode::Conflict, detail.to_string())
            }
            error @ SiteError::FileTooLarge { .. } => Failure::new(ErrorCode::BodyTooLarge, error.to_string()),
            SiteError::Busy => {
                let message = crate::contributor_texts::MANY_IMAGES_PROCESSED.english();
                Failure::new(ErrorCode::Unavailable, message).with("retryAfterSeconds", 3.into())
            }
            SiteError::Database(error) => error.into(),
            other @ (SiteError::Picture(_)
            | SiteError::Password(_)
            | SiteError::Check(_)
            | SiteError::Export(_)
            | SiteError::Unreadable { .. }) => Failure::internal(other),
        }
    }
}
