//! Deletes what is kept for a limited time only, and what runs of load tests made.

mod load_runs;

use async_trait::async_trait;
use stoa_entity::TenantTx;
use stoa_kernel::TenantCtx;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::job::JobKind;
use stoa_tenancy::{JobRules, Tenant};

use super::site_job::SiteJob;
use super::worker::Worker;

/// For how many sites files are deleted at the same time, for each kind.
const SITES_AT_ONCE: usize = 2;

/// The jobs of this module.
pub(super) const JOBS: &[&dyn SiteJob] = &[
    &CartDeletion,
    &PageDeletion,
    &VisitorEventDeletion,
    &FormFileDeletion,
    &UploadDeletion,
    &PaymentMessageDeletion,
    &load_runs::LoadRunRemoval,
];

/// Deletes abandoned carts.
struct CartDeletion;

#[async_trait]
impl SiteJob for CartDeletion {
    fn rules(&self) -> JobRules {
        JobRules::short(JobKind::CartDeletion, 60)
    }

    async fn next_due(&self, _: &Worker, _: &TenantCtx, tx: &TenantTx) -> anyhow::Result<Option<Timestamp>> {
        let carts = stoa_commerce::cart::next_purge(tx).await?;
        let answers = stoa_commerce::quotes::next_purge(tx).await?;
        Ok(carts.into_iter().chain(answers).min())
    }

    async fn run(&self, _: &Worker, tenant: &Tenant) -> anyhow::Result<()> {
        stoa_commerce::cart::purge(&tenant.ctx, &tenant.db).await?;
        stoa_commerce::quotes::purge(&tenant.ctx, &tenant.db).await?;
        Ok(())
    }
}

/// Empties the trash of pages.
struct PageDeletion;

#[async_trait]
impl SiteJob for PageDeletion {
    fn rules(&self) -> JobRules {
        JobRules::short(JobKind::PageDeletion, 61)
    }

    async fn next_due(&self, _: &Worker, _: &TenantCtx, tx: &TenantTx) -> anyhow::Result<Option<Timestamp>> {
        Ok(stoa_site::content::next_purge(tx).await?)
    }

    async fn run(&self, _: &Worker, tenant: &Tenant) -> anyhow::Result<()> {
        Ok(stoa_site::content::purge_due(&tenant.ctx, &tenant.db).await?)
    }
}

/// Deletes old analytics events.
struct VisitorEventDeletion;

#[async_trait]
impl SiteJob for VisitorEventDeletion {
    fn rules(&self) -> JobRules {
        JobRules::short(JobKind::VisitorEventDeletion, 63)
    }

    async fn next_due(&self, _: &Worker, _: &TenantCtx, tx: &TenantTx) -> anyhow::Result<Option<Timestamp>> {
        Ok(stoa_audience::visitor_events::next_deletion(tx).await?)
    }

    async fn run(&self, _: &Worker, tenant: &Tenant) -> anyhow::Result<()> {
        Ok(stoa_audience::visitor_events::delete_old(&tenant.ctx, &tenant.db).await?)
    }
}

/// Deletes files of forms that were not submitted.
struct FormFileDeletion;

#[async_trait]
impl SiteJob for FormFileDeletion {
    fn rules(&self) -> JobRules {
        JobRules::long(JobKind::FormFileDeletion, 64, SITES_AT_ONCE)
    }

    async fn next_due(&self, _: &Worker, _: &TenantCtx, tx: &TenantTx) -> anyhow::Result<Option<Timestamp>> {
        Ok(stoa_audience::submissions::next_deletion(tx).await?)
    }

    async fn run(&self, worker: &Worker, tenant: &Tenant) -> anyhow::Result<()> {
        let blobs = worker.jobs.blobs.as_ref();
        Ok(stoa_audience::submissions::delete_expired_files(&tenant.ctx, &tenant.db, blobs).await?)
    }
}

/// Deletes abandoned uploads.
struct UploadDeletion;

#[async_trait]
impl SiteJob for UploadDeletion {
    fn rules(&self) -> JobRules {
        JobRules::long(JobKind::UploadDeletion, 65, SITES_AT_ONCE)
    }

    async fn next_due(&self, _: &Worker, _: &TenantCtx, tx: &TenantTx) -> anyhow::Result<Option<Timestamp>> {
        Ok(stoa_site::media::next_deletion(tx).await?)
    }

    async fn run(&self, worker: &Worker, tenant: &Tenant) -> anyhow::Result<()> {
        Ok(stoa_site::media::delete_old(&tenant.ctx, &tenant.db, worker.jobs.blobs.as_ref()).await?)
    }
}

/// Deletes applied messages of payment providers.
struct PaymentMessageDeletion;

#[async_trait]
impl SiteJob for PaymentMessageDeletion {
    fn rules(&self) -> JobRules {
        JobRules::short(JobKind::PaymentMessageDeletion, 66)
    }

    async fn next_due(&self, _: &Worker, _: &TenantCtx, tx: &TenantTx) -> anyhow::Result<Option<Timestamp>> {
        Ok(stoa_commerce::payments::next_deletion(tx).await?)
    }

    async fn run(&self, _: &Worker, tenant: &Tenant) -> anyhow::Result<()> {
        Ok(stoa_commerce::payments::delete_old(&tenant.ctx, &tenant.db).await?)
    }
}
