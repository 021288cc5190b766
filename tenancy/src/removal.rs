//! Sites are removed. First nobody finds them any more, then their rows go, then their files, which lie where this crate does not
//! reach. Until nothing is left a removed site stands in the list of due work, so whoever ends in between leaves the rest to the
//! next process.

use sea_orm::{ActiveValue, ColumnTrait};
use stoa_entity::PlatformTx;
use stoa_entity::platform::{removed_website, trial, website};
use stoa_kernel::id::WebsiteId;

use crate::due_work::note_in;
use crate::trial::end_trial;
use crate::{TenancyError, Tenants, Trial, TrialStage, WebsiteStatus};

/// How long whoever removes a site has for its files before a worker sees to them, milliseconds.
const TURN_MS: i64 = 120_000;
/// How long after its removal what is left of a site is looked for once more, milliseconds: processes know its hosts for half a
/// minute, and a large file may be on its way for twenty.
const SETTLED_MS: i64 = 1_800_000;

/// Nobody finds the site any more; what is left of it is seen to when it is due.
async fn note_removed(tx: &PlatformTx, id: &WebsiteId, now: i64, due_on: i64) -> Result<(), TenancyError> {
    end_trial(tx, id).await?;
    tx.delete::<website::Entity>(website::Column::Id.eq(id.clone())).exec().await?;
    let row =
        removed_website::ActiveModel { website_id: ActiveValue::Set(id.clone()), removed_on: ActiveValue::Set(now) };
    tx.insert(row).await?;
    note_in(tx, id, due_on, None).await?;
    Ok(())
}

impl Tenants {
    /// Removes a site for good: nobody finds it any more, and its rows are gone. The caller removes its files; a worker does that
    /// where the caller does not come to it.
    ///
    /// # Errors
    /// [`TenancyError::UnknownSite`] when there is none of that identifier.
    pub async fn delete(&self, identifier: &str) -> Result<WebsiteId, TenancyError> {
        let now = self.databases.due_work().now_ms();
        let tx = self.databases.platform().write().await?;
        let site = tx.find::<website::Entity>().filter(website::Column::Identifier.eq(identifier)).one().await?;
        let id = site.ok_or(TenancyError::UnknownSite)?.id;
        note_removed(&tx, &id, now, now + TURN_MS).await?;
        tx.commit().await?;
        self.databases.erase(&id).await?;
        Ok(id)
    }

    /// Removes a site that is not kept after its trial any longer, as long as that is still so: its owner may have made the
    /// trial longer meanwhile. A worker sees to its rows and files. False when the site stays.
    ///
    /// # Errors
    /// When the platform's database cannot be read or written.
    pub async fn remove_over(&self, id: &WebsiteId, now_ms: i64) -> Result<bool, TenancyError> {
        let tx = self.databases.platform().write().await?;
        let own = tx.find::<trial::Entity>().filter(trial::Column::WebsiteId.eq(id.clone())).for_update().one().await?;
        let expired = website::Column::Status.eq(WebsiteStatus::Expired.name());
        let closed = tx.find::<website::Entity>().filter(website::Column::Id.eq(id.clone())).filter(expired);
        let is_over = own.is_some_and(|row| Trial::from(row).stage(now_ms) == TrialStage::Over);
        if !is_over || closed.for_update().one().await?.is_none() {
            return Ok(false);
        }
        let now = self.databases.due_work().now_ms();
        note_removed(&tx, id, now, now).await?;
        tx.commit().await?;
        Ok(true)
    }

    /// Removes rows of a removed site that are still there. False when the site was not removed, or nothing is left of it.
    ///
    /// # Errors
    /// When a database cannot be read or written.
    pub async fn erase_removed(&self, website: &WebsiteId) -> Result<bool, TenancyError> {
        let was_removed = self.removed_on(website).await?.is_some();
        if was_removed {
            self.databases.erase(website).await?;
        }
        Ok(was_removed)
    }

    /// Notes that the rows and files of a removed site are gone. Gives the time at which they are looked for once more.
    ///
    /// # Errors
    /// When the platform's database cannot be read or written.
    pub async fn settle_removed(&self, website: &WebsiteId) -> Result<Option<i64>, TenancyError> {
        let Some(removed_on) = self.removed_on(website).await? else { return Ok(None) };
        let settled_on = removed_on.saturating_add(SETTLED_MS);
        if self.databases.due_work().now_ms() < settled_on {
            return Ok(Some(settled_on));
        }
        let tx = self.databases.platform().write().await?;
        tx.delete::<removed_website::Entity>(removed_website::Column::WebsiteId.eq(website.clone())).exec().await?;
        tx.commit().await?;
        Ok(None)
    }

    async fn removed_on(&self, website: &WebsiteId) -> Result<Option<i64>, TenancyError> {
        let tx = self.databases.platform().read().await?;
        let own = removed_website::Column::WebsiteId.eq(website.clone());
        Ok(tx.find::<removed_website::Entity>().filter(own).one().await?.map(|row| row.removed_on))
    }
}
