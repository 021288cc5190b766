//! Errors of analytics, and the failures that requests get from them.

use stoa_entity::DbError;
use stoa_kernel::Failure;
use stoa_kernel::ports::PortError;

/// Why analytics could not be stored or read.
#[derive(Debug, thiserror::Error)]
pub enum AnalyticsError {
    /// The database failed.
    #[error(transparent)]
    Db(#[from] DbError),
    /// The database of a site could not be opened.
    #[error("the analytics of the site could not be opened")]
    Open(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The database for analysis did not take events.
    #[error("the database for analysis did not take the events")]
    Sent(#[source] PortError),
    /// A row that JSON cannot express.
    #[error("an event could not be written as JSON")]
    Json(#[from] serde_json::Error),
    /// A time that no calendar has.
    #[error("the time zone or the time is not usable")]
    Time(#[from] jiff::Error),
}

impl From<AnalyticsError> for Failure {
    fn from(error: AnalyticsError) -> Self {
        match error {
            AnalyticsError::Db(error) => error.into(),
            other => Failure { source: Some(Box::new(other)), ..Failure::plain(stoa_kernel::ErrorCode::Internal) },
        }
    }
}
