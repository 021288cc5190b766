//! Delivers form submissions to the webhooks configured in their forms. No transaction is open during the requests.

use async_trait::async_trait;
use futures::future::join_all;
use stoa_audience::webhooks;
use stoa_entity::TenantTx;
use stoa_kernel::TenantCtx;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::job::JobKind;
use stoa_tenancy::{JobRules, Tenant};

use super::site_job::SiteJob;
use super::worker::Worker;

/// Deliveries per run. They run concurrently, so that a webhook that does not respond delays no other.
const BATCH: u64 = 10;
/// For how many sites webhooks are called at the same time.
const SITES_AT_ONCE: usize = 4;

/// The job of this module.
pub(super) const JOBS: &[&dyn SiteJob] = &[&FormWebhooks];

/// Delivers form submissions to webhooks.
struct FormWebhooks;

#[async_trait]
impl SiteJob for FormWebhooks {
    fn rules(&self) -> JobRules {
        JobRules::long(JobKind::FormWebhooks, 41, SITES_AT_ONCE)
    }

    async fn next_due(&self, _: &Worker, _: &TenantCtx, tx: &TenantTx) -> anyhow::Result<Option<Timestamp>> {
        Ok(webhooks::next(tx).await?)
    }

    async fn run(&self, worker: &Worker, tenant: &Tenant) -> anyhow::Result<()> {
        let due = webhooks::due(&tenant.ctx, &tenant.db.read().await?, BATCH).await?;
        if due.is_empty() {
            return Ok(());
        }
        let tx = tenant.db.write().await?;
        let mut ready = Vec::new();
        for delivery in due {
            match webhooks::message(&tenant.ctx, &tx, &delivery).await? {
                Some(message) => ready.push((delivery, message)),
                None => webhooks::delete_delivery(&tx, &delivery).await?,
            }
        }
        tx.commit().await?;
        let outcomes = join_all(ready.iter().map(|(_, message)| worker.jobs.webhooks.deliver(message))).await;
        let tx = tenant.db.write().await?;
        for ((delivery, _), outcome) in ready.iter().zip(outcomes) {
            match outcome {
                Ok(()) => webhooks::mark_sent(&tenant.ctx, &tx, delivery).await?,
                Err(error) => {
                    let id = &delivery.id;
                    tracing::info!(webhook.id = %id, %error, "a form submission was not accepted by its webhook");
                    webhooks::mark_failed(&tenant.ctx, &tx, delivery, &error.0).await?;
                }
            }
        }
        Ok(tx.commit().await?)
    }
}
