//! Orders of the dollar shop whose payment or refund has no known outcome, until the reconciler has asked for it.

use std::time::Instant;

use anyhow::{Result, ensure};
use sea_orm::ColumnTrait as _;
use serde_json::Value;
use stoa_entity::platform::{due_work, job};
use stoa_entity::tenant::{payment, refund};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::WebsiteId;
use stoa_kernel::job::JobKind;
use stoa_tenancy::Tenant;

use crate::app::{App, GLANCE, PATIENCE};
use crate::client::Client;

/// Lets the time be over that the reconciler leaves before it asks: ten seconds before its first question. Waits until
/// these questions are planned, which is what would have made it ask by itself.
pub(crate) async fn make_checks_due(app: &App) -> Result<()> {
    let foundation = &app.stoa.foundation;
    let website: WebsiteId = app.website("juniper").await?.parse()?;
    let tenant = foundation.tenancy.for_system(&website, "test").await?;
    app.until(async || are_planned(app, &tenant).await).await?;
    let tx = tenant.db.write().await?;
    tx.update::<payment::Entity>(payment::Column::NextCheckOn.is_not_null())
        .set(payment::Column::NextCheckOn, 1)
        .exec()
        .await?;
    tx.update::<refund::Entity>(refund::Column::NextCheckOn.is_not_null())
        .set(refund::Column::NextCheckOn, 1)
        .exec()
        .await?;
    tx.commit().await?;
    foundation.databases.due_work().wake(&website, foundation.tenancy.now()).await?;
    Ok(())
}

/// Whether the worker has a job for the next question of each kind, and the site is in the list of due work by then.
async fn are_planned(app: &App, tenant: &Tenant) -> Result<bool> {
    let checks = next_checks(tenant).await?;
    let website = tenant.ctx.website();
    let tx = app.stoa.foundation.databases.platform().read().await?;
    let own = due_work::Column::WebsiteId.eq(website.clone());
    let listed = tx.find::<due_work::Entity>().filter(own).one().await?;
    for (kind, next) in checks {
        let own = tx.find::<job::Entity>().filter(job::Column::WebsiteId.eq(website.clone()));
        let job = own.filter(job::Column::Kind.eq(kind)).one().await?;
        let is_listed = listed.as_ref().is_some_and(|row| row.due_on <= next);
        if !is_listed || job.is_none_or(|job| job.due_on > next) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// When a payment and when a refund is asked for next; nothing for those of which the outcome of all is known.
async fn next_checks(tenant: &Tenant) -> Result<Vec<(JobKind, Timestamp)>> {
    let tx = tenant.db.read().await?;
    let payments = tx.find::<payment::Entity>().filter(payment::Column::NextCheckOn.is_not_null()).all().await?;
    let refunds = tx.find::<refund::Entity>().filter(refund::Column::NextCheckOn.is_not_null()).all().await?;
    let of_payments = payments.iter().filter_map(|row| row.next_check_on).min();
    let of_refunds = refunds.iter().filter_map(|row| row.next_check_on).min();
    let checks = [(JobKind::PaymentChecks, of_payments), (JobKind::RefundChecks, of_refunds)];
    Ok(checks.into_iter().filter_map(|(kind, next)| Some((kind, next?))).collect())
}

/// The order once it is settled.
pub(crate) async fn settled_order(
    owner: &mut Client,
    path: &str,
    is_settled: impl Fn(&Value) -> bool,
) -> Result<Value> {
    let begun = Instant::now();
    loop {
        let order = owner.get(path).await?.expect(200)?;
        if is_settled(&order) {
            return Ok(order);
        }
        ensure!(begun.elapsed() < PATIENCE, "{path} is not clarified after {PATIENCE:?}");
        tokio::time::sleep(GLANCE).await;
    }
}
