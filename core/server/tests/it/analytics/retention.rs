//! How long what visitors did is kept.

use anyhow::Result;
use jiff::tz::TimeZone;
use serde_json::json;
use stoa_analytics::Device;
use stoa_entity::analytics::{analytics_block, analytics_event};
use stoa_kernel::id::WebsiteId;

use super::recorded::{record_then, rows};
use super::reports::Recording;
use crate::app::on_postgres_with;

const PLANS: &str = "[plans.offered.small]\ntitle = 'Small shop'\nanalytics_months = 1\n";
const DAY: i64 = 86_400_000;

// spec: analytics.privacy.open
#[tokio::test(flavor = "multi_thread")]
async fn the_plan_of_a_site_says_how_long_its_visits_are_kept() -> Result<()> {
    on_postgres_with(PLANS, async |app| {
        app.stoa.foundation.tenancy.tenants.set_plan("juniper", Some("small")).await?;
        let now = app.stoa.foundation.tenancy.now();
        let day = |days: i64| -> Result<String> {
            let at = jiff::Timestamp::from_millisecond(now.ms() - days * DAY)?;
            Ok(at.to_zoned(TimeZone::UTC).date().to_string())
        };
        let range = format!("from={}&to={}", day(60)?, day(0)?);
        for site in ["juniper", "kissaten"] {
            let visit = Recording::new(1, Some("google"), "DE", Device::Desktop).view(now.ms() - 40 * DAY, "/");
            record_then(app, site, vec![visit]).await?;
            let website: WebsiteId = app.website(site).await?.parse()?;
            app.stoa.foundation.databases.due_work().wake(&website, now).await?;
        }
        // Events of earlier weeks are packed by the job that then deletes those of juniper.
        app.until(async || Ok(rows::<analytics_event::Entity>(app, "juniper").await?.is_empty())).await?;
        app.until(async || Ok(rows::<analytics_event::Entity>(app, "kissaten").await?.is_empty())).await?;
        app.until(async || Ok(rows::<analytics_block::Entity>(app, "juniper").await?.is_empty())).await?;
        let mut owner = app.owner().await?;
        for (site, expected) in [("juniper", 0), ("kissaten", 1)] {
            let report = format!("/api/v1/websites/{}/analytics/summary?{range}", app.website(site).await?);
            let summary = owner.get(&report).await?.expect(200)?;
            assert_eq!(summary["totals"]["visits"], json!(expected), "{site}");
        }
        Ok(())
    })
    .await
}
