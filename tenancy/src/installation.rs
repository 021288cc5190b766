//! Data about the installation in the database: the check value of the secret key that data is encrypted with.

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait as _;
use stoa_entity::DbError;
use stoa_entity::platform::{account, installation, website};
use stoa_kernel::boxed;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::token::random_token;

use crate::{Databases, TenancyError};

/// Characters written by a write test: several database pages.
const TRIAL_LENGTH: usize = 48 * 1024;

/// Result of comparing a key with the data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyCheck {
    /// The data is encrypted with this key.
    Right,
    /// The data is encrypted with another key.
    Wrong,
    /// The data was written before check values were stored.
    Unknown,
    /// There is no data yet.
    Empty,
}

impl Databases {
    /// Compares the check value of a key with the stored one.
    #[boxed]
    pub async fn compare_key(&self, check_value: &str) -> Result<KeyCheck, TenancyError> {
        let tx = self.platform().read().await?;
        if let Some(row) = tx.find::<installation::Entity>().one().await? {
            return Ok(if row.key_check == check_value { KeyCheck::Right } else { KeyCheck::Wrong });
        }
        let has_accounts = tx.find::<account::Entity>().limit(1).one().await?.is_some();
        let has_sites = tx.find::<website::Entity>().limit(1).one().await?.is_some();
        Ok(if has_accounts || has_sites { KeyCheck::Unknown } else { KeyCheck::Empty })
    }

    /// Stores the check value of the encryption key unless one is stored: of processes that start at the same time with
    /// different keys, the first one wins.
    #[boxed]
    pub async fn store_key_check(&self, check_value: &str, now: Timestamp) -> Result<(), TenancyError> {
        let tx = self.platform().write().await?;
        match tx.insert(row(check_value, now)).await {
            Ok(_) => Ok(tx.commit().await?),
            Err(DbError::Duplicate(_)) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// Replaces the check value after a change of key: data encrypted with the previous key is lost.
    #[boxed]
    pub async fn replace_key_check(&self, check_value: &str, now: Timestamp) -> Result<(), TenancyError> {
        let tx = self.platform().write().await?;
        tx.delete::<installation::Entity>(installation::Column::Id.eq(installation::THIS)).exec().await?;
        tx.insert(row(check_value, now)).await?;
        Ok(tx.commit().await?)
    }

    /// Tests whether the platform's database can be written. Writes more than fits into the free space of its tables,
    /// since a change of a few bytes still works when a disk is full.
    ///
    /// # Errors
    /// When the write fails.
    #[boxed]
    pub async fn try_writing(&self, now: Timestamp) -> Result<(), DbError> {
        let own = || installation::Column::Id.eq(installation::THIS);
        let tx = self.platform().write().await?;
        tx.update::<installation::Entity>(own())
            .set(installation::Column::WrittenOn, now)
            .set(installation::Column::Trial, random_token(TRIAL_LENGTH))
            .exec()
            .await?;
        tx.update::<installation::Entity>(own()).set(installation::Column::Trial, "").exec().await?;
        tx.commit().await
    }
}

fn row(check_value: &str, now: Timestamp) -> installation::ActiveModel {
    installation::ActiveModel {
        id: Set(installation::THIS.to_owned()),
        key_check: Set(check_value.to_owned()),
        written_on: Set(now),
        trial: Set(String::new()),
    }
}
