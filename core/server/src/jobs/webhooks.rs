//! Delivers form submissions to the webhooks configured in their forms. No transaction is open during the requests.

use futures::future::join_all;
use stoa_audience::webhooks;
use stoa_tenancy::Tenant;

use super::Jobs;

/// Deliveries per round. They run concurrently, so that a webhook that does not respond delays no other.
const BATCH: u64 = 10;

pub(super) async fn send(jobs: &Jobs, tenant: &Tenant) -> anyhow::Result<()> {
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
    let outcomes = join_all(ready.iter().map(|(_, message)| jobs.webhooks.deliver(message))).await;
    let tx = tenant.db.write().await?;
    for ((delivery, _), outcome) in ready.iter().zip(outcomes) {
        match outcome {
            Ok(()) => webhooks::mark_sent(&tenant.ctx, &tx, delivery).await?,
            Err(error) => {
                tracing::info!(webhook.id = %delivery.id, %error, "a form submission was not accepted by its webhook");
                webhooks::mark_failed(&tenant.ctx, &tx, delivery, &error.0).await?;
            }
        }
    }
    Ok(tx.commit().await?)
}
