//! How long the reports behind the screens of the admin take, over all events of the site.

use std::time::{Duration, Instant};

use anyhow::Result;
use jiff::tz::TimeZone;
use stoa_analytics::reports::visits::{Interval, TopRequest};
use stoa_analytics::reports::{Filters, Scope, activity, funnel, live, visits};
use stoa_analytics::rollups::Dimension;
use stoa_entity::TenantDb;
use stoa_kernel::clock::{Clock as _, SystemClock};
use stoa_kernel::local_days::{self, Days, DaysRequest, SiteDays};
use stoa_testkit::TestSite;

/// How often each is asked for.
const TIMES: usize = 20;
/// Rows of a list.
const ROWS: usize = 10;

/// A report, and the longest time of all but one in twenty.
pub(crate) type Report = (&'static str, Duration);

/// Asks for each report of the last thirty days.
pub(crate) async fn measure(site: &TestSite, db: &TenantDb) -> Result<Vec<Report>> {
    let (ctx, db) = (site.owner(), Some(db));
    let zone = TimeZone::get(super::TIME_ZONE)?;
    let wanted = DaysRequest { first: None, last: None, days: Some(super::DAYS), last_field: "to" };
    let days = Days::requested(wanted, SystemClock.now(), zone)?;
    let site_days = SiteDays { days, time_zone: super::TIME_ZONE.to_owned(), currency: "EUR".to_owned() };
    let all = Scope { site: site_days.clone(), filters: Filters::default() };
    let filtered = Filters::new([(Dimension::Source, "source7".to_owned())]);
    let some = Scope { site: site_days.clone(), filters: filtered };
    let by_day = Interval::Days(local_days::Interval::Day);
    let top = |dimension| TopRequest { dimension, most: ROWS, compare: true };
    Ok(vec![
        ("overview", p95(async || visits::summary(&ctx, db, &all, true).await).await?),
        ("visits by day", p95(async || visits::series(&ctx, db, &all, by_day, true).await).await?),
        ("visits by hour", p95(async || visits::series(&ctx, db, &all, Interval::Hour, false).await).await?),
        ("pages", p95(async || visits::top(&ctx, db, &all, top(Dimension::Page)).await).await?),
        ("sources", p95(async || visits::top(&ctx, db, &all, top(Dimension::Source)).await).await?),
        ("overview of one source", p95(async || visits::summary(&ctx, db, &some, true).await).await?),
        ("pages of one source", p95(async || visits::top(&ctx, db, &some, top(Dimension::Page)).await).await?),
        ("funnel", p95(async || funnel::funnel(&ctx, db, &site.db, &site_days, ROWS).await).await?),
        ("searches", p95(async || activity::searches(&ctx, db, &site_days, ROWS).await).await?),
        ("forms", p95(async || activity::forms(&ctx, db, &site_days).await).await?),
        ("buttons", p95(async || activity::buttons(&ctx, db, &site_days, ROWS).await).await?),
        ("real time", p95(async || live::live(&ctx, db).await).await?),
    ])
}

async fn p95<T, E: Into<anyhow::Error>>(ask: impl AsyncFn() -> Result<T, E>) -> Result<Duration> {
    let mut times = Vec::with_capacity(TIMES);
    for _ in 0..TIMES {
        let began = Instant::now();
        ask().await.map_err(Into::into)?;
        times.push(began.elapsed());
    }
    times.sort();
    Ok(times.get(TIMES * 95 / 100 - 1).copied().unwrap_or_default())
}
