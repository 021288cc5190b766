//! Drafts are published when their time has come, and the trash is emptied.

use stoa_site::content;
use stoa_tenancy::Tenant;

use super::Jobs;

pub(super) async fn look_after(jobs: &Jobs, tenant: &Tenant) -> anyhow::Result<()> {
    if !content::publish_due(&tenant.ctx, &tenant.db).await?.is_empty() {
        jobs.invalidation.bump(tenant.ctx.website(), &["site".to_owned()]).await;
    }
    content::purge_due(&tenant.ctx, &tenant.db).await?;
    Ok(())
}
