//! Errors of data that cannot be read until an operator acts, with instructions.

use std::error::Error;

use sea_orm::DbErr;
use stoa_entity::DbError;
use stoa_kernel::id::WebsiteId;

/// Why data cannot be read.
#[derive(Debug, thiserror::Error)]
pub(crate) enum UnreadableData {
    /// The file of a site is corrupt.
    #[error("the file of the site is damaged. Replace it with a copy: stoa tenant restore {website} --copy FILE")]
    Damaged {
        /// The site.
        website: WebsiteId,
        /// SQLite's error.
        #[source]
        source: DbErr,
    },
    /// A registered site has no file, or an empty one.
    #[error(
        "the file of the site is missing or empty. Replace it with a copy: stoa tenant restore {website} --copy FILE"
    )]
    Missing {
        /// The site.
        website: WebsiteId,
    },
    /// The platform's file is corrupt.
    #[error("the file platform.sqlite is damaged. Stop the server and replace the file with the copy in your backup")]
    Platform(#[source] DbErr),
    /// A later version of the program has migrated the tables.
    #[error("{0}")]
    WrittenLater(String),
}

impl UnreadableData {
    /// Whether one of these is in the chain of causes of an error.
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

    /// Converts an error of opening a site's file, if it is one of these.
    pub(crate) fn of_site(website: &WebsiteId, error: DbError) -> Result<Self, DbError> {
        match error {
            DbError::Damaged(source) => Ok(Self::Damaged { website: website.clone(), source }),
            DbError::Other(DbErr::Migration(words)) => Ok(Self::WrittenLater(words)),
            other => Err(other),
        }
    }

    /// Converts an error of the platform's database, if it is one of these.
    pub(crate) fn of_platform(error: DbErr) -> Result<Self, DbErr> {
        match DbError::from(error) {
            DbError::Damaged(source) => Ok(Self::Platform(source)),
            DbError::Other(DbErr::Migration(words)) => Ok(Self::WrittenLater(words)),
            DbError::Duplicate(other)
            | DbError::Referred(other)
            | DbError::Unavailable(other)
            | DbError::CannotWrite(_, other)
            | DbError::UnreadableJson(other)
            | DbError::Other(other) => Err(other),
            other @ (DbError::Ended | DbError::Unreadable { .. }) => Err(DbErr::Custom(other.to_string())),
        }
    }
}
