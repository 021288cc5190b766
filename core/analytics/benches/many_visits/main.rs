//! How many events a second are stored, what they take on disk, and how long their sums and reports take, on SQLite and
//! on Postgres:
//! `cargo bench --package stoa-analytics --bench many_visits`. Visits of six events each are recorded for one site, a
//! thousand events at a time, spread over thirty days; then all days are summed up. `STOA_EVENTS` sets their number.

#![expect(clippy::print_stdout, reason = "the figures go to standard output")]

mod dashboards;
#[path = "../../tests/analytics/visited_site.rs"]
mod visited_site;

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use stoa_analytics::{EventKind, Hit, Medium, VisitFacts, rollups};
use stoa_kernel::clock::{Clock as _, SystemClock, Timestamp};
use stoa_testkit::{Postgres, TestSite};

use visited_site::{SetClock, recorder, register};

const EVENTS: i64 = 600_000;
const DAYS: i64 = 30;
const DAY_MS: i64 = 86_400_000;
const BATCH: i64 = 1_000;
/// Events of a visit.
const VISIT: i64 = 6;
const TIME_ZONE: &str = "Europe/Berlin";

/// What was measured on a database.
struct Figures {
    name: &'static str,
    events: i64,
    stored_in: Duration,
    /// The longest of all batches but one in twenty.
    batch_p95: Duration,
    /// Bytes of the file, or of the tables with their indexes.
    bytes: Option<u64>,
    days: usize,
    summed_up_in: Duration,
    reports: Vec<dashboards::Report>,
}

fn main() -> Result<()> {
    tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(measure())
}

async fn measure() -> Result<()> {
    let events = std::env::var("STOA_EVENTS").ok().map(|text| text.parse()).transpose()?.unwrap_or(EVENTS);
    let sqlite = figures("SQLite", TestSite::new().await?, events).await?;
    let server = Postgres::start()?;
    let postgres = figures("Postgres", TestSite::on_postgres(&server).await?, events).await?;
    println!("{events} events of {} visits\n", events / VISIT);
    println!(
        "| Database | events/s | batch of {BATCH}, p95 ms | bytes an event | a day summed up, ms |\n|---|---|---|---|---|"
    );
    for figures in [&sqlite, &postgres] {
        println!("{}", figures.row()?);
    }
    println!("\n| Report of {DAYS} days, p95 ms | SQLite | Postgres |\n|---|---|---|");
    for ((report, on_sqlite), (_, on_postgres)) in sqlite.reports.iter().zip(&postgres.reports) {
        let milliseconds = |time: &Duration| time.as_secs_f64() * 1_000.0;
        println!("| {report} | {:.1} | {:.1} |", milliseconds(on_sqlite), milliseconds(on_postgres));
    }
    Ok(())
}

impl Figures {
    fn row(&self) -> Result<String> {
        let events = u64::try_from(self.events)?;
        let rate = f64::from(u32::try_from(events)?) / self.stored_in.as_secs_f64();
        let bytes = self.bytes.map_or_else(|| "-".to_owned(), |bytes| (bytes / events).to_string());
        let day = self.summed_up_in.as_secs_f64() * 1_000.0 / f64::from(u32::try_from(self.days)?);
        let batch = self.batch_p95.as_secs_f64() * 1_000.0;
        Ok(format!("| {} | {rate:.0} | {batch:.1} | {bytes} | {day:.1} |", self.name))
    }
}

async fn figures(name: &'static str, site: TestSite, events: i64) -> Result<Figures> {
    let now = SystemClock.now();
    register(&site, now).await?;
    let (site, clock) = (Arc::new(site), SetClock::at(now));
    let website = site.db.website().clone();
    let recorder = recorder(&site, &clock);
    let mut batches = Vec::new();
    for first in (0..events).step_by(usize::try_from(BATCH)?) {
        for number in first..(first + BATCH).min(events) {
            let at = now - DAYS * DAY_MS + number * (DAYS * DAY_MS / events);
            clock.set(at);
            recorder.record(&website, hit(number, at));
        }
        let began = Instant::now();
        ensure!(recorder.flush().await, "a batch was not stored");
        batches.push(began.elapsed());
    }
    let stored_in = batches.iter().sum();
    batches.sort();
    let batch_p95 = batches.get(batches.len() * 95 / 100).or(batches.last()).copied().unwrap_or_default();
    let db = site.databases.analytics(&website).await?.context("nothing is stored")?;
    let began = Instant::now();
    let days = rollups::repeat(&db, TIME_ZONE, jiff::civil::Date::MIN, now).await?;
    let summed_up_in = began.elapsed();
    site.analyse().await?;
    let reports = dashboards::measure(&site, &db).await?;
    let tables = site.table_bytes("analytics_").await?;
    site.databases.close().await?;
    let file = site.folder().join("sites").join(format!("{website}.analytics.sqlite"));
    let bytes = tables.or_else(|| std::fs::metadata(file).ok().map(|found| found.len()));
    Ok(Figures { name, events, stored_in, batch_p95, bytes, days, summed_up_in, reports })
}

/// The events of visits, six at a time: page views, a heartbeat, and now and then a product in the cart.
fn hit(number: i64, at: Timestamp) -> Hit {
    let visitor = number / VISIT;
    // Spread like random numbers: as browsers make them.
    let id = number.wrapping_mul(0x5851_f42d_4c95_7f2d) & i64::MAX;
    let (kind, value) = match number % VISIT {
        2 => (EventKind::Heartbeat, Some(30_000)),
        5 if visitor % 10 == 0 => (EventKind::AddToCart, None),
        _ => (EventKind::PageView, None),
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
    let object = (kind == EventKind::AddToCart).then(|| format!("prd_{}", visitor % 100));
    let (title, text) = (page.clone(), None);
    let facts = Arc::new(facts);
    Hit { id, at, kind, visitor, is_identified: false, page, title, object, number: value, text, facts }
}
