//! Sales statistics: by day in the shop's time zone, without test orders and without customer data.

use anyhow::{Context as _, Result, ensure};
use sea_orm::ColumnTrait as _;
use serde_json::{Value, json};
use stoa_entity::tenant::{cart, order, refund};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::WebsiteId;

use crate::app::{App, on_both, on_sqlite};
use crate::client::Client;
use crate::shop;

/// 23:30 on 31 October 2026 in New York, two and a half hours before the clocks there are set back.
const BEFORE: i64 = 1_793_503_800_000;
/// 23:30 on the following day: 25 hours later.
const AFTER: i64 = BEFORE + 25 * 3_600_000;

/// Buys a mug with real money at a given time.
async fn sell(app: &App, paid_on: i64) -> Result<Value> {
    let bought = shop::buy(app, &mut app.juniper(), "juniper", "hearth-mug").await?;
    let id = bought["orderId"].as_str().context("no order")?.to_owned();
    let website: WebsiteId = app.website("juniper").await?.parse()?;
    let tenant = app.stoa.foundation.tenancy.for_system(&website, "test").await?;
    let tx = tenant.db.write().await?;
    tx.update::<order::Entity>(order::Column::Id.eq(id.as_str()))
        .set(order::Column::TestMode, false)
        .set(order::Column::PaidOn, paid_on)
        .exec()
        .await?;
    tx.commit().await?;
    app.owner().await?.get(&format!("/api/v1/websites/{website}/orders/{id}")).await?.expect(200)
}

async fn refund_whole(app: &App, owner: &mut Client, order: &Value, settled_on: i64) -> Result<()> {
    let website: WebsiteId = app.website("juniper").await?.parse()?;
    let id = order["id"].as_str().context("no id")?;
    let body = json!({"idempotencyKey": format!("all-of-{id}"), "amountCents": order["grandTotalCents"]});
    owner.post(&format!("/api/v1/websites/{website}/orders/{id}/refund"), &body).await?.expect(200)?;
    let tenant = app.stoa.foundation.tenancy.for_system(&website, "test").await?;
    let tx = tenant.db.write().await?;
    tx.update::<refund::Entity>(refund::Column::OrderId.eq(id))
        .set(refund::Column::SettledOn, settled_on)
        .exec()
        .await?;
    Ok(tx.commit().await?)
}

#[tokio::test(flavor = "multi_thread")]
async fn sales_by_day_in_site_time_zone() -> Result<()> {
    on_both(async |app| {
        let mut owner = app.owner().await?;
        let sales = format!("/api/v1/websites/{}/sales", app.website("juniper").await?);
        let empty = owner.get(&sales).await?.expect(200)?;
        assert_eq!((&empty["totals"]["orders"], &empty["totals"]["averageCents"]), (&json!(0), &Value::Null));
        assert_eq!(empty["periods"].as_array().map(Vec::len), Some(30));

        shop::buy(app, &mut app.juniper(), "juniper", "hearth-mug").await?;
        let first = sell(app, BEFORE).await?;
        let second = sell(app, AFTER).await?;
        refund_whole(app, &mut owner, &first, AFTER).await?;
        let total = second["grandTotalCents"].as_i64().context("no total")?;
        let report = owner.get(&format!("{sales}?from=2026-10-31&until=2026-11-02")).await?.expect(200)?;
        assert_eq!((&report["timeZone"], &report["currency"]), (&json!("America/New_York"), &json!("USD")));
        let days: Vec<(&Value, &Value, &Value)> = report["periods"]
            .as_array()
            .context("no periods")?
            .iter()
            .map(|day| (&day["start"], &day["orders"], &day["refunds"]))
            .collect();
        assert_eq!(
            days,
            [
                (&json!("2026-10-31"), &json!(1), &json!(0)),
                (&json!("2026-11-01"), &json!(1), &json!(1)),
                (&json!("2026-11-02"), &json!(0), &json!(0)),
            ]
        );
        let totals = &report["totals"];
        assert_eq!((&totals["orders"], &totals["salesCents"]), (&json!(2), &json!(2 * total)));
        assert_eq!((&totals["refundedCents"], &totals["netCents"]), (&json!(total), &json!(total)));
        assert_eq!(
            (&totals["averageCents"], &totals["taxCents"]),
            (&json!(total), &json!(2 * second["taxCents"].as_i64().unwrap()))
        );
        let best = &report["bestSellers"][0];
        assert_eq!((&best["productId"], &best["quantity"]), (&first["items"][0]["productId"], &json!(2)));
        assert_eq!(report["ordersToFulfill"], 1, "the refunded one and the test order wait for nobody");
        let later = owner.get(&format!("{sales}?from=2026-11-02&until=2026-11-04")).await?.expect(200)?;
        assert_eq!((&later["totals"]["orders"], &later["before"]["orders"]), (&json!(0), &json!(2)));
        let week = owner.get(&format!("{sales}?days=7&until=2026-11-04")).await?.expect(200)?;
        assert_eq!((&week["from"], &week["totals"]["orders"]), (&json!("2026-10-29"), &json!(2)));
        let months = owner.get(&format!("{sales}?from=2026-10-01&until=2026-11-30&by=month")).await?.expect(200)?;
        let orders: Vec<&Value> = months["periods"].as_array().unwrap().iter().map(|month| &month["orders"]).collect();
        assert_eq!(orders, [&json!(1), &json!(1)]);
        for query in [
            "from=yesterday",
            "days=0",
            "from=2026-11-02&until=2026-11-01",
            "from=2000-01-01",
            "from=2020-01-01&by=day",
        ] {
            ensure!(owner.get(&format!("{sales}?{query}")).await?.problem(400)?["errors"].is_object(), "{query}");
        }
        Ok(())
    })
    .await
}

// spec: analytics.reports.open
#[tokio::test(flavor = "multi_thread")]
async fn parts_of_the_sales_add_up_to_the_orders() -> Result<()> {
    on_both(async |app| {
        let (first, second) = (sell(app, BEFORE).await?, sell(app, AFTER).await?);
        let orders = [&first, &second];
        let total: i64 = orders.iter().filter_map(|order| order["grandTotalCents"].as_i64()).sum();
        let mut owner = app.owner().await?;
        let base = format!("/api/v1/websites/{}/analytics", app.website("juniper").await?);
        let range = "from=2026-10-31&to=2026-11-02";
        for by in ["product", "category", "discount", "country", "customer", "month"] {
            let report = owner.get(&format!("{base}/sales-breakdown?by={by}&{range}")).await?.expect(200)?;
            assert_eq!(
                (&report["totals"]["orders"], &report["totals"]["salesCents"]),
                (&json!(2), &json!(total)),
                "{by}"
            );
            let rows = report["rows"].as_array().context("no rows")?;
            let sum: i64 = rows.iter().filter_map(|row| row["salesCents"].as_i64()).sum();
            assert_eq!(sum, total, "{by}: {rows:?}");
            for secret in [&first["customerEmail"], &first["customerName"], &first["id"]] {
                ensure!(!report.to_string().contains(secret.as_str().context("no text")?), "{by}: {secret}");
            }
            let values: Vec<&Value> = rows.iter().map(|row| &row["value"]).collect();
            match by {
                "product" => ensure!(values.contains(&&first["items"][0]["productId"]), "{values:?}"),
                "country" => assert_eq!(values, [&json!("US")]),
                "customer" => {
                    assert_eq!(rows.iter().map(|row| &row["orders"]).collect::<Vec<_>>(), [&json!(1), &json!(1)])
                }
                "month" => assert_eq!(values, [&json!("2026-10"), &json!("2026-11")]),
                _ => {}
            }
        }
        let cohorts = owner.get(&format!("{base}/cohorts?{range}")).await?.expect(200)?;
        assert_eq!(cohorts["rows"], json!([{"month": "2026-10", "customers": 1, "returned": [1, 1]}]));
        let carts = owner.get(&format!("{base}/abandoned-carts")).await?.expect(200)?;
        assert_eq!((&carts["abandoned"], &carts["valueCents"]), (&json!(0), &json!(0)), "all carts were bought");
        Ok(())
    })
    .await
}

// spec: analytics.reports.open
#[tokio::test(flavor = "multi_thread")]
async fn carts_that_were_left_count_with_their_value() -> Result<()> {
    const HOUR: i64 = 3_600_000;
    on_both(async |app| {
        let mut shopper = app.juniper();
        let mug = shop::product(app, "juniper", "hearth-mug").await?;
        shop::add(&mut shopper, &mug, &shop::in_stock(&mug), 1).await?.expect(200)?;
        let shown = shopper.get("/api/commerce/shopping-cart").await?.expect(200)?;
        let value = shown["subtotalCents"].as_i64().context("no subtotal")?;
        let (mut owner, website) = (app.owner().await?, app.website("juniper").await?);
        let address = format!("/api/v1/websites/{website}/analytics/abandoned-carts?compare=true");
        let fresh = owner.get(&address).await?.expect(200)?;
        assert_eq!((&fresh["carts"], &fresh["abandoned"], &fresh["valueCents"]), (&json!(1), &json!(0), &json!(0)));

        let tenant = app.stoa.foundation.tenancy.for_system(&website.parse()?, "test").await?;
        let now = app.stoa.foundation.tenancy.now();
        let set = async |column: cart::Column, to: Timestamp| -> Result<()> {
            let tx = tenant.db.write().await?;
            tx.update::<cart::Entity>(cart::Column::CreatedOn.gt(0)).set(column, to).exec().await?;
            Ok(tx.commit().await?)
        };
        set(cart::Column::UpdatedOn, now - 2 * HOUR).await?;
        let left = owner.get(&address).await?.expect(200)?;
        assert_eq!((&left["carts"], &left["abandoned"], &left["valueCents"]), (&json!(1), &json!(1), &json!(value)));
        assert_eq!(left["before"]["carts"], 0);

        set(cart::Column::CreatedOn, now - 31 * 24 * HOUR).await?;
        let later = owner.get(&address).await?.expect(200)?;
        assert_eq!((&later["carts"], &later["before"]["valueCents"]), (&json!(0), &json!(value)));
        let file = owner.get(&format!("{address}&format=csv")).await?;
        let amount = format!("\"1\",\"1\",\"{}.{:02}\"", value / 100, value % 100);
        ensure!(file.text.contains(&amount), "{amount}: {}", file.text);
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn report_role_reads_totals_only() -> Result<()> {
    on_sqlite(async |app| {
        let order = sell(app, BEFORE).await?;
        let website = app.website("juniper").await?;
        let tenancy = &app.stoa.foundation.tenancy;
        let account =
            tenancy.staff.create("reports@example.com", "Someone", "long enough words", Timestamp::from_ms(1)).await?;
        tenancy.staff.grant(&website.parse()?, &account.id, 3).await?;
        let mut reporter = app.platform();
        reporter.sign_in("reports@example.com", "long enough words").await?;
        let base = format!("/api/v1/websites/{website}");
        let seen = reporter.get(&format!("{base}/sales?from=2026-10-31&until=2026-10-31")).await?;
        assert_eq!(seen.json()["totals"]["orders"], 1);
        for secret in [&order["customerEmail"], &order["customerName"], &order["id"]] {
            ensure!(!seen.text.contains(secret.as_str().context("no text")?), "{secret}");
        }
        reporter.get(&format!("{base}/orders")).await?.problem(403)?;
        let refused = reporter.get(&format!("{base}/orders/{}", order["id"].as_str().unwrap())).await?;
        refused.problem(403)?;
        Ok(())
    })
    .await
}
