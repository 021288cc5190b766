//! Queues a site's due e-mails for the sender, which runs separately from other work.

use async_trait::async_trait;
use stoa_email::Priority;
use stoa_entity::TenantTx;
use stoa_kernel::TenantCtx;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::job::JobKind;
use stoa_tenancy::{JobRules, Tenant};

use super::site_job::SiteJob;
use super::worker::Worker;

/// When a site whose due e-mails are with the sender is looked at again: the process may end before it has sent them.
const LOOK_AGAIN_MS: i64 = 5 * 60 * 1_000;

/// The job of this module.
pub(super) const JOBS: &[&dyn SiteJob] = &[&Emails];

/// Hands due e-mails to the sender.
struct Emails;

#[async_trait]
impl SiteJob for Emails {
    fn rules(&self) -> JobRules {
        JobRules::short(JobKind::Emails, 40)
    }

    async fn next_due(&self, worker: &Worker, ctx: &TenantCtx, tx: &TenantTx) -> anyhow::Result<Option<Timestamp>> {
        let mut is_any_due = false;
        for least in [Priority::Urgent, Priority::Bulk] {
            if stoa_email::any_due(ctx, tx, least).await? {
                if is_missing(worker, ctx, tx, least).await? {
                    return Ok(Some(ctx.now()));
                }
                is_any_due = true;
            }
        }
        let later = stoa_email::next_due(ctx, tx).await?;
        let again = is_any_due.then(|| ctx.now().saturating_add_ms(LOOK_AGAIN_MS));
        Ok(later.into_iter().chain(again).min())
    }

    async fn run(&self, worker: &Worker, tenant: &Tenant) -> anyhow::Result<()> {
        worker.post.offer(tenant.ctx.website());
        Ok(())
    }
}

/// Whether the sender does not know of due e-mails. Those that wait for the mail server are sent when it is back.
async fn is_missing(worker: &Worker, ctx: &TenantCtx, tx: &TenantTx, least: Priority) -> anyhow::Result<bool> {
    if worker.post.server.has_waiting(ctx.website()) {
        return Ok(stoa_email::any_due_unheld(ctx, tx).await?);
    }
    Ok(!worker.post.has_queued(ctx.website(), least))
}
