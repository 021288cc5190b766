//! Filtered reports are the same from the columns of days and from a recount of visits and events.

use std::sync::Arc;

use jiff::tz::TimeZone;
use sea_orm::ColumnTrait as _;
use stoa_analytics::reports::activity::ListRequest;
use stoa_analytics::reports::funnel::funnel;
use stoa_analytics::reports::visits::{Interval, TopRequest, series, summary, top};
use stoa_analytics::reports::{Filters, Scope, actions, activity};
use stoa_analytics::rollups::{self, Dimension};
use stoa_analytics::{Device, EventKind, Hit, Medium, VisitFacts, people, retention};
use stoa_entity::TenantDb;
use stoa_entity::analytics::{analytics_dirty, analytics_rollup, analytics_segment, analytics_visit};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::local_days::{self, Days, DaysRequest, SiteDays};

use crate::site::{RecordedSite, at, hit};

const HOUR_MS: i64 = 3_600_000;

/// A value for each of some dimensions.
pub(crate) type FilteredBy = Vec<(Dimension, &'static str)>;

/// Events of seven visitors in three nights, in the second of which Europe sets its clocks back; some in visits across
/// midnight, in Berlin or in India.
pub(crate) fn events() -> Vec<Hit> {
    let (mut time, mut seed) = (at("2026-10-23T20:00:00Z"), 54_321_u64);
    let mut hits = Vec::new();
    while time < at("2026-10-26T12:00:00Z") {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let draw = i64::try_from(seed >> 40).unwrap();
        time = time + 20_000 + draw % 400_000;
        if (2..17).contains(&(time.ms() / HOUR_MS % 24)) {
            time = time + 15 * HOUR_MS;
            continue;
        }
        let id = i64::try_from(hits.len()).unwrap() + 1;
        let about = |what: &str| Some(format!("{what}{}", draw / 20 % 3));
        let (kind, number, object) = match draw % 20 {
            0 | 1 => (EventKind::Heartbeat, Some(draw % 9_000), None),
            2 => (EventKind::Purchase, Some(draw % 10_000), Some(format!("ord_{id}"))),
            3 => (EventKind::ButtonRender, None, Some("Buy".to_owned())),
            4 => (EventKind::ButtonClick, None, Some("Buy".to_owned())),
            5 => (EventKind::SiteSearch, Some(draw % 2), about("words")),
            6 => (EventKind::ProductPageView, None, about("prd_")),
            7 => (EventKind::QuickView, None, about("prd_")),
            8 => (EventKind::AddToCart, None, about("prd_")),
            9 => (EventKind::CheckoutStarted, None, None),
            10 => (EventKind::FormRender, None, about("form")),
            11 => (EventKind::FormSubmit, None, about("form")),
            12 => (EventKind::OverlayView, None, about("popup")),
            13 => (EventKind::OutboundClick, None, about("https://domain.com/")),
            14 => (EventKind::AccountCreation, None, None),
            _ => (EventKind::PageView, None, None),
        };
        let visitor = draw % 7;
        let facts = Arc::new(facts_of(visitor));
        hits.push(Hit { number, object, is_identified: true, facts, ..hit(id, time, kind, visitor) });
    }
    hits
}

fn facts_of(visitor: i64) -> VisitFacts {
    let text = |what: &str, count: i64| (visitor % count > 0).then(|| format!("{what}{}", visitor % count));
    VisitFacts {
        source: text("source", 3),
        medium: if visitor % 3 > 0 { Medium::Referral } else { Medium::Direct },
        campaign: text("campaign", 2),
        country: (visitor % 4 > 0).then_some(if visitor % 2 > 0 { *b"DE" } else { *b"FR" }),
        language: text("language", 2),
        device: if visitor % 2 > 0 { Device::Mobile } else { Device::Desktop },
        browser: text("browser", 4),
        ..VisitFacts::default()
    }
}

fn filters() -> Vec<FilteredBy> {
    vec![
        vec![(Dimension::Device, "mobile"), (Dimension::Country, "DE")],
        vec![(Dimension::Page, "/page-1"), (Dimension::Language, "language1")],
        vec![(Dimension::Source, "source1")],
        vec![(Dimension::Source, "")],
        vec![(Dimension::Medium, "referral")],
        vec![(Dimension::Country, "")],
        vec![(Dimension::EntryPage, "/page-1")],
        vec![(Dimension::ExitPage, "/")],
        vec![(Dimension::Page, "/page-2")],
        vec![(Dimension::Browser, "none")],
        vec![(Dimension::Medium, "none")],
    ]
}

/// No filter, one of visits that read a page, and one of visits.
pub(crate) fn few_filters() -> Vec<FilteredBy> {
    vec![
        Vec::new(),
        vec![(Dimension::Page, "/page-1"), (Dimension::Language, "language1")],
        vec![(Dimension::Source, "source1")],
    ]
}

/// The reports of the days of the zone, as texts. A filter decides which visits are meant, and a report which columns of
/// them are read: every filter is tried with a report of each way to read columns, and all reports without a filter and
/// with those of two dimensions. The days before are compared where they have visits.
pub(crate) async fn reports(site: &RecordedSite, zone: &str, range: Range, all_filters: &[FilteredBy]) -> Vec<String> {
    let (ctx, db, Range { first, last }) = (site.site.owner(), site.db().await, range);
    let wanted = DaysRequest { first: Some(first), last: Some(last), days: None, last_field: "to" };
    let days = Days::requested(wanted, Timestamp::default(), TimeZone::get(zone).unwrap()).unwrap();
    let days = SiteDays { days, time_zone: zone.to_owned(), currency: "EUR".to_owned() };
    let list = ListRequest { most: 10, compare: first > RANGES[0].first };
    let mut seen = Vec::new();
    for own in all_filters {
        let filters = Filters::new(own.iter().map(|(dimension, value)| (*dimension, (*value).to_owned())));
        let scope = Scope { site: days.clone(), filters };
        let mut note = |report: &str, figures: String| seen.push(format!("{own:?} {report}: {figures}"));
        note("summary", format!("{:?}", summary(&ctx, Some(&db), &scope, list.compare).await.unwrap()));
        note("searches", format!("{:?}", activity::searches(&ctx, Some(&db), &scope, list).await.unwrap()));
        let has_all = own.len() != 1;
        for dimension in dimensions(has_all) {
            let by = TopRequest { dimension, most: 10, compare: false };
            note(dimension.name(), format!("{:?}", top(&ctx, Some(&db), &scope, by).await.unwrap()));
        }
        if !has_all {
            continue;
        }
        for by in [Interval::Hour, Interval::Days(local_days::Interval::Day)] {
            note("series", format!("{:?}", series(&ctx, Some(&db), &scope, by, false).await.unwrap()));
        }
        for (report, figures) in of_actions(site, &db, &scope, list).await {
            note(report, figures);
        }
    }
    seen
}

/// The dimensions by which visits are listed: pages, and others, whose columns are texts, numbers and letters.
fn dimensions(has_all: bool) -> Vec<Dimension> {
    let others = [
        Dimension::Source,
        Dimension::Medium,
        Dimension::Campaign,
        Dimension::Country,
        Dimension::Device,
        Dimension::EntryPage,
        Dimension::ExitPage,
    ];
    [Dimension::Page].into_iter().chain(others.into_iter().filter(|_| has_all)).collect()
}

/// The other reports on what visitors did, as texts.
async fn of_actions(
    site: &RecordedSite,
    db: &TenantDb,
    scope: &Scope,
    list: ListRequest,
) -> Vec<(&'static str, String)> {
    let (ctx, db) = (site.site.owner(), Some(db));
    let links = activity::of_kind(&ctx, db, scope, EventKind::OutboundClick, list);
    vec![
        ("forms", format!("{:?}", activity::forms(&ctx, db, scope, list.compare).await.unwrap())),
        ("popups", format!("{:?}", activity::popups(&ctx, db, scope, list.compare).await.unwrap())),
        ("buttons", format!("{:?}", activity::buttons(&ctx, db, scope, list).await.unwrap())),
        ("funnel", format!("{:?}", funnel(&ctx, db, &site.site.db, scope, list).await.unwrap())),
        ("links", format!("{:?}", links.await.unwrap())),
        ("kinds", format!("{:?}", actions::actions(&ctx, db, scope, list.compare).await.unwrap())),
    ]
}

pub(crate) fn assert_same(own: &[String], recount: &[String]) {
    assert_eq!(own.len(), recount.len());
    for (own, counted) in own.iter().zip(recount) {
        assert_eq!(own, counted);
    }
}

async fn segments(db: &TenantDb) -> u64 {
    db.read().await.unwrap().find::<analytics_segment::Entity>().count().await.unwrap()
}

/// The first and the last day of a report.
#[derive(Clone, Copy)]
pub(crate) struct Range {
    pub(crate) first: &'static str,
    pub(crate) last: &'static str,
}

pub(crate) const RANGES: [Range; 2] =
    [Range { first: "2026-10-20", last: "2026-10-26" }, Range { first: "2026-10-24", last: "2026-10-25" }];

/// Compares a recount, while the sums are of another time zone, with the columns that are made then. Of the shorter range
/// one filter is enough, which has all reports.
pub(crate) async fn check(site: &RecordedSite, zone: &str, now: Timestamp, filters: &[FilteredBy]) -> Vec<String> {
    let db = site.db().await;
    let ranges = [(RANGES[0], filters), (RANGES[1], &filters[..1])];
    let mut recounts = Vec::new();
    for (range, filters) in ranges {
        recounts.push(reports(site, zone, range, filters).await);
    }
    rollups::run(&db, zone, now).await.unwrap();
    let dirty = db.read().await.unwrap().find::<analytics_dirty::Entity>().count().await.unwrap();
    assert!(dirty == 0 && segments(&db).await > 0);
    for ((range, filters), recount) in ranges.into_iter().zip(&recounts) {
        assert_same(&reports(site, zone, range, filters).await, recount);
    }
    recounts.swap_remove(0)
}

// spec: analytics.reports.open
#[tokio::test(flavor = "multi_thread")]
async fn filtered_reports_are_those_of_a_recount_across_summer_time_and_half_hours() {
    let now = at("2026-10-26T13:00:00Z");
    RecordedSite::each(now, async |site| {
        let hits = events();
        let (first, rest) = hits.split_at(hits.len() / 2);
        site.store(first.iter().cloned()).await;
        let db = site.db().await;
        rollups::run(&db, "Europe/Berlin", now).await.unwrap();
        // More events of days whose columns are made already.
        site.store(rest.iter().cloned()).await;
        let all = filters();
        let indian = check(site, "Asia/Kolkata", now, &all).await;
        let of_source = indian.iter().find(|report| report.contains("source1") && report.contains("summary")).unwrap();
        assert!(!of_source.contains("summary: (Figures { visits: 0,"), "{of_source}");
        let (few, one) = (&all[..1], &all[2..3]);
        check(site, "Europe/Berlin", now, one).await;

        // Nothing is left of a visitor whose visits are erased.
        let before = reports(site, "Asia/Kolkata", RANGES[0], few).await;
        people::erase(&db, 1, now).await.unwrap();
        let left = check(site, "Asia/Kolkata", now, few).await;
        assert_ne!(left, before);
        check(site, "Europe/Berlin", now, one).await;

        // Columns that cannot be read are those of no day.
        let made = reports(site, "Europe/Berlin", RANGES[0], few).await;
        let tx = db.write().await.unwrap();
        tx.delete::<analytics_segment::Entity>(analytics_segment::Column::Part.gte(1)).exec().await.unwrap();
        let first = analytics_segment::Column::Part.eq(0);
        tx.update::<analytics_segment::Entity>(first)
            .set(analytics_segment::Column::Data, vec![9_u8])
            .exec()
            .await
            .unwrap();
        tx.commit().await.unwrap();
        assert_same(&reports(site, "Europe/Berlin", RANGES[0], few).await, &made);

        retention::run(&db, retention::kept_ms(1), now + retention::kept_ms(2)).await.unwrap();
        assert_eq!(segments(&db).await, 0);
    })
    .await;
}

// spec: analytics.reports.open
#[tokio::test(flavor = "multi_thread")]
async fn new_events_count_at_once_with_the_columns_of_the_day() {
    let now = at("2026-10-26T13:00:00Z");
    RecordedSite::each(now, async |site| {
        let hits = events();
        let (first, rest) = hits.split_at(hits.len() * 9 / 10);
        site.store(first.iter().cloned()).await;
        let db = site.db().await;
        let all = few_filters();
        for (zone, other) in [("Europe/Berlin", "Asia/Kolkata"), ("Asia/Kolkata", "Europe/Berlin")] {
            rollups::run(&db, zone, now).await.unwrap();
            let half = rest.len() / 2;
            let (some, late) = match zone {
                "Europe/Berlin" => (&rest[..half], at("2026-10-25T00:40:00Z")),
                _ => (&rest[half..], at("2026-10-24T18:35:00Z")),
            };
            site.store(some.iter().cloned()).await;
            let facts = Arc::new(facts_of(1));
            site.store([Hit { facts, ..hit(late.ms(), late, EventKind::PageView, 1) }]).await;
            let dirty = db.read().await.unwrap().find::<analytics_dirty::Entity>().count().await.unwrap();
            assert!(dirty > 0 && segments(&db).await > 0);
            let with_new = reports(site, zone, RANGES[0], &all).await;
            // In another time zone there are no sums of these days: they are counted again.
            rollups::run(&db, other, now).await.unwrap();
            assert_same(&with_new, &reports(site, zone, RANGES[0], &all).await);
        }
    })
    .await;
}

/// Makes the sums of the last days such as a version of the program makes that knows no columns.
async fn sum_up_without_columns(db: &TenantDb) {
    let tx = db.write().await.unwrap();
    tx.update::<analytics_rollup::Entity>(analytics_rollup::Column::Start.gte(at("2026-10-24T12:00:00Z")))
        .set(analytics_rollup::Column::ColumnsForm, 0_i16)
        .exec()
        .await
        .unwrap();
    tx.commit().await.unwrap();
}

// spec: analytics.reports.open
#[tokio::test(flavor = "multi_thread")]
async fn days_that_an_earlier_version_summed_up_get_columns_and_stay_in_the_sums() {
    let now = at("2026-10-26T13:00:00Z");
    RecordedSite::each(now, async |site| {
        site.store(events()).await;
        let (db, zone) = (site.db().await, "Europe/Berlin");
        rollups::run(&db, zone, now).await.unwrap();
        let all = few_filters();
        let (made, stored) = (reports(site, zone, RANGES[0], &all).await, segments(&db).await);

        sum_up_without_columns(&db).await;
        let dirty = db.read().await.unwrap().find::<analytics_dirty::Entity>().count().await.unwrap();
        assert_eq!(dirty, 0);
        assert_eq!(rollups::next_due(&db, now).await.unwrap(), Some(now));
        assert_same(&reports(site, zone, RANGES[0], &all).await, &made);
        rollups::run(&db, zone, now).await.unwrap();
        assert_eq!(rollups::next_due(&db, now).await.unwrap(), None);
        assert_eq!(segments(&db).await, stored);
        assert_same(&reports(site, zone, RANGES[0], &all).await, &made);

        // An earlier version erases a visitor and makes the sums again: the columns, which have the visits, are left.
        let tx = db.write().await.unwrap();
        tx.delete::<analytics_visit::Entity>(analytics_visit::Column::Visitor.eq(1)).exec().await.unwrap();
        tx.commit().await.unwrap();
        sum_up_without_columns(&db).await;
        // Without a filter the sums of that version are shown until then.
        let (range, filtered) = (Range { first: "2026-10-25", last: "2026-10-26" }, &all[1..]);
        let without = reports(site, zone, range, filtered).await;
        rollups::run(&db, zone, now).await.unwrap();
        assert_same(&reports(site, zone, range, filtered).await, &without);
    })
    .await;
}

// spec: analytics.reports.open
#[tokio::test(flavor = "multi_thread")]
async fn late_events_change_the_columns_of_the_following_day() {
    let now = at("2026-10-26T13:00:00Z");
    RecordedSite::each(now, async |site| {
        let facts = Arc::new(facts_of(1));
        let of = |id: i64, time: &str, kind: EventKind| Hit { facts: Arc::clone(&facts), ..hit(id, at(time), kind, 1) };
        // A visit across midnight, which is a bounce until it is known how long its first page was visible.
        site.store([
            of(1, "2026-10-24T23:50:00Z", EventKind::AddToCart),
            of(2, "2026-10-25T00:10:00Z", EventKind::PageView),
        ])
        .await;
        let (db, zone) = (site.db().await, "Etc/UTC");
        rollups::run(&db, zone, now).await.unwrap();
        let all = few_filters();
        let before = reports(site, zone, RANGES[0], &all).await;
        let late = of(3, "2026-10-24T23:55:00Z", EventKind::Heartbeat);
        site.store([Hit { number: Some(20_000), ..late }]).await;
        let with_new = reports(site, zone, RANGES[0], &all).await;
        assert_ne!(with_new, before);
        rollups::run(&db, zone, now).await.unwrap();
        let from_columns = reports(site, zone, RANGES[0], &all).await;
        rollups::run(&db, "Asia/Kolkata", now).await.unwrap();
        let recount = reports(site, zone, RANGES[0], &all).await;
        assert_same(&from_columns, &recount);
        assert_same(&with_new, &recount);
    })
    .await;
}
