//! Events that were followed are kept for a while, for who looks into what happened, and go then: they may name people.

use sea_orm::ColumnTrait as _;
use stoa_entity::TenantTx;
use stoa_entity::tenant::outbox;
use stoa_kernel::event::Event;
use stoa_kernel::id::OutboxId;
use stoa_tenancy::Tenant;

/// How long: a week.
const KEPT_MS: i64 = 7 * 24 * 60 * 60 * 1_000;
/// Events that go in one round, so that no round takes long.
const ROUND: u64 = 500;

/// Forgets what was done long ago.
pub(super) async fn forget_old(tenant: &Tenant) -> anyhow::Result<()> {
    let tx = tenant.db.read().await?;
    let old = old(&tx, tenant.ctx.now_ms() - KEPT_MS).await?;
    drop(tx);
    if old.is_empty() {
        return Ok(());
    }
    let tx = tenant.db.write().await?;
    tx.delete::<outbox::Entity>(outbox::Column::Id.is_in(old)).exec().await?;
    Ok(tx.commit().await?)
}

/// When the oldest is to be forgotten.
pub(super) async fn next(tx: &TenantTx) -> anyhow::Result<Option<i64>> {
    let oldest = done(tx, i64::MAX, 2).await?;
    Ok(oldest.first().and_then(|row| row.done_on).map(|done_on| done_on + KEPT_MS + 1))
}

async fn old(tx: &TenantTx, before: i64) -> anyhow::Result<Vec<OutboxId>> {
    Ok(done(tx, before, ROUND).await?.into_iter().map(|row| row.id).collect())
}

/// All but the last word of comments: it says since when the next letter gathers them.
async fn done(tx: &TenantTx, before: i64, most: u64) -> anyhow::Result<Vec<outbox::Model>> {
    let done = tx.find::<outbox::Entity>().filter(outbox::Column::DoneOn.lt(before));
    let mut done = done.order_by_asc(outbox::Column::DoneOn).limit(most).all().await?;
    let comments = Event::CommentsArrived.topic();
    if done.iter().any(|row| row.topic == comments) {
        let told = tx.find::<outbox::Entity>().filter(outbox::Column::Topic.eq(comments));
        let told = told.filter(outbox::Column::DoneOn.is_not_null()).order_by_desc(outbox::Column::DoneOn);
        let last = told.one().await?;
        done.retain(|row| Some(&row.id) != last.as_ref().map(|last| &last.id));
    }
    Ok(done)
}
