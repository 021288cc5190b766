//! Queues a site's due e-mails for the sender, which runs separately from other work.

use stoa_email::Priority;
use stoa_entity::TenantTx;
use stoa_kernel::TenantCtx;
use stoa_tenancy::Tenant;

use super::email_sender::Post;

/// When a site whose due e-mails were queued is processed again: the process may end in between.
const LOOK_AGAIN_MS: i64 = 5 * 60 * 1_000;

pub(super) async fn offer(post: &Post, tenant: &Tenant) -> anyhow::Result<()> {
    if stoa_email::any_due(&tenant.ctx, &tenant.db.read().await?, Priority::Bulk).await? {
        post.offer(tenant.ctx.website());
    }
    Ok(())
}

/// When the site's e-mails are to be processed next.
pub(super) async fn next(ctx: &TenantCtx, tx: &TenantTx) -> anyhow::Result<Option<i64>> {
    let later = stoa_email::next_due(ctx, tx).await?;
    let with_the_post = stoa_email::any_due(ctx, tx, Priority::Bulk).await?;
    let again = with_the_post.then(|| ctx.now_ms().saturating_add(LOOK_AGAIN_MS));
    Ok(later.into_iter().chain(again).min())
}
