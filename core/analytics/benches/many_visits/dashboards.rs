//! How long the reports behind the screens of the admin take, over all events of the site.

use std::time::{Duration, Instant};

use anyhow::Result;
use jiff::tz::TimeZone;
use stoa_analytics::reports::activity::ListRequest;
use stoa_analytics::reports::visits::{Interval, TopRequest};
use stoa_analytics::reports::{Filters, Scope, actions, activity, funnel, live, visits};
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
pub(crate) type Report = (String, Duration);

/// Asks for each report of the last thirty days: of all visits, of a small part, and of all that share a value.
pub(crate) async fn measure(site: &TestSite, db: &TenantDb) -> Result<Vec<Report>> {
    let (ctx, db) = (site.owner(), Some(db));
    let mut reports = Vec::new();
    let none = Filters::default();
    reports.extend(of_visits(site, db, "", &none).await?);
    for (name, dimension, value) in [
        ("one source: ", Dimension::Source, "source7"),
        ("one page: ", Dimension::Page, "/page-7"),
        ("one country of all: ", Dimension::Country, "DE"),
    ] {
        reports.extend(of_visits(site, db, name, &Filters::new([(dimension, value.to_owned())])).await?);
    }
    for (name, filters) in [("", none), ("one source: ", Filters::new([(Dimension::Source, "source7".to_owned())]))] {
        reports.extend(of_actions(site, db, name, filters).await?);
    }
    reports.push(("real time".to_owned(), p95(async || live::live(&ctx, db, &Filters::default()).await).await?));
    Ok(reports)
}

/// Asks for reports of visits while the last day has events that are not summed up.
pub(crate) async fn measure_with_new_events(site: &TestSite, db: &TenantDb) -> Result<Vec<Report>> {
    let of_source = Filters::new([(Dimension::Source, "source7".to_owned())]);
    let mut reports = of_visits(site, Some(db), "with new events: ", &Filters::default()).await?;
    reports.extend(of_visits(site, Some(db), "with new events, one source: ", &of_source).await?);
    Ok(reports)
}

/// The overview of a site.
pub(crate) async fn overview(site: &TestSite, db: &TenantDb) -> Result<()> {
    let scope = Scope { site: last_days()?, filters: Filters::default() };
    visits::summary(&site.owner(), Some(db), &scope, true).await.map_err(anyhow::Error::from)?;
    Ok(())
}

/// The pages that visits from one source saw.
pub(crate) async fn pages_of_source(site: &TestSite, db: &TenantDb) -> Result<()> {
    let filters = Filters::new([(Dimension::Source, "source7".to_owned())]);
    let scope = Scope { site: last_days()?, filters };
    let by = TopRequest { dimension: Dimension::Page, most: ROWS, compare: true };
    visits::top(&site.owner(), Some(db), &scope, by).await.map_err(anyhow::Error::from)?;
    Ok(())
}

/// Reports on what visitors did.
async fn of_actions(site: &TestSite, db: Option<&TenantDb>, name: &str, filters: Filters) -> Result<Vec<Report>> {
    let (ctx, scope) = (site.owner(), Scope { site: last_days()?, filters });
    let list = ListRequest { most: ROWS, compare: true };
    let reports = [
        ("funnel", p95(async || funnel::funnel(&ctx, db, &site.db, &scope, list).await).await?),
        ("searches", p95(async || activity::searches(&ctx, db, &scope, list).await).await?),
        ("forms", p95(async || activity::forms(&ctx, db, &scope, true).await).await?),
        ("buttons", p95(async || activity::buttons(&ctx, db, &scope, list).await).await?),
        ("other events", p95(async || actions::actions(&ctx, db, &scope, true).await).await?),
    ];
    Ok(reports.into_iter().map(|(report, time)| (format!("{name}{report}"), time)).collect())
}

async fn of_visits(site: &TestSite, db: Option<&TenantDb>, name: &str, filters: &Filters) -> Result<Vec<Report>> {
    let ctx = site.owner();
    let scope = Scope { site: last_days()?, filters: filters.clone() };
    let by_day = Interval::Days(local_days::Interval::Day);
    let top = |dimension| TopRequest { dimension, most: ROWS, compare: true };
    let reports = [
        ("overview", p95(async || visits::summary(&ctx, db, &scope, true).await).await?),
        ("visits by day", p95(async || visits::series(&ctx, db, &scope, by_day, true).await).await?),
        ("visits by hour", p95(async || visits::series(&ctx, db, &scope, Interval::Hour, false).await).await?),
        ("pages", p95(async || visits::top(&ctx, db, &scope, top(Dimension::Page)).await).await?),
        ("sources", p95(async || visits::top(&ctx, db, &scope, top(Dimension::Source)).await).await?),
    ];
    Ok(reports.into_iter().map(|(report, time)| (format!("{name}{report}"), time)).collect())
}

fn last_days() -> Result<SiteDays> {
    let zone = TimeZone::get(super::TIME_ZONE)?;
    let wanted = DaysRequest { first: None, last: None, days: Some(super::DAYS), last_field: "to" };
    let days = Days::requested(wanted, SystemClock.now(), zone)?;
    Ok(SiteDays { days, time_zone: super::TIME_ZONE.to_owned(), currency: "EUR".to_owned() })
}

async fn p95<T, E: Into<anyhow::Error>>(ask: impl AsyncFn() -> Result<T, E>) -> Result<Duration> {
    let mut times = Vec::with_capacity(TIMES);
    for _ in 0..TIMES {
        let began = Instant::now();
        ask().await.map_err(Into::into)?;
        times.push(began.elapsed());
    }
    Ok(p95_of(times))
}

/// The longest of all times but one in twenty.
pub(crate) fn p95_of(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times.get((times.len() * 95 / 100).saturating_sub(1)).copied().unwrap_or_default()
}
