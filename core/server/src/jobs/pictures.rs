//! What is read of pictures that are there already.

use stoa_site::{SiteError, drawn_of, media};
use stoa_tenancy::Tenant;

use super::Jobs;

/// Reads colours that are missing; while visitors wait for pictures the next round does.
pub(super) async fn look_after(jobs: &Jobs, tenant: &Tenant) -> anyhow::Result<()> {
    match media::read_missing_colours(&tenant.db, &jobs.media).await {
        Ok(0) | Err(SiteError::Busy) => Ok(()),
        Ok(_) => {
            jobs.invalidation.bump(tenant.ctx.website(), &[drawn_of::SITE.to_owned()]).await;
            Ok(())
        }
        Err(error) => Err(error.into()),
    }
}
