//! The store: restock notices, abandoned carts, review requests, sales of wished products, gift card codes.

use async_trait::async_trait;
use stoa_commerce::{cart_reminders, gift_cards, product_reviews, restock, wishlists};
use stoa_entity::TenantTx;
use stoa_kernel::TenantCtx;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::job::JobKind;
use stoa_tenancy::{JobRules, Tenant};

use super::site_job::SiteJob;
use super::worker::Worker;

/// The jobs of this module.
pub(super) const JOBS: &[&dyn SiteJob] =
    &[&RestockNotices, &CartReminders, &ReviewRequests, &WishlistSales, &GiftCardSealing];

/// Announces variants that came back into stock while they were hidden.
struct RestockNotices;

#[async_trait]
impl SiteJob for RestockNotices {
    fn rules(&self) -> JobRules {
        JobRules::short(JobKind::RestockNotices, 25)
    }

    async fn next_due(&self, _: &Worker, ctx: &TenantCtx, tx: &TenantTx) -> anyhow::Result<Option<Timestamp>> {
        Ok(restock::any_overdue_notice(tx).await?.then(|| ctx.now()))
    }

    async fn run(&self, _: &Worker, tenant: &Tenant) -> anyhow::Result<()> {
        Ok(restock::send_overdue_notices(&tenant.ctx, &tenant.db).await?)
    }
}

/// Queues e-mails about abandoned carts.
struct CartReminders;

#[async_trait]
impl SiteJob for CartReminders {
    fn rules(&self) -> JobRules {
        JobRules::short(JobKind::CartReminders, 26)
    }

    async fn next_due(&self, _: &Worker, ctx: &TenantCtx, tx: &TenantTx) -> anyhow::Result<Option<Timestamp>> {
        Ok(cart_reminders::next_due(ctx, tx).await?)
    }

    async fn run(&self, worker: &Worker, tenant: &Tenant) -> anyhow::Result<()> {
        let base_url = worker.base_url(tenant.ctx.website()).await?;
        Ok(cart_reminders::write_due(&tenant.ctx, &tenant.db, &base_url).await?)
    }
}

/// Queues e-mails that ask for product reviews.
struct ReviewRequests;

#[async_trait]
impl SiteJob for ReviewRequests {
    fn rules(&self) -> JobRules {
        JobRules::short(JobKind::ReviewRequests, 27)
    }

    async fn next_due(&self, _: &Worker, ctx: &TenantCtx, tx: &TenantTx) -> anyhow::Result<Option<Timestamp>> {
        Ok(product_reviews::next_due(ctx, tx).await?)
    }

    async fn run(&self, worker: &Worker, tenant: &Tenant) -> anyhow::Result<()> {
        let base_url = worker.base_url(tenant.ctx.website()).await?;
        Ok(product_reviews::write_due(&tenant.ctx, &tenant.db, &base_url).await?)
    }
}

/// Queues e-mails about products of wishlists that are on sale.
struct WishlistSales;

#[async_trait]
impl SiteJob for WishlistSales {
    fn rules(&self) -> JobRules {
        JobRules::short(JobKind::WishlistSales, 28)
    }

    async fn next_due(&self, _: &Worker, ctx: &TenantCtx, tx: &TenantTx) -> anyhow::Result<Option<Timestamp>> {
        Ok(wishlists::next_due(ctx, tx).await?)
    }

    async fn run(&self, worker: &Worker, tenant: &Tenant) -> anyhow::Result<()> {
        let base_url = worker.base_url(tenant.ctx.website()).await?;
        Ok(wishlists::write_due(&tenant.ctx, &tenant.db, &base_url).await?)
    }
}

/// Encrypts gift card codes from before codes were encrypted.
struct GiftCardSealing;

#[async_trait]
impl SiteJob for GiftCardSealing {
    fn rules(&self) -> JobRules {
        JobRules::short(JobKind::GiftCardSealing, 50)
    }

    async fn next_due(&self, _: &Worker, ctx: &TenantCtx, tx: &TenantTx) -> anyhow::Result<Option<Timestamp>> {
        Ok(gift_cards::any_unsealed_code(tx).await?.then(|| ctx.now()))
    }

    async fn run(&self, _: &Worker, tenant: &Tenant) -> anyhow::Result<()> {
        Ok(gift_cards::seal_codes(&tenant.db).await?)
    }
}
