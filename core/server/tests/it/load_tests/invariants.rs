//! What must hold in the store after a run: what is planted against each rule is found.

use anyhow::{Result, ensure};
use sea_orm::ColumnTrait as _;
use sea_orm::sea_query::{Expr, ExprTrait as _};
use serde_json::json;
use stoa_entity::TenantTx;
use stoa_entity::tenant::{discount, order, order_item, payment, variant};

use super::run::Run;
use crate::app::{App, on_both_at_once};
use crate::shop;

/// Makes a change to the shop's rows from outside.
pub(super) async fn plant(app: &App, change: impl AsyncFn(&TenantTx) -> Result<()>) -> Result<()> {
    let website = app.website("juniper").await?.parse()?;
    let tenant = app.stoa.foundation.tenancy.for_system(&website, "test").await?;
    let tx = tenant.db.write().await?;
    change(&tx).await?;
    Ok(tx.commit().await?)
}

// spec: load-test.invariants
#[tokio::test(flavor = "multi_thread")]
async fn planted_errors_are_found() -> Result<()> {
    on_both_at_once(async |app| {
        let (mut owner, website) = app.owner_of("juniper").await?;
        let run = Run::start(&mut owner, &app.juniper(), &website, "planted").await?;
        let mug = shop::product(app, "juniper", "hearth-mug").await?;
        let mut orders = Vec::new();
        for (email, code) in [("one@planted.invalid", "WELCOME10"), ("two@planted.invalid", "")] {
            orders.push(run.buy(&mut run.of(app.juniper()), &mug, email, code).await?);
        }
        let mut visitor = run.of(app.juniper());
        ensure!(run.broken(&mut visitor, &orders).await?.is_empty());

        let sku = shop::in_stock(&mug)["id"].as_str().unwrap_or_default().to_owned();
        let own = || variant::Column::Id.eq(sku.as_str());
        let stock = |by: i64| Expr::col(variant::Column::QtyInStock).add(by);
        plant(app, async |tx| {
            tx.update::<variant::Entity>(own()).set(variant::Column::QtyInStock, stock(1)).exec().await?;
            Ok(())
        })
        .await?;
        ensure!(run.broken(&mut visitor, &orders).await? == ["stock-ledger"]);
        plant(app, async |tx| {
            tx.update::<variant::Entity>(own()).set(variant::Column::QtyInStock, stock(-1)).exec().await?;
            // An order that sold far more than there was.
            let of_order = order_item::Column::OrderId.eq(orders[0].as_str());
            tx.update::<order_item::Entity>(of_order).set(order_item::Column::Quantity, 100_000).exec().await?;
            Ok(())
        })
        .await?;
        ensure!(run.broken(&mut visitor, &orders).await? == ["nothing-oversold"]);
        plant(app, async |tx| {
            let of_order = order_item::Column::OrderId.eq(orders[0].as_str());
            tx.update::<order_item::Entity>(of_order).set(order_item::Column::Quantity, 2).exec().await?;
            let of_order = payment::Column::OrderId.eq(orders[1].as_str());
            tx.delete::<payment::Entity>(of_order).exec().await?;
            Ok(())
        })
        .await?;
        ensure!(run.broken(&mut visitor, &orders).await? == ["paid-once"]);
        plant(app, async |tx| {
            let code = discount::Column::CodeKey.eq("WELCOME10");
            tx.update::<discount::Entity>(code).set(discount::Column::UsageLimit, Some(0_i64)).exec().await?;
            Ok(())
        })
        .await?;
        ensure!(run.broken(&mut visitor, &orders).await? == ["paid-once", "codes-within-limits"]);
        plant(app, async |tx| {
            tx.update::<discount::Entity>(discount::Column::CodeKey.eq("WELCOME10"))
                .set(discount::Column::UsageLimit, None::<i64>)
                .exec()
                .await?;
            // With its payment gone, this order has nothing that could break another rule.
            tx.delete::<order::Entity>(order::Column::Id.eq(orders[1].as_str())).exec().await?;
            Ok(())
        })
        .await?;
        let broken = run.broken(&mut visitor, &orders).await?;
        ensure!(broken == ["confirmed-orders-kept"], "{broken:?}");

        // The pass of a run asks about this run, and nobody without one.
        let path = format!("/api/v1/load-tests/runs/{}/check", run.id);
        let refused = app.juniper().post(&path, &json!({})).await?.problem(403)?;
        ensure!(refused["code"] == "load-test-ended", "{refused}");
        Ok(())
    })
    .await
}
