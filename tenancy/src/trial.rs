//! Trials of sites: fourteen days, and a one-time extension by seven. After that a site is closed; its content is kept
//! for thirty days, in which its status can be changed.

use sea_orm::{ActiveValue, ColumnTrait};
use stoa_entity::PlatformTx;
use stoa_entity::platform::{trial, website};
use stoa_kernel::boxed;
use stoa_kernel::clock::{DAY_MS, Timestamp};
use stoa_kernel::id::WebsiteId;
use stoa_kernel::website::WebsiteStatus;

use crate::contributor_texts::{SITE_HAS_NO_TRIAL, TRIAL_EXTENDED_ALREADY};
use crate::{TenancyError, Tenants};

/// How long a trial lasts.
const LENGTH_MS: i64 = 14 * DAY_MS;
/// Length of the extension.
const EXTENSION_MS: i64 = 7 * DAY_MS;
/// How long the content of a site is kept after the end of its trial.
const KEPT_MS: i64 = 30 * DAY_MS;
/// Trials begun per round.
const BATCH: u64 = 50;

/// The trial of a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trial {
    /// When it ends or ended, UTC milliseconds.
    pub ends_on: Timestamp,
    /// Whether it was extended.
    pub is_extended: bool,
}

/// Stage of a trial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrialStage {
    /// Running.
    Running,
    /// Ended; the site is closed and its content kept.
    Ended,
    /// The retention period is over.
    Over,
}

impl Trial {
    /// A trial that begins now.
    pub fn beginning(now: Timestamp) -> Self {
        Self { ends_on: now.saturating_add_ms(LENGTH_MS), is_extended: false }
    }

    /// Its stage.
    pub fn stage(self, now: Timestamp) -> TrialStage {
        match now {
            now if now < self.ends_on => TrialStage::Running,
            now if now < self.kept_until() => TrialStage::Ended,
            _ => TrialStage::Over,
        }
    }

    /// Days left, rounded up.
    pub fn days_left(self, now: Timestamp) -> i64 {
        (self.ends_on - now).max(0).saturating_add(DAY_MS - 1) / DAY_MS
    }

    /// Until when the content of the site is kept, UTC milliseconds.
    pub fn kept_until(self) -> Timestamp {
        self.ends_on.saturating_add_ms(KEPT_MS)
    }

    /// The trial after its extension, counted from its end, or from now if it has ended; none when it was extended
    /// before.
    pub fn extended(self, now: Timestamp) -> Option<Self> {
        let from = self.ends_on.max(now);
        (!self.is_extended).then_some(Self { ends_on: from.saturating_add_ms(EXTENSION_MS), is_extended: true })
    }
}

impl From<trial::Model> for Trial {
    fn from(row: trial::Model) -> Self {
        Self { ends_on: row.ends_on, is_extended: row.extended_on.is_some() }
    }
}

impl Tenants {
    /// The trial of a site; none for sites without one.
    #[boxed]
    pub async fn trial(&self, website: &WebsiteId) -> Result<Option<Trial>, TenancyError> {
        let tx = self.databases.platform().read().await?;
        let own = tx.find::<trial::Entity>().filter(trial::Column::WebsiteId.eq(website.clone())).one().await?;
        Ok(own.map(Trial::from))
    }

    /// Extends the trial of a site, and reopens the site if it was closed at the end of its trial.
    ///
    /// # Errors
    /// [`TenancyError::NotExtended`] with the reason when it has no trial, or the trial was extended before.
    #[boxed]
    pub async fn extend_trial(&self, website: &WebsiteId, now: Timestamp) -> Result<Trial, TenancyError> {
        let tx = self.databases.platform().write().await?;
        let own = trial::Column::WebsiteId.eq(website.clone());
        let row = tx.find::<trial::Entity>().filter(own.clone()).for_update().one().await?;
        let trial = row.map(Trial::from).ok_or(TenancyError::NotExtended(SITE_HAS_NO_TRIAL.english()))?;
        let longer = trial.extended(now);
        let longer = longer.ok_or(TenancyError::NotExtended(TRIAL_EXTENDED_ALREADY.english()))?;
        tx.update::<trial::Entity>(own)
            .set(trial::Column::EndsOn, longer.ends_on)
            .set(trial::Column::ExtendedOn, Some(now))
            .exec()
            .await?;
        tx.update::<website::Entity>(website::Column::Id.eq(website.clone()))
            .set(website::Column::Status, WebsiteStatus::Trial)
            .exec()
            .await?;
        tx.commit().await?;
        Ok(longer)
    }

    /// Closes sites whose trial has ended, and begins trials for sites on trial that have none yet. Returns the sites
    /// whose retention period is over.
    #[boxed]
    pub async fn follow_trials(&self, now: Timestamp) -> Result<Vec<WebsiteId>, TenancyError> {
        let tx = self.databases.platform().read().await?;
        let on_trial = website::Column::Status.eq(WebsiteStatus::Trial);
        let begun = tx.find::<trial::Entity>().subquery(trial::Column::WebsiteId);
        let unlimited =
            tx.find::<website::Entity>().filter(on_trial).filter(website::Column::Id.not_in_subquery(begun));
        let unlimited = unlimited.limit(BATCH).all().await?;
        let ended = tx.find::<trial::Entity>().filter(trial::Column::EndsOn.lte(now));
        let ended = ended.order_by_asc(trial::Column::EndsOn).all().await?;
        let ids = ended.iter().map(|row| row.website_id.clone());
        let sites = tx.find::<website::Entity>().filter(website::Column::Id.is_in(ids)).all().await?;
        drop(tx);
        let mut over = Vec::new();
        for site in unlimited {
            let tx = self.databases.platform().write().await?;
            begin_trial(&tx, &site.id, now).await?;
            tx.commit().await?;
        }
        for row in ended {
            let Some(site) = sites.iter().find(|site| site.id == row.website_id) else { continue };
            match (Trial::from(row).stage(now), site.status) {
                (TrialStage::Over, WebsiteStatus::Expired) => over.push(site.id.clone()),
                (TrialStage::Ended | TrialStage::Over, WebsiteStatus::Trial) => self.close(site, now).await?,
                _ => {}
            }
        }
        Ok(over)
    }

    /// Closes a site at the end of its trial. When that is noticed late, its content is still kept for thirty days.
    async fn close(&self, site: &website::Model, now: Timestamp) -> Result<(), TenancyError> {
        let tx = self.databases.platform().write().await?;
        let changed = tx
            .update::<website::Entity>(website::Column::Id.eq(site.id.clone()))
            .filter(website::Column::Status.eq(WebsiteStatus::Trial))
            .set(website::Column::Status, WebsiteStatus::Expired)
            .exec()
            .await?;
        tx.update::<trial::Entity>(trial::Column::WebsiteId.eq(site.id.clone()))
            .filter(trial::Column::EndsOn.lt(now - DAY_MS))
            .set(trial::Column::EndsOn, now)
            .exec()
            .await?;
        tx.commit().await?;
        if changed > 0 {
            tracing::info!(tenant.id = %site.id, "the trial of a site has ended");
        }
        Ok(())
    }
}

/// Begins a trial unless there is one.
pub(crate) async fn begin_trial(tx: &PlatformTx, website: &WebsiteId, now: Timestamp) -> Result<(), TenancyError> {
    let own = trial::Column::WebsiteId.eq(website.clone());
    if tx.find::<trial::Entity>().filter(own).one().await?.is_some() {
        return Ok(());
    }
    let row = trial::ActiveModel {
        website_id: ActiveValue::Set(website.clone()),
        began_on: ActiveValue::Set(now),
        ends_on: ActiveValue::Set(Trial::beginning(now).ends_on),
        extended_on: ActiveValue::Set(None),
    };
    tx.insert(row).await?;
    Ok(())
}

/// Deletes the trial of a site.
pub(crate) async fn end_trial(tx: &PlatformTx, website: &WebsiteId) -> Result<(), TenancyError> {
    tx.delete::<trial::Entity>(trial::Column::WebsiteId.eq(website.clone())).exec().await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    // spec: website.trial.open
    #[test]
    fn trial_length_extension_and_retention() {
        let begun = Timestamp::from_ms(1_000);
        let trial = Trial::beginning(begun);
        let at = |days: i64| begun + days * DAY_MS;
        assert_eq!((trial.stage(at(14) - 1), trial.days_left(at(14) - 1)), (TrialStage::Running, 1));
        assert_eq!((trial.stage(at(14)), trial.days_left(at(14))), (TrialStage::Ended, 0));
        assert_eq!(trial.days_left(begun), 14);
        assert_eq!((trial.stage(at(44) - 1), trial.stage(at(44))), (TrialStage::Ended, TrialStage::Over));
        let Some(longer) = trial.extended(at(10)) else { panic!("it was not extended") };
        assert_eq!((longer.stage(at(21) - 1), longer.stage(at(21))), (TrialStage::Running, TrialStage::Ended));
        assert_eq!(longer.extended(at(20)), None);
        assert_eq!(trial.extended(at(30)).map(|late| late.ends_on), Some(at(37)));
    }
}
