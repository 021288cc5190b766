//! How many events a second are stored, what they take on disk, and how long their sums and reports take, on SQLite and
//! on Postgres:
//! `cargo bench --package stoa-analytics --bench many_visits`. Visits of six events each are recorded for one site, a
//! thousand events at a time; copies of them, made by the database, fill thirty days, which are summed up and packed as
//! they pass.
//! `STOA_EVENTS` sets the number of all events.

#![expect(clippy::print_stdout, reason = "the figures go to standard output")]

mod copies;
mod dashboards;
mod many_sites;
#[path = "../../tests/analytics/visited_site.rs"]
mod visited_site;

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use stoa_analytics::{EventKind, Hit, Medium, Recorder, VisitFacts, rollups};
use stoa_entity::TenantDb;
use stoa_kernel::clock::{Clock as _, SystemClock, Timestamp};
use stoa_kernel::id::WebsiteId;
use stoa_testkit::{Postgres, TestSite};

use visited_site::{SetClock, recorder, register};

const EVENTS: i64 = 600_000;
/// Most events that are recorded; the others are copies.
const RECORDED: i64 = 300_000;
const DAYS: i64 = 30;
const DAY_MS: i64 = 86_400_000;
const BATCH: i64 = 1_000;
/// Days that are summed up again to see how long it takes.
const SUMMED_UP_DAYS: i64 = 5;
/// Events of a visit.
const VISIT: i64 = 6;
const TIME_ZONE: &str = "Europe/Berlin";

/// A line of the table: what was measured, and the value.
type Line = (String, String);

fn main() -> Result<()> {
    tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(measure())
}

async fn measure() -> Result<()> {
    let events = std::env::var("STOA_EVENTS").ok().map(|text| text.parse()).transpose()?.unwrap_or(EVENTS);
    let sqlite = lines(TestSite::new().await?, events).await?;
    let server = Postgres::start()?;
    let postgres = lines(TestSite::on_postgres(&server).await?, events).await?;
    println!("| Figure | SQLite | Postgres |\n|---|---|---|");
    for ((figure, on_sqlite), (_, on_postgres)) in sqlite.iter().zip(&postgres) {
        println!("| {figure} | {on_sqlite} | {on_postgres} |");
    }
    Ok(())
}

/// The events of a site: some recorded, the others copies of those, each a stretch of time later.
#[derive(Clone, Copy)]
struct Plan {
    /// When the first event happens.
    from: Timestamp,
    recorded: i64,
    copies: i64,
    /// The time that the recorded ones take, milliseconds.
    stretch: i64,
}

impl Plan {
    fn of(events: i64, now: Timestamp) -> Self {
        let parts = (events + RECORDED - 1) / RECORDED;
        let (recorded, stretch) = (events / parts, DAYS * DAY_MS / parts);
        Self { from: now - DAYS * DAY_MS, recorded, copies: parts - 1, stretch }
    }

    fn events(&self) -> i64 {
        self.recorded * (self.copies + 1)
    }
}

async fn lines(site: TestSite, events: i64) -> Result<Vec<Line>> {
    let now = SystemClock.now();
    register(&site, now).await?;
    let (site, clock) = (Arc::new(site), SetClock::at(now));
    let (website, plan) = (site.db.website().clone(), Plan::of(events, now));
    let recorder = recorder(&site, &clock);
    let mut batches = record(&recorder, &clock, &website, plan).await?;
    let stored_in: Duration = batches.iter().sum();
    batches.sort();
    let batch_p95 = batches.get(batches.len() * 95 / 100).or(batches.last()).copied().unwrap_or_default();
    let db = site.databases.analytics(&website).await?.context("nothing is stored")?;
    copies::make(&site, &db, plan).await?;
    while rollups::next_due(&db, now).await?.is_some() {
        rollups::run(&db, TIME_ZONE, now).await?;
    }
    let day = day_summed_up(&db, now).await?;
    site.analyse().await?;
    let mut reports = dashboards::measure(&site, &db).await?;

    // A site with visitors has events that are not summed up.
    clock.set(now);
    recorder.record(&website, hit(plan.events(), now));
    ensure!(recorder.flush().await, "an event was not stored");
    reports.extend(dashboards::measure_with_new_events(&site, &db).await?);
    let tables = site.table_bytes("analytics_").await?;
    reports.extend(many_sites::measure(&site, &recorder, &clock, now).await?);
    site.databases.close().await?;
    let file = site.folder().join("sites").join(format!("{website}.analytics.sqlite"));
    let bytes = tables.or_else(|| std::fs::metadata(file).ok().map(|found| found.len()));

    let all = u64::try_from(plan.events())?;
    let rate = f64::from(u32::try_from(plan.recorded)?) / stored_in.as_secs_f64();
    let milliseconds = |time: Duration| format!("{:.1} ms", time.as_secs_f64() * 1_000.0);
    let mut lines = vec![
        ("events of one site in 30 days".to_owned(), all.to_string()),
        ("events stored a second".to_owned(), format!("{rate:.0}")),
        (format!("batch of {BATCH} events, p95"), milliseconds(batch_p95)),
        ("bytes an event".to_owned(), bytes.map_or_else(|| "-".to_owned(), |bytes| (bytes / all).to_string())),
        ("a day summed up".to_owned(), format!("{day:.0} ms")),
    ];
    lines.extend(reports.into_iter().map(|(report, time)| (format!("{report}, p95"), milliseconds(time))));
    Ok(lines)
}

/// How long it takes to sum up a day, milliseconds, by those of the last days.
async fn day_summed_up(db: &TenantDb, now: Timestamp) -> Result<f64> {
    let zone = rollups::zone(TIME_ZONE);
    let first = rollups::day_of(now - SUMMED_UP_DAYS * DAY_MS, &zone)?;
    let began = Instant::now();
    rollups::repeat(db, TIME_ZONE, first, now).await?;
    Ok(began.elapsed().as_secs_f64() * 1_000.0 / f64::from(u32::try_from(SUMMED_UP_DAYS)?))
}

/// Records events as they would arrive. Returns how long each batch took.
async fn record(recorder: &Recorder, clock: &SetClock, website: &WebsiteId, plan: Plan) -> Result<Vec<Duration>> {
    let mut batches = Vec::new();
    for first in (0..plan.recorded).step_by(usize::try_from(BATCH)?) {
        for number in first..(first + BATCH).min(plan.recorded) {
            let at = plan.from + number * plan.stretch / plan.recorded;
            clock.set(at);
            recorder.record(website, hit(number, at));
        }
        let began = Instant::now();
        ensure!(recorder.flush().await, "a batch was not stored");
        batches.push(began.elapsed());
    }
    Ok(batches)
}

/// The events of visits, six at a time: page views, a heartbeat, and now and then a button, a search, a product or one in
/// the cart.
fn hit(number: i64, at: Timestamp) -> Hit {
    let visitor = number / VISIT;
    // Spread like random numbers: as browsers make them.
    let id = number.wrapping_mul(0x5851_f42d_4c95_7f2d) & i64::MAX;
    let about = |what: &str, count: i64| Some(format!("{what}{}", visitor % count));
    let (kind, value, object) = match number % VISIT {
        1 if visitor % 20 == 0 => (EventKind::SiteSearch, Some(visitor % 3), about("words", 200)),
        2 => (EventKind::Heartbeat, Some(10_000 + visitor * 7_919 % 20_000), None),
        3 if visitor % 3 == 0 => (EventKind::ButtonRender, None, about("button", 4)),
        4 if visitor % 8 == 0 => (EventKind::ProductPageView, None, about("prd_", 100)),
        5 if visitor % 10 == 0 => (EventKind::AddToCart, None, about("prd_", 100)),
        _ => (EventKind::PageView, None, None),
    };
    let pick = |count: i64, what: &str| Some(format!("{what}{}", visitor * 31 % count));
    let facts = VisitFacts {
        referrer_host: pick(50, "host"),
        source: pick(50, "source"),
        medium: Medium::Referral,
        country: Some(*b"DE"),
        language: pick(8, "language"),
        browser: pick(5, "browser"),
        os: pick(5, "os"),
        is_first_session: visitor % 3 > 0,
        ..VisitFacts::default()
    };
    let page = Some(format!("/page-{}", number * 17 % 500));
    let (title, text) = (page.clone(), None);
    let facts = Arc::new(facts);
    Hit { id, at, kind, visitor, is_identified: false, page, title, object, number: value, text, facts }
}
