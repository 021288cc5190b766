//! Publishes scheduled drafts and empties the trash.

use stoa_site::content;
use stoa_tenancy::Tenant;

use super::Jobs;

pub(super) async fn publish_and_purge(jobs: &Jobs, tenant: &Tenant) -> anyhow::Result<()> {
    let next = content::next_publication(&tenant.db.read().await?).await?;
    if next.is_some_and(|time| time <= tenant.ctx.now_ms()) {
        publish(jobs, tenant).await?;
    }
    content::purge_due(&tenant.ctx, &tenant.db).await?;
    Ok(())
}

async fn publish(jobs: &Jobs, tenant: &Tenant) -> anyhow::Result<()> {
    let kinds = jobs.renderer.kinds(&tenant.ctx, &tenant.db).await;
    let due = content::publish_due(&tenant.ctx, &tenant.db, &kinds).await?;
    if !due.changed.is_empty() {
        jobs.invalidation.invalidate_tags(tenant.ctx.website(), &due.changed).await;
    }
    Ok(())
}
