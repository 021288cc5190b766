//! Orders and the visits in which they were placed.

use anyhow::{Context as _, Result};
use sea_orm::ColumnTrait as _;
use serde_json::json;
use stoa_analytics::EventKind;
use stoa_analytics::enrich::identified_visitor;
use stoa_analytics::unpaid_orders::UnpaidOrder;
use stoa_entity::analytics::{analytics_unpaid_order, analytics_visit};
use stoa_entity::tenant::{order, payment};
use stoa_kernel::id::WebsiteId;

use super::recorded::{events, rows};
use crate::app::on_both;
use crate::shop;

// spec: order.analytics.purchase
#[tokio::test(flavor = "multi_thread")]
async fn an_order_paid_without_the_browser_belongs_to_its_visit() -> Result<()> {
    on_both(async |app| {
        let website = app.website("juniper").await?;
        let mut shopper = app.juniper();
        let seen = json!({"event_schema_name": "page_view", "event_source": "WEB",
                          "event_content": "{\"page_path\":\"/shop\"}"});
        shopper.beacon("/api/v1/clanker/events", &seen.to_string()).await?.expect(202)?;
        let bowl = shop::product(app, "juniper", "everyday-bowl").await?;
        shop::add(&mut shopper, &bowl, &shop::in_stock(&bowl), 1).await?.expect(200)?;
        let checkout = shop::prepare(&mut shopper, "US").await?;
        let answer = shop::submit(&mut shopper, &checkout, "in-its-visit-1", shop::PENDING).await?.expect(200)?;
        let id = answer["orderId"].as_str().context("no order")?.to_owned();

        // The shop has test payments only, whose orders are not recorded: from here on this one is real.
        let site: WebsiteId = website.parse()?;
        let tenant = app.stoa.foundation.tenancy.for_system(&site, "test").await?;
        let tx = tenant.db.write().await?;
        tx.update::<order::Entity>(order::Column::Id.eq(id.as_str()))
            .set(order::Column::TestMode, false)
            .exec()
            .await?;
        let of_order = payment::Column::OrderId.eq(id.as_str());
        tx.update::<payment::Entity>(of_order.clone())
            .set(payment::Column::TestMode, Some(false))
            .set(payment::Column::ShopTestMode, Some(false))
            .exec()
            .await?;
        let attempt = tx.find::<payment::Entity>().filter(of_order).one().await?.context("no attempt")?;
        let placed = tx.find::<order::Entity>().filter(order::Column::Id.eq(id.as_str())).one().await?;
        let placed_on = placed.context("no order")?.created_on;
        tx.commit().await?;
        let visits = rows::<analytics_visit::Entity>(app, "juniper").await?;
        let visit = visits.first().context("no visit")?;
        let (visitor, is_identified) = (visit.visitor, visit.is_identified);
        let unpaid = UnpaidOrder { id: identified_visitor(&site, &id), visitor, is_identified, at: placed_on };
        app.stoa.analytics().record_unpaid(&site, unpaid);
        assert_eq!(rows::<analytics_unpaid_order::Entity>(app, "juniper").await?.len(), 1);

        let paid = shop::report("evt-1", attempt.id.as_str(), attempt.amount_cents.0, "captured");
        assert_eq!(shop::send_report(&mut app.juniper(), &website, &paid).await?.status, 200);
        app.until(async || Ok(events(app, "juniper").await?.iter().any(|event| event.kind == EventKind::Purchase)))
            .await?;
        let recorded = events(app, "juniper").await?;
        let purchases: Vec<_> = recorded.iter().filter(|event| event.kind == EventKind::Purchase).collect();
        assert_eq!(purchases.iter().map(|event| event.object.as_str()).collect::<Vec<_>>(), [id.as_str()]);
        assert_eq!(purchases.iter().map(|event| event.visit).collect::<Vec<_>>(), [visit.id]);
        assert_eq!(purchases.iter().map(|event| event.number).collect::<Vec<_>>(), [Some(attempt.amount_cents.0)]);
        Ok(())
    })
    .await
}
