//! The sums are those of a recount of the events, whatever the clock of the site did.

use std::collections::{BTreeMap, BTreeSet};

use jiff::tz::TimeZone;
use stoa_analytics::reports::activity::ListRequest;
use stoa_analytics::reports::funnel::{Steps, funnel};
use stoa_analytics::reports::visits::{Interval, series};
use stoa_analytics::reports::{Filters, Scope};
use stoa_analytics::rollups::{self, Dimension, Grain};
use stoa_analytics::{EventKind, Hit, texts};
use stoa_entity::analytics::{analytics_dirty, analytics_rollup};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::local_days::{Days, DaysRequest, SiteDays};

use crate::site::{RecordedSite, at, hit};

/// Visits, visitors, views, bounces, milliseconds, events, orders, cents.
type Figures = [i64; 8];

const HOUR_MS: i64 = 3_600_000;

/// Events of five visitors in 64 hours.
fn events_from(start: Timestamp) -> Vec<Hit> {
    let (mut time, mut seed) = (start, 12_345_u64);
    let mut hits = Vec::new();
    while time < start + 64 * HOUR_MS {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let draw = i64::try_from(seed >> 40).unwrap();
        time = time + 20_000 + draw % 700_000;
        let id = i64::try_from(hits.len()).unwrap() + 1;
        let kind = match draw % 7 {
            0 => EventKind::Heartbeat,
            1 => EventKind::Purchase,
            2 => EventKind::AddToCart,
            _ => EventKind::PageView,
        };
        let number = match kind {
            EventKind::Heartbeat => Some(6_000),
            EventKind::Purchase => Some(draw % 10_000),
            _ => None,
        };
        hits.push(Hit { number, ..hit(id, time, kind, draw % 5) });
    }
    hits
}

fn local_day(at: Timestamp, zone: &TimeZone) -> String {
    jiff::Timestamp::from_millisecond(at.ms()).unwrap().to_zoned(zone.clone()).date().to_string()
}

/// Figures of each local day, from the events alone; the visits tell only who the visitor was.
async fn recount(site: &RecordedSite, zone: &TimeZone) -> BTreeMap<String, Figures> {
    let visitors: BTreeMap<i64, i64> = site.visits().await.iter().map(|visit| (visit.id, visit.visitor)).collect();
    let mut visits: BTreeMap<i64, (Timestamp, Figures)> = BTreeMap::new();
    for event in site.events().await {
        let (_, sums) = visits.entry(event.visit).or_insert((event.at, [0; 8]));
        match EventKind::from_number(event.kind).unwrap() {
            EventKind::Heartbeat => sums[4] += event.number.unwrap(),
            kind => {
                sums[5] += 1;
                sums[2] += i64::from(kind == EventKind::PageView);
                sums[6] += i64::from(kind == EventKind::Purchase);
                sums[7] += event.number.filter(|_| kind == EventKind::Purchase).unwrap_or(0);
            }
        }
    }
    let mut days: BTreeMap<String, (Figures, BTreeSet<i64>)> = BTreeMap::new();
    for (id, (start, mut sums)) in visits {
        let (day, seen) = days.entry(local_day(start, zone)).or_default();
        sums[0] = 1;
        sums[3] = i64::from(sums[2] <= 1 && sums[4] < 10_000);
        seen.insert(visitors[&id]);
        day.iter_mut().zip(sums).for_each(|(sum, own)| *sum += own);
        day[1] = i64::try_from(seen.len()).unwrap();
    }
    days.into_iter().map(|(day, (figures, _))| (day, figures)).collect()
}

async fn sums(site: &RecordedSite, grain: Grain, dimension: Dimension) -> Vec<analytics_rollup::Model> {
    use analytics_rollup::{Column, Entity};
    use sea_orm::ColumnTrait as _;
    let tx = site.db().await.read().await.unwrap();
    let own = tx.find::<Entity>().filter(Column::Grain.eq(grain.number()));
    own.filter(Column::Dimension.eq(dimension.number())).order_by_asc(Column::Start).all().await.unwrap()
}

fn figures(row: &analytics_rollup::Model) -> Figures {
    [row.visits, row.visitors, row.views, row.bounces, row.engaged_ms, row.events, row.orders, row.revenue]
}

async fn check(site: &RecordedSite, zone: &TimeZone) {
    let days = sums(site, Grain::Day, Dimension::Total).await;
    let found: BTreeMap<String, Figures> = days.iter().map(|row| (local_day(row.start, zone), figures(row))).collect();
    let expected = recount(site, zone).await;
    let kept: BTreeMap<String, Figures> = found.into_iter().filter(|(_, figures)| *figures != [0; 8]).collect();
    assert_eq!(kept, expected);

    // The hours of a day add up to it; each begins at a full hour of the site's clock.
    let hours = sums(site, Grain::Hour, Dimension::Total).await;
    let views = |rows: &[analytics_rollup::Model]| rows.iter().map(|row| row.views).sum::<i64>();
    assert_eq!(views(&hours), views(&days));
    for hour in &hours {
        let local = zone.to_datetime(jiff::Timestamp::from_millisecond(hour.start.ms()).unwrap());
        assert_eq!((local.minute(), local.second()), (0, 0));
    }

    // Each page view is a view of its page on the day of the event.
    let views_of_pages = site.events().await.into_iter().filter(|event| event.kind == EventKind::PageView.number());
    let mut pages: BTreeMap<(String, i64), i64> = BTreeMap::new();
    for event in views_of_pages {
        *pages.entry((local_day(event.at, zone), event.page.unwrap())).or_default() += 1;
    }
    let rows = sums(site, Grain::Day, Dimension::Page).await;
    let found: BTreeMap<(String, i64), i64> = rows
        .iter()
        .filter(|row| row.views > 0)
        .map(|row| ((local_day(row.start, zone), row.value), row.views))
        .collect();
    assert_eq!(found, pages);
}

// spec: analytics.reports.open
#[tokio::test(flavor = "multi_thread")]
async fn sums_are_those_of_a_recount_across_summer_time_and_half_hours() {
    let now = at("2026-10-26T13:00:00Z");
    RecordedSite::each(now, async |site| {
        // Before, during and after the night in which Europe sets its clocks back.
        let hits = events_from(at("2026-10-23T20:00:00Z"));
        let (first, rest) = hits.split_at(hits.len() / 2);
        site.store(first.iter().cloned()).await;
        let db = site.db().await;
        let berlin = TimeZone::get("Europe/Berlin").unwrap();
        assert_eq!(rollups::next_due(&db, now).await.unwrap(), Some(now + 180_000));
        rollups::run(&db, "Europe/Berlin", now).await.unwrap();
        assert_eq!(rollups::next_due(&db, now).await.unwrap(), None);
        check(site, &berlin).await;

        // More events of days that are summed up already.
        site.store(rest.iter().cloned()).await;
        rollups::run(&db, "Europe/Berlin", now).await.unwrap();
        check(site, &berlin).await;
        let before = sums(site, Grain::Day, Dimension::Source).await;
        let from = jiff::civil::date(2026, 10, 24);
        assert!(rollups::repeat(&db, "Europe/Berlin", from, now).await.unwrap() >= 3);
        assert_eq!(sums(site, Grain::Day, Dimension::Source).await, before);
        assert!(before.iter().all(|row| row.value == texts::id_of("example.com")));

        // The owner moves to India, where days begin at half past six in the evening of UTC.
        rollups::run(&db, "Asia/Kolkata", now).await.unwrap();
        let left = db.read().await.unwrap().find::<analytics_dirty::Entity>().count().await.unwrap();
        assert_eq!(left, 0);
        check(site, &TimeZone::get("Asia/Kolkata").unwrap()).await;
    })
    .await;
}

// spec: analytics.reports.open
#[tokio::test(flavor = "multi_thread")]
async fn sums_are_those_of_a_recount_where_half_hours_and_summer_time_meet() {
    // Adelaide, nine and a half hours ahead, sets its clocks forward in the afternoon of the third in UTC; Lord Howe does
    // so an hour earlier, by half an hour.
    let start = at("2026-10-02T20:00:00Z");
    let now = start + 65 * HOUR_MS;
    RecordedSite::each(now, async |site| {
        site.store(events_from(start)).await;
        let (ctx, db) = (site.site.owner(), site.db().await);
        for name in ["Australia/Adelaide", "Asia/Kathmandu"] {
            rollups::run(&db, name, now).await.unwrap();
            check(site, &TimeZone::get(name).unwrap()).await;
        }

        let name = "Australia/Lord_Howe";
        let wanted = DaysRequest { first: Some("2026-10-03"), last: Some("2026-10-05"), days: None, last_field: "to" };
        let days = Days::requested(wanted, now, TimeZone::get(name).unwrap()).unwrap();
        let days = SiteDays { days, time_zone: name.to_owned(), currency: "AUD".to_owned() };
        let scope = Scope { site: days, filters: Filters::default() };
        let by_hour = async || series(&ctx, Some(&db), &scope, Interval::Hour, false).await.unwrap().0;
        let counted = by_hour().await;
        rollups::run(&db, name, now).await.unwrap();
        assert_eq!(by_hour().await, counted);
        // The day with the change has 23 and a half hours, one of which is cut.
        assert_eq!(counted.len(), 72, "{counted:?}");
        let visits: i64 = counted.iter().map(|hour| hour.figures.visits).sum();
        assert_eq!(visits, i64::try_from(site.visits().await.len()).unwrap());
    })
    .await;
}

// spec: analytics.reports.open
#[tokio::test(flavor = "multi_thread")]
async fn funnel_is_the_same_from_events_and_from_sums() {
    let now = at("2026-10-26T13:00:00Z");
    RecordedSite::each(now, async |site| {
        let event = |id, minutes: i64, kind, visitor, object: Option<&str>| {
            let object = object.map(str::to_owned);
            Hit { object, ..hit(id, now - minutes * 60_000, kind, visitor) }
        };
        site.store([
            event(1, 26 * 60, EventKind::ProductPageView, 1, Some("prd_b")),
            event(2, 300, EventKind::ProductPageView, 1, Some("prd_a")),
            event(3, 299, EventKind::QuickView, 1, Some("prd_a")),
            event(4, 298, EventKind::AddToCart, 1, Some("prd_a")),
            event(5, 297, EventKind::CheckoutStarted, 1, None),
            event(6, 296, EventKind::Purchase, 1, Some("ord_1")),
            event(7, 200, EventKind::QuickView, 2, Some("prd_b")),
        ])
        .await;
        let wanted = DaysRequest { first: Some("2026-10-20"), last: Some("2026-10-26"), days: None, last_field: "to" };
        let days = Days::requested(wanted, now, TimeZone::get("Europe/Berlin").unwrap()).unwrap();
        let days = SiteDays { days, time_zone: "Europe/Berlin".to_owned(), currency: "EUR".to_owned() };
        let (ctx, db) = (site.site.owner(), site.db().await);
        let scope = Scope { site: days, filters: Filters::default() };
        let list = ListRequest { most: 10, compare: false };
        let ask = async || funnel(&ctx, Some(&db), &site.site.db, &scope, list).await.unwrap();

        let from_events = ask().await;
        assert_eq!(from_events.steps, Steps { visits: 3, seen: 3, cart: 1, checkout: 1, orders: 1 });
        let products: Vec<_> = from_events.products.iter().map(|own| (own.id.as_str(), own.seen, own.cart)).collect();
        assert_eq!(products, [("prd_b", 2, 0), ("prd_a", 1, 1)]);
        rollups::run(&db, "Europe/Berlin", now).await.unwrap();
        assert_eq!(rollups::next_due(&db, now).await.unwrap(), None);
        assert_eq!(ask().await, from_events);
    })
    .await;
}
