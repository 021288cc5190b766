//! Payments: messages of providers, attempts and refunds without a known outcome, removed saved methods, stock of
//! unpaid orders.

use async_trait::async_trait;
use sea_orm::ColumnTrait as _;
use stoa_entity::TenantTx;
use stoa_entity::tenant::{order, payment, refund};
use stoa_kernel::TenantCtx;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::job::JobKind;
use stoa_kernel::order::OrderPaymentStatus;
use stoa_tenancy::{JobRules, Tenant};

use super::site_job::SiteJob;
use super::worker::Worker;

/// For how many sites a provider is called at the same time, for each kind.
const SITES_AT_ONCE: usize = 4;

/// The jobs of this module.
pub(super) const JOBS: &[&dyn SiteJob] =
    &[&PaymentMessages, &PaymentChecks, &RefundChecks, &SavedMethodRemoval, &StockReleases];

/// Applies stored messages of payment providers.
struct PaymentMessages;

#[async_trait]
impl SiteJob for PaymentMessages {
    fn rules(&self) -> JobRules {
        JobRules::long(JobKind::PaymentMessages, 10, SITES_AT_ONCE)
    }

    async fn next_due(&self, _: &Worker, _: &TenantCtx, tx: &TenantTx) -> anyhow::Result<Option<Timestamp>> {
        Ok(stoa_commerce::payments::next_try(tx).await?)
    }

    async fn run(&self, worker: &Worker, tenant: &Tenant) -> anyhow::Result<()> {
        stoa_commerce::payments::apply_due(&tenant.ctx, &tenant.db, worker.jobs.payments.as_ref()).await?;
        Ok(())
    }
}

/// Asks providers about payments without a known outcome.
struct PaymentChecks;

#[async_trait]
impl SiteJob for PaymentChecks {
    fn rules(&self) -> JobRules {
        JobRules::long(JobKind::PaymentChecks, 11, SITES_AT_ONCE)
    }

    async fn next_due(&self, _: &Worker, _: &TenantCtx, tx: &TenantTx) -> anyhow::Result<Option<Timestamp>> {
        let open = tx.find::<payment::Entity>().filter(payment::Column::NextCheckOn.is_not_null());
        Ok(open.order_by_asc(payment::Column::NextCheckOn).one().await?.and_then(|row| row.next_check_on))
    }

    async fn run(&self, worker: &Worker, tenant: &Tenant) -> anyhow::Result<()> {
        stoa_commerce::checkout::reconcile_due(&tenant.ctx, &tenant.db, worker.jobs.payments.as_ref()).await?;
        Ok(())
    }
}

/// Asks providers about refunds without a known outcome.
struct RefundChecks;

#[async_trait]
impl SiteJob for RefundChecks {
    fn rules(&self) -> JobRules {
        JobRules::long(JobKind::RefundChecks, 12, SITES_AT_ONCE)
    }

    async fn next_due(&self, _: &Worker, _: &TenantCtx, tx: &TenantTx) -> anyhow::Result<Option<Timestamp>> {
        let open = tx.find::<refund::Entity>().filter(refund::Column::NextCheckOn.is_not_null());
        Ok(open.order_by_asc(refund::Column::NextCheckOn).one().await?.and_then(|row| row.next_check_on))
    }

    async fn run(&self, worker: &Worker, tenant: &Tenant) -> anyhow::Result<()> {
        stoa_commerce::refunds::reconcile_due(&tenant.ctx, &tenant.db, worker.jobs.payments.as_ref()).await?;
        Ok(())
    }
}

/// Asks providers to forget saved payment methods that were removed.
struct SavedMethodRemoval;

#[async_trait]
impl SiteJob for SavedMethodRemoval {
    fn rules(&self) -> JobRules {
        JobRules::long(JobKind::SavedMethodRemoval, 43, SITES_AT_ONCE)
    }

    async fn next_due(&self, _: &Worker, _: &TenantCtx, tx: &TenantTx) -> anyhow::Result<Option<Timestamp>> {
        Ok(stoa_commerce::payments::next_forgetting(tx).await?)
    }

    async fn run(&self, worker: &Worker, tenant: &Tenant) -> anyhow::Result<()> {
        Ok(stoa_commerce::payments::forget_due(&tenant.ctx, &tenant.db, worker.jobs.payments.as_ref()).await?)
    }
}

/// Returns reserved stock of orders that were not paid in time.
struct StockReleases;

#[async_trait]
impl SiteJob for StockReleases {
    fn rules(&self) -> JobRules {
        JobRules::long(JobKind::StockReleases, 13, SITES_AT_ONCE)
    }

    /// Payments are checked first: stock is not returned while a due check may say that it was paid.
    async fn next_due(&self, worker: &Worker, ctx: &TenantCtx, tx: &TenantTx) -> anyhow::Result<Option<Timestamp>> {
        let held = tx
            .find::<order::Entity>()
            .filter(order::Column::StockHeld.eq(true))
            .filter(order::Column::PaymentStatus.eq(OrderPaymentStatus::AwaitingPayment))
            .filter(order::Column::HoldExpiresOn.is_not_null());
        let expires_on =
            held.order_by_asc(order::Column::HoldExpiresOn).one().await?.and_then(|row| row.hold_expires_on);
        let Some(expires_on) = expires_on.filter(|time| *time <= ctx.now()) else { return Ok(expires_on) };
        let jobs: [&dyn SiteJob; 2] = [&PaymentMessages, &PaymentChecks];
        for job in jobs {
            if job.next_due(worker, ctx, tx).await?.is_some_and(|time| time <= ctx.now()) {
                return Ok(None);
            }
        }
        Ok(Some(expires_on))
    }

    async fn run(&self, worker: &Worker, tenant: &Tenant) -> anyhow::Result<()> {
        stoa_commerce::checkout::release_expired(&tenant.ctx, &tenant.db, worker.jobs.payments.as_ref()).await?;
        Ok(())
    }
}
