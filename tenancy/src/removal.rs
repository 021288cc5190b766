//! Deletion of sites, in three steps: the site becomes unreachable, then its rows are deleted, then its files, which
//! this crate cannot access. Rows may stay for a day, as long as payment providers are asked to forget what customers
//! saved with them. A deleted site stays in the list of due work until nothing is left, so the next process
//! finishes an interrupted deletion.

use sea_orm::{ActiveValue, ColumnTrait};
use stoa_entity::PlatformTx;
use stoa_entity::platform::{load_run_site, plugin_package, removed_website, trial, website};
use stoa_kernel::boxed;
use stoa_kernel::clock::{DAY_MS, Timestamp};
use stoa_kernel::id::WebsiteId;
use stoa_kernel::website::WebsiteStatus;

use crate::due_work::record_due_time;
use crate::job_queue::delete_jobs;
use crate::trial::end_trial;
use crate::{TenancyError, Tenants, Trial, TrialStage};

/// How long the process that deletes a site has for its files before a worker takes over, milliseconds.
const TURN_MS: i64 = 120_000;
/// How long the rows of a deleted site stay at most, so that companies with data of its customers can be asked to
/// forget it, milliseconds: a day.
const WAIT_MS: i64 = DAY_MS;
/// How long after the deletion remains of a site are searched for once more, milliseconds: processes cache its hosts
/// for half a minute, and the upload of a large file may take twenty minutes.
const SETTLED_MS: i64 = 1_800_000;

/// Makes the site unreachable; the rest is deleted when it is due.
async fn record_removal(
    tx: &PlatformTx,
    id: &WebsiteId,
    now: Timestamp,
    due_on: Timestamp,
) -> Result<(), TenancyError> {
    end_trial(tx, id).await?;
    tx.delete::<website::Entity>(website::Column::Id.eq(id.clone())).exec().await?;
    let row =
        removed_website::ActiveModel { website_id: ActiveValue::Set(id.clone()), removed_on: ActiveValue::Set(now) };
    tx.insert(row).await?;
    delete_jobs(tx, id).await?;
    tx.delete::<load_run_site::Entity>(load_run_site::Column::WebsiteId.eq(id.clone())).exec().await?;
    record_due_time(tx, id, due_on, None).await?;
    Ok(())
}

impl Tenants {
    /// Deletes a site permanently: it becomes unreachable and its rows are deleted. The caller deletes its files; a
    /// worker does so if the caller is interrupted.
    ///
    /// # Errors
    /// [`TenancyError::UnknownSite`] when no site has that identifier.
    #[boxed]
    pub async fn delete(&self, identifier: &str) -> Result<WebsiteId, TenancyError> {
        let id = self.unregister(identifier, TURN_MS).await?;
        self.erase(&id).await?;
        Ok(id)
    }

    /// Makes a site unreachable. A worker deletes its rows and files, as soon as [`Tenants::deletion_may_wait`] and what
    /// the worker waits for allow it.
    ///
    /// # Errors
    /// [`TenancyError::UnknownSite`] when no site has that identifier.
    #[boxed]
    pub async fn begin_deletion(&self, identifier: &str) -> Result<WebsiteId, TenancyError> {
        self.unregister(identifier, 0).await
    }

    async fn unregister(&self, identifier: &str, turn_ms: i64) -> Result<WebsiteId, TenancyError> {
        let now = self.databases.due_work().now();
        let tx = self.databases.platform().write().await?;
        let site = tx.find::<website::Entity>().filter(website::Column::Identifier.eq(identifier)).one().await?;
        let id = site.ok_or(TenancyError::UnknownSite)?.id;
        record_removal(&tx, &id, now, now + turn_ms).await?;
        tx.commit().await?;
        Ok(id)
    }

    /// Deletes the rows of a deleted site, and the packages that it uploaded.
    async fn erase(&self, id: &WebsiteId) -> Result<(), TenancyError> {
        self.databases.erase(id).await?;
        let tx = self.databases.platform().write().await?;
        tx.delete::<plugin_package::Entity>(plugin_package::Column::Owner.eq(id.as_str())).exec().await?;
        Ok(tx.commit().await?)
    }

    /// Until when the deletion of the rows of a deleted site may wait, UTC milliseconds. None if it may not wait any
    /// longer, or there are none.
    #[boxed]
    pub async fn deletion_may_wait(&self, website: &WebsiteId) -> Result<Option<Timestamp>, TenancyError> {
        let Some(removed_on) = self.removed_on(website).await? else { return Ok(None) };
        let until = removed_on.saturating_add_ms(WAIT_MS);
        let may_wait = self.databases.due_work().now() < until && self.databases.may_have_rows(website).await;
        Ok(may_wait.then_some(until))
    }

    /// Deletes a site whose retention period after its trial is over, if that still holds: its owner may have extended
    /// the trial meanwhile. A worker deletes its rows and files. False when the site stays.
    #[boxed]
    pub async fn delete_after_retention(&self, id: &WebsiteId, now: Timestamp) -> Result<bool, TenancyError> {
        let tx = self.databases.platform().write().await?;
        let own = tx.find::<trial::Entity>().filter(trial::Column::WebsiteId.eq(id.clone())).for_update().one().await?;
        let expired = website::Column::Status.eq(WebsiteStatus::Expired);
        let closed = tx.find::<website::Entity>().filter(website::Column::Id.eq(id.clone())).filter(expired);
        let is_over = own.is_some_and(|row| Trial::from(row).stage(now) == TrialStage::Over);
        if !is_over || closed.for_update().one().await?.is_none() {
            return Ok(false);
        }
        let now = self.databases.due_work().now();
        record_removal(&tx, id, now, now).await?;
        tx.commit().await?;
        Ok(true)
    }

    /// Whether something may be left of a deleted site.
    #[boxed]
    pub async fn is_removal_open(&self, website: &WebsiteId) -> Result<bool, TenancyError> {
        Ok(self.removed_on(website).await?.is_some())
    }

    /// Deletes remaining rows of a deleted site. False when the site was not deleted, or nothing is left of it.
    #[boxed]
    pub async fn erase_deleted_site_rows(&self, website: &WebsiteId) -> Result<bool, TenancyError> {
        let was_removed = self.removed_on(website).await?.is_some();
        if was_removed {
            self.erase(website).await?;
        }
        Ok(was_removed)
    }

    /// Records that the rows and files of a deleted site are gone. Returns when to search for remains once more.
    #[boxed]
    pub async fn finish_site_removal(&self, website: &WebsiteId) -> Result<Option<Timestamp>, TenancyError> {
        let Some(removed_on) = self.removed_on(website).await? else { return Ok(None) };
        let settled_on = removed_on.saturating_add_ms(SETTLED_MS);
        if self.databases.due_work().now() < settled_on {
            return Ok(Some(settled_on));
        }
        let tx = self.databases.platform().write().await?;
        tx.delete::<removed_website::Entity>(removed_website::Column::WebsiteId.eq(website.clone())).exec().await?;
        tx.commit().await?;
        Ok(None)
    }

    async fn removed_on(&self, website: &WebsiteId) -> Result<Option<Timestamp>, TenancyError> {
        let tx = self.databases.platform().read().await?;
        let own = removed_website::Column::WebsiteId.eq(website.clone());
        Ok(tx.find::<removed_website::Entity>().filter(own).one().await?.map(|row| row.removed_on))
    }
}
