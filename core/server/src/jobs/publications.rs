//! Scheduled products and drafts, and requested copies of sites.

use async_trait::async_trait;
use stoa_entity::TenantTx;
use stoa_kernel::TenantCtx;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::job::JobKind;
use stoa_site::{cache_tags, content};
use stoa_tenancy::{JobRules, Tenant};

use super::site_job::SiteJob;
use super::worker::Worker;
use crate::copying;

/// The jobs of this module.
pub(super) const JOBS: &[&dyn SiteJob] = &[&ProductPublication, &PagePublication, &SiteCopies];

/// Publishes scheduled products.
struct ProductPublication;

#[async_trait]
impl SiteJob for ProductPublication {
    fn rules(&self) -> JobRules {
        JobRules::short(JobKind::ProductPublication, 20)
    }

    async fn next_due(&self, _: &Worker, _: &TenantCtx, tx: &TenantTx) -> anyhow::Result<Option<Timestamp>> {
        Ok(stoa_commerce::catalogue::next_publication(tx).await?)
    }

    async fn run(&self, worker: &Worker, tenant: &Tenant) -> anyhow::Result<()> {
        let shown = stoa_commerce::catalogue::publish_due(&tenant.ctx, &tenant.db).await?;
        if !shown.is_empty() {
            // Product lists have no cache tag for products that are not published yet, so all pages of the site are
            // invalidated.
            worker.jobs.invalidation.invalidate_tags(tenant.ctx.website(), &[cache_tags::SITE.to_owned()]).await;
        }
        Ok(())
    }
}

/// Publishes scheduled drafts of pages.
struct PagePublication;

#[async_trait]
impl SiteJob for PagePublication {
    fn rules(&self) -> JobRules {
        JobRules::short(JobKind::PagePublication, 21)
    }

    async fn next_due(&self, _: &Worker, _: &TenantCtx, tx: &TenantTx) -> anyhow::Result<Option<Timestamp>> {
        Ok(content::next_publication(tx).await?)
    }

    async fn run(&self, worker: &Worker, tenant: &Tenant) -> anyhow::Result<()> {
        let kinds = worker.jobs.renderer.kinds(&tenant.ctx, &tenant.db).await;
        let due = content::publish_due(&tenant.ctx, &tenant.db, &kinds).await?;
        if !due.changed.is_empty() {
            worker.jobs.invalidation.invalidate_tags(tenant.ctx.website(), &due.changed).await;
        }
        Ok(())
    }
}

/// Starts requested copies of the site.
struct SiteCopies;

#[async_trait]
impl SiteJob for SiteCopies {
    fn rules(&self) -> JobRules {
        JobRules::short(JobKind::SiteCopies, 42)
    }

    async fn next_due(&self, _: &Worker, _: &TenantCtx, tx: &TenantTx) -> anyhow::Result<Option<Timestamp>> {
        Ok(stoa_site::copies::next(tx).await?)
    }

    async fn run(&self, worker: &Worker, tenant: &Tenant) -> anyhow::Result<()> {
        copying::begin(&worker.jobs, tenant).await
    }
}
