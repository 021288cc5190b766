//! Extracts missing colour data of existing images.

use stoa_site::{SiteError, cache_tags, media};
use stoa_tenancy::Tenant;

use super::Jobs;

/// Extracts missing colours; while visitors wait for images this is left to the next round.
pub(super) async fn extract_missing(jobs: &Jobs, tenant: &Tenant) -> anyhow::Result<()> {
    match media::backfill_colors(&tenant.db, &jobs.media).await {
        Ok(0) | Err(SiteError::Busy) => Ok(()),
        Ok(_) => {
            jobs.invalidation.invalidate_tags(tenant.ctx.website(), &[cache_tags::SITE.to_owned()]).await;
            Ok(())
        }
        Err(error) => Err(error.into()),
    }
}
