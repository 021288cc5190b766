use stoa_audience::AudienceError;
use stoa_commerce::CommerceError;
use stoa_entity::DbError;
use stoa_kernel::Failure;
use stoa_site::SiteError;

/// Why a page could not be made.
#[derive(Debug, thiserror::Error)]
pub enum RenderError {
    /// The site did not give what the page shows.
    #[error("the site's content could not be read")]
    Site(#[from] SiteError),
    /// The shop did not give what the page shows.
    #[error("the shop's content could not be read")]
    Commerce(#[from] CommerceError),
    /// What visitors have written could not be read.
    #[error("what visitors have written could not be read")]
    Audience(#[from] AudienceError),
    /// The database did not do its part.
    #[error("the database did not do its part")]
    Database(#[from] DbError),
    /// A site names a theme that is not there.
    #[error("there is no theme '{0}'")]
    NoTheme(String),
    /// A built-in block is broken.
    #[error("the block '{kind}' cannot be used: {reason}")]
    Block {
        /// Which kind.
        kind: String,
        /// What is wrong.
        reason: String,
    },
    /// The work was broken off.
    #[error("the page could not be drawn")]
    Broken(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// A template of the theme ran into a limit.
    #[error("the page was not drawn to its end: {0}")]
    BrokenOff(String),
    /// Another call that made the same page failed.
    #[error("the page could not be made: {0}")]
    Shared(std::sync::Arc<RenderError>),
}

impl From<RenderError> for Failure {
    fn from(error: RenderError) -> Failure {
        match error {
            RenderError::Site(error) => error.into(),
            RenderError::Commerce(error) => error.into(),
            RenderError::Audience(error) => error.into(),
            RenderError::Database(error) => error.into(),
            // Calls for the same page wait for one drawing of it, and share its error.
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
