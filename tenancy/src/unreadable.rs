//! Data that cannot be read until an operator has done something, and what that is.

use std::error::Error;

use sea_orm::DbErr;
use stoa_entity::DbError;
use stoa_kernel::id::WebsiteId;

/// Why data cannot be read.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Unreadable {
    /// A page of a site's file is not what SQLite has written.
    #[error("the file of the site is damaged. Put a copy in its place: stoa tenant restore {website} --copy FILE")]
    Damaged {
        /// The site.
        website: WebsiteId,
        /// What SQLite says.
        #[source]
        source: DbErr,
    },
    /// A site that is known has no file, or an empty one.
    #[error(
        "the file of the site is missing or empty. Put a copy in its place: stoa tenant restore {website} --copy FILE"
    )]
    Missing {
        /// The site.
        website: WebsiteId,
    },
    /// The same of the platform's file.
    #[error("the file platform.sqlite is damaged. Stop the server and put the copy of your backup in its place")]
    Platform(#[source] DbErr),
    /// A later version of the program has changed the tables.
    #[error("{0}")]
    WrittenLater(String),
}

impl Unreadable {
    /// Whether it lies behind another error, wherever in its chain of causes.
    pub(crate) fn is_behind(error: &(dyn Error + 'static)) -> bool {
        let mut cause = Some(error);
        while let Some(error) = cause {
            if error.is::<Self>() {
                return true;
            }
            cause = error.source();
        }
        false
    }

    /// What keeps a site's file from being opened, if it is one of these.
    pub(crate) fn of_site(website: &WebsiteId, error: DbError) -> Result<Self, DbError> {
        match error {
            DbError::Damaged(source) => Ok(Self::Damaged { website: website.clone(), source }),
            DbError::Other(DbErr::Migration(words)) => Ok(Self::WrittenLater(words)),
            other => Err(other),
        }
    }

    /// The same of the platform's database.
    pub(crate) fn of_platform(error: DbErr) -> Result<Self, DbErr> {
        match DbError::from(error) {
            DbError::Damaged(source) => Ok(Self::Platform(source)),
            DbError::Other(DbErr::Migration(words)) => Ok(Self::WrittenLater(words)),
            DbError::Duplicate(other)
            | DbError::Referred(other)
            | DbError::Unavailable(other)
            | DbError::CannotWrite(_, other)
            | DbError::Other(other) => Err(other),
            ended @ DbError::Ended => Err(DbErr::Custom(ended.to_string())),
        }
    }
}
