//! What is stored of events.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use jiff::tz::TimeZone;
use stoa_analytics::reports::speed::{self, SpeedBy, SpeedFilter};
use stoa_analytics::script_errors::ScriptError;
use stoa_analytics::speed::{SpeedSample, Vital};
use stoa_analytics::{Device, EventKind, Hit, texts};
use stoa_entity::analytics::{analytics_error, analytics_speed};
use stoa_kernel::local_days::{Days, DaysRequest, SiteDays};
use stoa_kernel::statements;

use crate::site::{RecordedSite, at, hit};

#[tokio::test(flavor = "multi_thread")]
async fn a_repeated_event_counts_once_and_a_pause_begins_a_visit() {
    let start = at("2026-11-30T23:50:00Z");
    RecordedSite::each(start, async |site| {
        let purchase = Hit { number: Some(4_990), ..hit(4, start + 40_000, EventKind::Purchase, 7) };
        let heartbeat = Hit { number: Some(30_000), ..hit(3, start + 30_000, EventKind::Heartbeat, 7) };
        let first = hit(1, start, EventKind::PageView, 7);
        let of_another = hit(2, start + 10_000, EventKind::PageView, 8);
        // In another order, and one of them twice in one batch.
        site.store([heartbeat, first.clone(), of_another, first.clone()]).await;
        site.store([purchase.clone(), first]).await;
        // In the next month, more than half an hour later.
        site.store([hit(5, start + 40_000 + 30 * 60_000 + 1, EventKind::PageView, 7), purchase]).await;

        let events = site.events().await;
        assert_eq!(events.iter().map(|event| event.id).collect::<Vec<_>>(), [1, 2, 3, 4, 5]);
        let visits = site.visits().await;
        let figures = visits.iter().map(|visit| {
            let seconds = (visit.last_at - visit.started_at) / 1_000;
            (visit.visitor, visit.views, visit.events, visit.engaged_ms, visit.orders, visit.revenue, seconds)
        });
        let expected = [(7, 1, 2, 30_000, 1, 4_990, 40), (8, 1, 1, 0, 0, 0, 0), (7, 1, 1, 0, 0, 0, 0)];
        assert_eq!(figures.collect::<Vec<_>>(), expected);
        assert!(events.iter().filter(|event| event.visit == visits[0].id).count() == 3);

        let tx = site.db().await.read().await.unwrap();
        let pages = [visits[0].entry_page.unwrap(), visits[0].source.unwrap()];
        let words = texts::read(&tx, &pages).await.unwrap();
        assert_eq!(words[&pages[0]], "/page-1");
        assert_eq!(words[&pages[1]], "example.com");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn recording_runs_no_statement() {
    let now = at("2026-11-29T10:00:00Z");
    RecordedSite::each(now, async |site| {
        let website = site.site.db.website();
        let record = async {
            for id in 1..=50 {
                site.recorder.record(website, hit(id, now, EventKind::PageView, id));
            }
        };
        let ((), ran) = statements::recorded(record).await;
        assert_eq!(ran, Vec::<String>::new());
        assert_eq!(site.recorder.waiting(), 50);
        let (stored, ran) = statements::recorded(site.recorder.flush()).await;
        assert!(stored);
        // However many events: the site, its due time, events, visits, hours, texts.
        assert!(ran.len() < 25, "{ran:#?}");
        assert_eq!(site.recorder.waiting(), 0);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn speed_and_errors_of_scripts_are_summed_up() {
    let now = at("2026-11-29T10:00:00Z");
    RecordedSite::each(now, async |site| {
        let website = site.site.db.website();
        for value in [2_000.0, 2_000.0, 9_000.0] {
            let (page, device, vital) = ("/".to_owned(), Device::Mobile, Vital::Lcp);
            site.recorder.record_speed(website, SpeedSample { at: now, page, device, vital, value });
            let (message, stack) = ("x is not defined".to_owned(), "at y (z.js:1)".to_owned());
            let (page, browser) = (Some("/".to_owned()), Some("Firefox".to_owned()));
            site.recorder.record_error(website, ScriptError { at: now, message, stack, page, browser });
            assert!(site.recorder.flush().await);
        }
        let tx = site.db().await.read().await.unwrap();
        let rows =
            tx.find::<analytics_speed::Entity>().order_by_asc(analytics_speed::Column::Bucket).all().await.unwrap();
        assert_eq!(rows.iter().map(|row| row.count).collect::<Vec<_>>(), [2, 1]);
        let groups = tx.find::<analytics_error::Entity>().all().await.unwrap();
        assert_eq!(groups.iter().map(|group| group.count).collect::<Vec<_>>(), [3]);
    })
    .await;
}

// spec: analytics.reports.open
#[tokio::test(flavor = "multi_thread")]
async fn the_report_of_speed_says_when_pages_are_left_out() {
    let now = at("2026-11-29T10:00:00Z");
    RecordedSite::each(now, async |site| {
        let (ctx, website) = (site.site.owner(), site.site.db.website());
        let wanted = DaysRequest { first: Some("2026-11-29"), last: Some("2026-11-29"), days: None, last_field: "to" };
        let days = Days::requested(wanted, now, TimeZone::UTC).unwrap();
        let days = SiteDays { days, time_zone: "UTC".to_owned(), currency: "USD".to_owned() };
        let filter = SpeedFilter { page: None, device: None };
        for (pages, is_cut) in [(1..=50, false), (51..=51, true)] {
            for number in pages {
                let (page, device, vital) = (format!("/{number}"), Device::Mobile, Vital::Lcp);
                site.recorder.record_speed(website, SpeedSample { at: now, page, device, vital, value: 2_000.0 });
            }
            assert!(site.recorder.flush().await);
            let db = site.db().await;
            let report = speed::speed(&ctx, Some(&db), &days, SpeedBy::Page, &filter).await.unwrap();
            assert_eq!((report.rows.len(), report.is_cut), (50, is_cut));
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_site_that_does_not_exist_reports_is_left_out() {
    let now = at("2026-11-29T10:00:00Z");
    RecordedSite::each(now, async |site| {
        let unknown = stoa_kernel::id::WebsiteId::generate();
        site.recorder.record(&unknown, hit(1, now, EventKind::PageView, 1));
        assert!(site.recorder.flush().await);
        if !site.site.is_on_postgres() {
            assert!(site.site.databases.analytics(&unknown).await.unwrap().is_none());
            assert!(site.site.databases.analytics(site.site.db.website()).await.unwrap().is_none());
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_site_whose_database_fails_does_not_delay_others_and_is_tried_again_later() {
    let now = at("2026-11-29T10:00:00Z");
    RecordedSite::each(now, async |site| {
        let (recorder, attempts) = site.where_others_fail();
        let failing = stoa_kernel::id::WebsiteId::generate();
        recorder.record(&failing, hit(1, now, EventKind::PageView, 1));
        for (round, id) in (2..5).enumerate() {
            if round == 2 {
                site.set_time(now + 2_001);
            }
            recorder.record(site.site.db.website(), hit(id, now, EventKind::PageView, id));
            for _ in 0..600 {
                if recorder.waiting() == 1 {
                    break;
                }
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
            assert_eq!(recorder.waiting(), 1, "round {round}");
            let tried = if round < 2 { 1 } else { 2 };
            assert_eq!(attempts.load(Ordering::Relaxed), tried, "round {round}");
        }
        assert_eq!(site.events().await.len(), 3);
        assert!(!recorder.flush().await);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn events_of_other_weeks_are_left_out() {
    const DAY_MS: i64 = 86_400_000;
    let now = at("2026-11-29T10:00:00Z");
    RecordedSite::each(now, async |site| {
        let times = [now - 8 * DAY_MS, now - 6 * DAY_MS, now, now + 2 * DAY_MS, at("1970-01-01T00:00:00Z")];
        let hits = times.into_iter().zip(1..).map(|(at, id)| hit(id, at, EventKind::PageView, id));
        site.store(hits).await;
        assert_eq!(site.events().await.iter().map(|event| event.id).collect::<Vec<_>>(), [2, 3]);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_processes_that_see_the_beginning_of_a_visit_begin_one() {
    let now = at("2026-11-29T10:00:00Z");
    RecordedSite::each(now, async |site| {
        let website = site.site.db.website();
        let other = site.of_another_process();
        for visitor in 1..=20 {
            site.recorder.record(website, hit(visitor, now, EventKind::PageView, visitor));
            other.record(website, hit(100 + visitor, now + 5, EventKind::FormRender, visitor));
        }
        let (one, another) = tokio::join!(site.recorder.flush(), other.flush());
        assert!(one && another);
        let visits = site.visits().await;
        assert_eq!(visits.iter().map(|visit| (visit.views, visit.events)).collect::<Vec<_>>(), vec![(1, 2); 20]);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn events_that_arrive_late_belong_to_their_visit_and_end_no_other() {
    const HOUR_MS: i64 = 3_600_000;
    let now = at("2026-11-29T10:00:00Z");
    RecordedSite::each(now, async |site| {
        let view = |id, at| hit(id, at, EventKind::PageView, 7);
        site.store([view(1, now - 5 * HOUR_MS), view(2, now)]).await;
        // A browser that was offline reports what it saw five hours ago, once more, and goes on.
        site.store([view(3, now - 5 * HOUR_MS + 60_000), view(1, now - 5 * HOUR_MS), view(4, now + 1_000)]).await;
        assert_eq!(site.visits().await.iter().map(|visit| visit.views).collect::<Vec<_>>(), [2, 2]);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_no_browser_reports_does_not_stop_the_others() {
    let now = at("2026-11-29T10:00:00Z");
    RecordedSite::each(now, async |site| {
        let slept = |id| Hit { number: Some(i64::MAX), ..hit(id, now, EventKind::Heartbeat, 7) };
        let title = Some("A\0B".to_owned());
        let odd = Hit { title: title.clone(), object: title, ..hit(3, now, EventKind::PageView, 7) };
        site.store([slept(1), slept(2), odd]).await;
        site.store([slept(4)]).await;
        assert_eq!(site.visits().await.iter().map(|visit| visit.engaged_ms).collect::<Vec<_>>(), [180_000]);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn where_a_visitor_came_from_is_told_by_the_page_view() {
    let now = at("2026-11-29T10:00:00Z");
    RecordedSite::each(now, async |site| {
        // The clock of the browser is ahead, and the server's is the one of what forms report.
        let form = Hit { facts: Arc::default(), ..hit(2, now, EventKind::FormRender, 7) };
        site.store([hit(1, now + 900, EventKind::PageView, 7), form]).await;
        let [visit] = site.visits().await.try_into().unwrap();
        assert_eq!((visit.source, visit.views, visit.events), (Some(texts::id_of("example.com")), 1, 2));
        assert_eq!((visit.started_at, visit.last_at), (now, now + 900));
    })
    .await;
}
