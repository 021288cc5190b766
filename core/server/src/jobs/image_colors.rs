//! Extracts missing colour data of existing images.

use async_trait::async_trait;
use stoa_entity::TenantTx;
use stoa_kernel::TenantCtx;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::job::JobKind;
use stoa_site::{SiteError, cache_tags, media};
use stoa_tenancy::{JobRules, Tenant};

use super::site_job::SiteJob;
use super::worker::Worker;

/// The job of this module.
pub(super) const JOBS: &[&dyn SiteJob] = &[&ImageColors];

/// Extracts the colours of images that have none.
struct ImageColors;

#[async_trait]
impl SiteJob for ImageColors {
    fn rules(&self) -> JobRules {
        JobRules::long(JobKind::ImageColors, 51, 1)
    }

    async fn next_due(&self, _: &Worker, _: &TenantCtx, tx: &TenantTx) -> anyhow::Result<Option<Timestamp>> {
        Ok(media::next_color_backfill(tx).await?)
    }

    /// While visitors wait for images, this is left to the next run.
    async fn run(&self, worker: &Worker, tenant: &Tenant) -> anyhow::Result<()> {
        match media::backfill_colors(&tenant.db, &worker.jobs.media).await {
            Ok(0) | Err(SiteError::Busy) => Ok(()),
            Ok(_) => {
                let everything = [cache_tags::SITE.to_owned()];
                worker.jobs.invalidation.invalidate_tags(tenant.ctx.website(), &everything).await;
                Ok(())
            }
            Err(error) => Err(error.into()),
        }
    }
}
