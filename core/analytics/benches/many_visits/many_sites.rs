//! Reports of many sites with few visits, one after the other: few of their files are open at a time.

use std::time::Instant;

use anyhow::{Context as _, Result, ensure};
use stoa_analytics::{Recorder, rollups};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::WebsiteId;
use stoa_testkit::TestSite;

use super::dashboards::{self, Report};
use super::visited_site::{SetClock, register_as};

const SITES: i64 = 1_000;
/// Events of each, and the time that they take.
const EVENTS: i64 = 60;
const TIME_MS: i64 = 2 * super::DAY_MS;

/// Records and sums up visits of all sites, then asks for the reports of each.
pub(crate) async fn measure(
    site: &TestSite,
    recorder: &Recorder,
    clock: &SetClock,
    now: Timestamp,
) -> Result<Vec<Report>> {
    let mut websites = Vec::new();
    for number in 0..SITES {
        let website = WebsiteId::generate();
        register_as(site, &website, &format!("visited-{number}"), now).await?;
        for event in 0..EVENTS {
            let at = now - TIME_MS + event * TIME_MS / EVENTS;
            clock.set(at);
            recorder.record(&website, super::hit(number * EVENTS + event, at));
        }
        ensure!(recorder.flush().await, "a batch was not stored");
        let db = site.databases.analytics(&website).await?.context("nothing is stored")?;
        rollups::run(&db, super::TIME_ZONE, now).await?;
        websites.push(website);
    }
    site.analyse().await?;
    let (mut all, mut filtered) = (Vec::new(), Vec::new());
    for website in &websites {
        let began = Instant::now();
        let db = site.databases.analytics(website).await?.context("nothing is stored")?;
        dashboards::overview(site, &db).await?;
        all.push(began.elapsed());
        let began = Instant::now();
        dashboards::pages_of_source(site, &db).await?;
        filtered.push(began.elapsed());
    }
    let report = |name: &str, times| (format!("{SITES} sites: {name}"), dashboards::p95_of(times));
    Ok(vec![report("overview, file opened", all), report("pages of one source", filtered)])
}
