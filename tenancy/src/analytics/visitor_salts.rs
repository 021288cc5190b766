//! The keys with which visitors without an identifier are counted: one for each day, UTC, which all processes share. It
//! is deleted when the day is over, so that nobody can find out afterwards whose visits were counted.

use std::sync::{Arc, Weak};
use std::time::Duration;

use ring::rand::{SecureRandom as _, SystemRandom};
use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait as _;
use stoa_entity::DbError;
use stoa_entity::platform::analytics_salt::{ActiveModel, Column, Entity};
use stoa_kernel::boxed;
use stoa_kernel::clock::{Clock, DAY_MS, Timestamp};
use stoa_kernel::encryption::{Cipher, CipherError};
use tokio::sync::RwLock;

use crate::{Databases, TenancyError};

const LENGTH: usize = 32;
/// Longest pause between two looks at the clock.
const MAX_PAUSE: Duration = Duration::from_secs(600);

/// The key of a day.
type Salt = [u8; LENGTH];

/// The keys of days.
pub struct VisitorSalts {
    databases: Arc<Databases>,
    seal: Cipher,
    known: RwLock<Option<(i64, Salt)>>,
}

impl VisitorSalts {
    pub(crate) fn new(databases: Arc<Databases>, seal: Cipher) -> Self {
        Self { databases, seal, known: RwLock::new(None) }
    }

    /// The key of a day. Read or made once a day in each process, so that counting a visit needs no query.
    ///
    /// # Errors
    /// When the database fails.
    #[boxed]
    pub async fn of(&self, now: Timestamp) -> Result<Salt, TenancyError> {
        let day = day_of(now);
        let known = *self.known.read().await;
        if let Some(salt) = salt_of(known, day) {
            return Ok(salt);
        }
        // One request asks, the others wait for it.
        let mut known = self.known.write().await;
        if let Some(salt) = salt_of(*known, day) {
            return Ok(salt);
        }
        let salt = match self.stored(day).await? {
            Some(salt) => salt,
            None => self.made(day).await?,
        };
        *known = Some((day, salt));
        Ok(salt)
    }

    async fn stored(&self, day: i64) -> Result<Option<Salt>, TenancyError> {
        let tx = self.databases.platform().read().await?;
        let Some(row) = tx.find::<Entity>().filter(Column::Day.eq(day)).one().await? else { return Ok(None) };
        let salt = self.seal.open(&row.salt, &owner(day))?;
        Ok(Some(salt.try_into().map_err(|_| CipherError)?))
    }

    /// Makes the key of a day, unless another process was first, and deletes those of earlier days.
    async fn made(&self, day: i64) -> Result<Salt, TenancyError> {
        let mut salt = [0; LENGTH];
        SystemRandom::new().fill(&mut salt).map_err(|_| CipherError)?;
        let row = ActiveModel { day: Set(day), salt: Set(self.seal.close(&salt, &owner(day))?) };
        let tx = self.databases.platform().write().await?;
        tx.delete::<Entity>(Column::Day.lt(day)).exec().await?;
        match tx.insert(row).await {
            Ok(_) => {
                tx.commit().await?;
                Ok(salt)
            }
            Err(DbError::Duplicate(_)) => {
                drop(tx);
                Ok(self.stored(day).await?.ok_or(CipherError)?)
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Deletes the keys of days that are over.
    ///
    /// # Errors
    /// When the database fails.
    #[boxed]
    pub async fn forget_earlier(&self, now: Timestamp) -> Result<(), TenancyError> {
        let day = day_of(now);
        let mut known = self.known.write().await;
        if known.is_some_and(|known| known.0 < day) {
            *known = None;
        }
        let tx = self.databases.platform().read().await?;
        if tx.find::<Entity>().filter(Column::Day.lt(day)).limit(1).one().await?.is_none() {
            return Ok(());
        }
        drop(tx);
        let tx = self.databases.platform().write().await?;
        tx.delete::<Entity>(Column::Day.lt(day)).exec().await?;
        Ok(tx.commit().await?)
    }

    /// Deletes the key of each day at midnight, as long as someone uses these keys.
    pub async fn run(salts: Weak<Self>, clock: Arc<dyn Clock>) {
        let mut forgotten = None;
        loop {
            let now = clock.now();
            {
                let Some(salts) = salts.upgrade() else { return };
                if forgotten != Some(day_of(now)) {
                    match salts.forget_earlier(now).await {
                        Ok(()) => forgotten = Some(day_of(now)),
                        Err(error) => tracing::warn!(%error, "the keys of earlier days could not be deleted"),
                    }
                }
            }
            tokio::time::sleep(pause(now)).await;
        }
    }
}

fn salt_of(known: Option<(i64, Salt)>, day: i64) -> Option<Salt> {
    known.filter(|known| known.0 == day).map(|known| known.1)
}

fn day_of(now: Timestamp) -> i64 {
    now.ms().div_euclid(DAY_MS)
}

fn owner(day: i64) -> String {
    format!("analytics-salt/{day}")
}

/// Until midnight, or a while.
fn pause(now: Timestamp) -> Duration {
    let rest = DAY_MS - now.ms().rem_euclid(DAY_MS);
    Duration::from_millis(u64::try_from(rest).unwrap_or_default()).min(MAX_PAUSE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pause_ends_at_midnight() {
        assert_eq!(pause(Timestamp::from_ms(DAY_MS - 1)), Duration::from_millis(1));
        assert_eq!(pause(Timestamp::from_ms(0)), MAX_PAUSE);
        assert_eq!((day_of(Timestamp::from_ms(DAY_MS - 1)), day_of(Timestamp::from_ms(DAY_MS))), (0, 1));
    }
}
