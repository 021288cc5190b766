//! Orders of the dollar shop whose payment or refund has no known outcome, until the reconciler has asked for it.

use std::time::Instant;

use anyhow::{Result, ensure};
use sea_orm::ColumnTrait as _;
use serde_json::Value;
use stoa_entity::platform::due_work;
use stoa_entity::tenant::{payment, refund};
use stoa_kernel::id::WebsiteId;
use stoa_tenancy::Tenant;

use crate::app::{App, GLANCE, PATIENCE};
use crate::client::Client;

/// Lets the time be over that the reconciler leaves before it asks: ten seconds before its first question. Waits until
/// the site is in the list of due work by then, which is what would have made it ask by itself.
pub(crate) async fn make_checks_due(app: &App) -> Result<()> {
    let foundation = &app.stoa.foundation;
    let website: WebsiteId = app.website("juniper").await?.parse()?;
    let tenant = foundation.tenancy.for_system(&website, "test").await?;
    app.until(async || {
        let Some(next) = next_check(&tenant).await? else { return Ok(true) };
        let list = foundation.databases.platform().read().await?;
        let own = due_work::Column::WebsiteId.eq(website.clone());
        let own = list.find::<due_work::Entity>().filter(own).one().await?;
        Ok(own.is_some_and(|row| row.due_on.ms() <= next))
    })
    .await?;
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

/// When the first payment or refund is asked for, UTC milliseconds; none if the outcome of all is known.
async fn next_check(tenant: &Tenant) -> Result<Option<i64>> {
    let tx = tenant.db.read().await?;
    let payments = tx.find::<payment::Entity>().filter(payment::Column::NextCheckOn.is_not_null()).all().await?;
    let refunds = tx.find::<refund::Entity>().filter(refund::Column::NextCheckOn.is_not_null()).all().await?;
    let of_payments = payments.iter().filter_map(|row| row.next_check_on);
    let of_refunds = refunds.iter().filter_map(|row| row.next_check_on);
    Ok(of_payments.chain(of_refunds).map(|check| check.ms()).min())
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
