//! Publishes scheduled products.

use stoa_site::cache_tags;
use stoa_tenancy::Tenant;

use super::Jobs;

pub(super) async fn publish_due(jobs: &Jobs, tenant: &Tenant) -> anyhow::Result<()> {
    let shown = stoa_commerce::catalogue::publish_due(&tenant.ctx, &tenant.db).await?;
    if !shown.is_empty() {
        // Product lists have no cache tag for products that are not published yet, so all pages of the site are
        // invalidated.
        jobs.invalidation.invalidate_tags(tenant.ctx.website(), &[cache_tags::SITE.to_owned()]).await;
    }
    Ok(())
}
