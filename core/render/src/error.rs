//! Why a page could not be rendered.

use stoa_audience::AudienceError;
use stoa_commerce::CommerceError;
use stoa_entity::DbError;
use stoa_kernel::Failure;
use stoa_site::SiteError;

/// Why a page could not be rendered.
#[derive(Debug, thiserror::Error)]
pub enum RenderError {
    /// The site's content could not be loaded.
    #[error("the site's content could not be read")]
    Site(#[from] SiteError),
    /// The store's data could not be loaded.
    #[error("the shop's content could not be read")]
    Commerce(#[from] CommerceError),
    /// Visitors' comments could not be loaded.
    #[error("the comments could not be read")]
    Audience(#[from] AudienceError),
    /// The database failed.
    #[error("the database failed")]
    Database(#[from] DbError),
    /// The site's theme does not exist.
    #[error("there is no theme '{0}'")]
    NoTheme(String),
    /// A built-in block is invalid.
    #[error("the block '{kind}' cannot be used: {reason}")]
    Block {
        /// Its kind.
        kind: String,
        /// The problem.
        reason: String,
    },
    /// Rendering was aborted.
    #[error("the page could not be rendered")]
    Broken(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// A template of the theme exceeded a limit.
    #[error("rendering the page was aborted: {0}")]
    BrokenOff(String),
    /// Another request that rendered the same page failed.
    #[error("the page could not be rendered: {0}")]
    Shared(std::sync::Arc<RenderError>),
}

impl From<RenderError> for Failure {
    fn from(error: RenderError) -> Failure {
        match error {
            RenderError::Site(error) => error.into(),
            RenderError::Commerce(error) => error.into(),
            RenderError::Audience(error) => error.into(),
            RenderError::Database(error) => error.into(),
            // Concurrent requests for the same page wait for one rendering, and share its error.
            RenderError::Shared(error) => match DbError::behind(error.as_ref()) {
                Some(DbError::Unavailable(_)) => Failure::away(RenderError::Shared(error)),
                Some(DbError::CannotWrite(problem, _)) => Failure::not_written(*problem, RenderError::Shared(error)),
                Some(DbError::Damaged(_)) => Failure::damaged(RenderError::Shared(error)),
                _ => Failure::internal(RenderError::Shared(error)),
            },
            other => Failure::internal(other),
        }
    }
}
