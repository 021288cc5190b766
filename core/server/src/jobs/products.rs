//! Scheduled products appear when their time has come.

use stoa_site::drawn_of;
use stoa_tenancy::Tenant;

use super::Jobs;

pub(super) async fn publish_due(jobs: &Jobs, tenant: &Tenant) -> anyhow::Result<()> {
    let shown = stoa_commerce::catalogue::publish_due(&tenant.ctx, &tenant.db).await?;
    if !shown.is_empty() {
        // Lists of the store carry no mark of what is not in them yet, so the whole site is drawn again.
        jobs.invalidation.bump(tenant.ctx.website(), &[drawn_of::SITE.to_owned()]).await;
    }
    Ok(())
}
