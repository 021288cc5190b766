//! One round of jobs for one site.

use anyhow::Context as _;
use sea_orm::ActiveValue::{Set, Unchanged};
use sea_orm::ColumnTrait as _;
use stoa_entity::TenantTx;
use stoa_entity::tenant::{order, outbox, payment, refund};
use stoa_kernel::event::Event;
use stoa_kernel::id::WebsiteId;
use stoa_tenancy::{SitePass, Tenant};

use super::email_sender::Post;
use super::{
    Jobs, account_emails, comment_emails, due_emails, form_submissions, image_colors, pages, products,
    publication_emails, purge_events, stock, webhooks,
};
use crate::site_removal;

/// Events handled per round.
const BATCH: u64 = 50;
/// Maximum pause before a failed event is retried: one hour.
const MAX_WAIT_MS: i64 = 3_600_000;

/// Handles due work and notes when the site is due next. A site that is not registered is not opened: it is being
/// created, or was deleted, and then its remains are deleted.
pub(super) async fn run_site_pass(jobs: &Jobs, post: &Post, pass: &SitePass) -> anyhow::Result<()> {
    let website = &pass.website;
    let databases = &jobs.tenancy.databases;
    let was_open = databases.is_open(website);
    let next = match jobs.tenancy.tenants.is_known(website).await? {
        true => run_due_jobs(jobs, post, website).await,
        false => site_removal::go_on(&jobs.tenancy.tenants, jobs.blobs.as_ref(), website).await,
    };
    if !was_open {
        // Nobody visits the site: it is closed until it is due again.
        databases.close_site(website).await;
    }
    Ok(databases.due_work().settle(pass, next?).await?)
}

/// Returns when the site is due again.
async fn run_due_jobs(jobs: &Jobs, post: &Post, website: &WebsiteId) -> anyhow::Result<Option<i64>> {
    let mut tenant = jobs.tenancy.for_system(website, "worker").await?;
    // This pass stays in the list until it is settled, so writes need no note.
    tenant.db = tenant.db.without_notice();
    let host = jobs.tenancy.hosts.primary(website).await?.unwrap_or_default();
    let base_url = jobs.settings.origin(&host);
    stoa_commerce::payments::apply_due(&tenant.ctx, &tenant.db, jobs.payments.as_ref()).await?;
    stoa_commerce::checkout::reconcile_due(&tenant.ctx, &tenant.db, jobs.payments.as_ref()).await?;
    stoa_commerce::refunds::reconcile_due(&tenant.ctx, &tenant.db, jobs.payments.as_ref()).await?;
    stoa_commerce::checkout::release_expired(&tenant.ctx, &tenant.db, jobs.payments.as_ref()).await?;
    products::publish_due(jobs, &tenant).await?;
    pages::publish_and_purge(jobs, &tenant).await?;
    stock::invalidate_pages(jobs, &tenant).await?;
    stoa_commerce::restock::send_overdue_notices(&tenant.ctx, &tenant.db).await?;
    stoa_commerce::cart_reminders::write_due(&tenant.ctx, &tenant.db, &base_url).await?;
    stoa_commerce::product_reviews::write_due(&tenant.ctx, &tenant.db, &base_url).await?;
    drain(&tenant, &base_url).await?;
    purge_events::delete_old(&tenant).await?;
    due_emails::offer(post, &tenant).await?;
    webhooks::send(jobs, &tenant).await?;
    crate::copying::begin(jobs, &tenant).await?;
    stoa_audience::visitor_events::delete_old(&tenant.ctx, &tenant.db).await?;
    stoa_audience::submissions::delete_expired_files(&tenant.ctx, &tenant.db, jobs.blobs.as_ref()).await?;
    stoa_site::media::delete_old(&tenant.ctx, &tenant.db, jobs.blobs.as_ref()).await?;
    image_colors::extract_missing(jobs, &tenant).await?;
    stoa_commerce::cart::purge(&tenant.ctx, &tenant.db).await?;
    stoa_commerce::gift_cards::seal_codes(&tenant.db).await?;
    stoa_commerce::payments::delete_old(&tenant.ctx, &tenant.db).await?;
    next_due(&tenant).await
}

async fn drain(tenant: &Tenant, base_url: &str) -> anyhow::Result<()> {
    let now = tenant.ctx.now_ms();
    let tx = tenant.db.read().await?;
    let due = tx
        .find::<outbox::Entity>()
        .filter(outbox::Column::DoneOn.is_null())
        .filter(outbox::Column::DueOn.lte(now))
        .order_by_asc(outbox::Column::DueOn)
        .limit(BATCH)
        .all()
        .await?;
    drop(tx);
    for row in due {
        if let Err(error) = handle(tenant, &row, base_url).await {
            if tenant.db.reach().is_in_doubt() {
                return Err(error);
            }
            let message = format!("{error:#}");
            tracing::error!(outbox.id = %row.id, outbox.topic = row.topic, error = message, "handling an event failed");
            postpone(tenant, &row, &message).await?;
        }
    }
    Ok(())
}

/// An event and its effects are one transaction: it is done when its e-mails are written.
async fn handle(tenant: &Tenant, row: &outbox::Model, base_url: &str) -> anyhow::Result<()> {
    let tx = tenant.db.write().await?;
    let still_due = tx
        .find::<outbox::Entity>()
        .filter(outbox::Column::Id.eq(row.id.clone()))
        .filter(outbox::Column::DoneOn.is_null())
        .for_update()
        .one()
        .await?;
    let Some(still_due) = still_due else { return Ok(()) };
    let event: Event = serde_json::from_value(still_due.payload).context("the event cannot be read")?;
    stoa_commerce::orders::handle_event(&tenant.ctx, &tx, &event, base_url).await?;
    stoa_commerce::restock::handle_event(&tenant.ctx, &tx, &event, base_url).await?;
    stoa_audience::subscribers::handle_event(&tenant.ctx, &tx, &event, base_url).await?;
    form_submissions::handle_event(&tenant.ctx, &tx, &event, base_url).await?;
    stoa_audience::webhooks::handle_event(&tenant.ctx, &tx, &event).await?;
    comment_emails::handle_event(&tenant.ctx, &tx, &event, (base_url, row.id.as_str())).await?;
    publication_emails::handle_event(&tenant.ctx, &tx, &event, (base_url, row.id.as_str())).await?;
    account_emails::handle_event(&tenant.ctx, &tx, &event, base_url).await?;
    tx.save(outbox::ActiveModel {
        website_id: Unchanged(tenant.ctx.website().clone()),
        id: Unchanged(row.id.clone()),
        done_on: Set(Some(tenant.ctx.now_ms())),
        ..Default::default()
    })
    .await?;
    Ok(tx.commit().await?)
}

async fn postpone(tenant: &Tenant, row: &outbox::Model, error: &str) -> anyhow::Result<()> {
    let tries = row.attempts.saturating_add(1);
    let wait = 1_000_i64.saturating_mul(1 << tries.clamp(1, 12)).min(MAX_WAIT_MS);
    let tx = tenant.db.write().await?;
    tx.save(outbox::ActiveModel {
        website_id: Unchanged(tenant.ctx.website().clone()),
        id: Unchanged(row.id.clone()),
        attempts: Set(tries),
        due_on: Set(tenant.ctx.now_ms() + wait),
        last_error: Set(Some(error.to_owned())),
        ..Default::default()
    })
    .await?;
    Ok(tx.commit().await?)
}

/// When the site is due next.
async fn next_due(tenant: &Tenant) -> anyhow::Result<Option<i64>> {
    let tx = tenant.db.read().await?;
    let times = [
        next_event(&tx).await?,
        next_check(&tx).await?,
        next_refund_check(&tx).await?,
        stoa_commerce::payments::next_try(&tx).await?,
        next_release(&tx).await?,
        stoa_commerce::catalogue::next_publication(&tx).await?,
        stoa_site::content::next_publication(&tx).await?,
        stoa_site::content::next_purge(&tx).await?,
        stoa_site::media::next_color_backfill(&tx).await?,
        stoa_commerce::cart::next_purge(&tx).await?,
        stoa_commerce::cart_reminders::next_due(&tenant.ctx, &tx).await?,
        stoa_commerce::product_reviews::next_due(&tenant.ctx, &tx).await?,
        due_emails::next(&tenant.ctx, &tx).await?,
        stoa_audience::webhooks::next(&tx).await?,
        stoa_site::copies::next(&tx).await?,
        purge_events::next(&tx).await?,
        stoa_audience::visitor_events::next_deletion(&tx).await?,
        stoa_audience::submissions::next_deletion(&tx).await?,
        stoa_site::media::next_deletion(&tx).await?,
        stoa_commerce::payments::next_deletion(&tx).await?,
    ];
    Ok(times.into_iter().flatten().min())
}

async fn next_event(tx: &TenantTx) -> anyhow::Result<Option<i64>> {
    let open = tx.find::<outbox::Entity>().filter(outbox::Column::DoneOn.is_null());
    Ok(open.order_by_asc(outbox::Column::DueOn).one().await?.map(|row| row.due_on))
}

async fn next_check(tx: &TenantTx) -> anyhow::Result<Option<i64>> {
    let open = tx.find::<payment::Entity>().filter(payment::Column::NextCheckOn.is_not_null());
    Ok(open.order_by_asc(payment::Column::NextCheckOn).one().await?.and_then(|row| row.next_check_on))
}

async fn next_refund_check(tx: &TenantTx) -> anyhow::Result<Option<i64>> {
    let open = tx.find::<refund::Entity>().filter(refund::Column::NextCheckOn.is_not_null());
    Ok(open.order_by_asc(refund::Column::NextCheckOn).one().await?.and_then(|row| row.next_check_on))
}

async fn next_release(tx: &TenantTx) -> anyhow::Result<Option<i64>> {
    let held = tx
        .find::<order::Entity>()
        .filter(order::Column::StockHeld.eq(true))
        .filter(order::Column::HoldExpiresOn.is_not_null());
    Ok(held.order_by_asc(order::Column::HoldExpiresOn).one().await?.and_then(|row| row.hold_expires_on))
}
