//! What is packed is read as before.

use std::sync::Mutex;
use std::time::Duration;

use async_trait::async_trait;
use jiff::tz::TimeZone;
use serde_json::Value;
use stoa_analytics::experiments::{ExperimentQuery, exposure, results};
use stoa_analytics::export::{self, EventSink};
use stoa_analytics::people::PersonalVisit;
use stoa_analytics::reports::visits::{TopRequest, top};
use stoa_analytics::reports::{Filters, Scope};
use stoa_analytics::rollups::Dimension;
use stoa_analytics::{EventKind, Hit, blocks, people, retention, rollups};
use stoa_entity::TenantDb;
use stoa_entity::analytics::{analytics_block, analytics_rollup};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::experiment::ExperimentGoal;
use stoa_kernel::id::ExperimentId;
use stoa_kernel::local_days::{Days, DaysRequest, SiteDays};
use stoa_kernel::ports::PortError;

use crate::filtered::{RANGES, assert_same, check, events, few_filters, reports};
use crate::site::{RecordedSite, at, hit};

const HOUR_MS: i64 = 3_600_000;
const DAY_MS: i64 = 24 * HOUR_MS;
const BERLIN: &str = "Europe/Berlin";

/// Keeps the rows that it is sent.
#[derive(Default)]
struct RecordingSink(Mutex<Vec<Value>>);

#[async_trait]
impl EventSink for RecordingSink {
    async fn store(&self, rows: String) -> Result<(), PortError> {
        let rows = rows.lines().map(|row| serde_json::from_str::<Value>(row).unwrap());
        self.0.lock().unwrap().extend(rows);
        Ok(())
    }
}

async fn block_count(db: &TenantDb) -> u64 {
    db.read().await.unwrap().find::<analytics_block::Entity>().count().await.unwrap()
}

async fn sums(db: &TenantDb) -> Vec<analytics_rollup::Model> {
    use analytics_rollup::Column;
    let tx = db.read().await.unwrap();
    let all = tx.find::<analytics_rollup::Entity>().order_by_asc(Column::Grain).order_by_asc(Column::Dimension);
    all.order_by_asc(Column::Start).order_by_asc(Column::Value).all().await.unwrap()
}

/// Records the events and sums them up, and returns the time at which all of their days can be packed.
async fn recorded(site: &RecordedSite, hits: Vec<Hit>) -> Timestamp {
    let now = hits.last().unwrap().at;
    site.set_time(now);
    site.store(hits).await;
    rollups::run(&site.db().await, BERLIN, now).await.unwrap();
    now + 8 * DAY_MS + 2 * HOUR_MS
}

async fn pack(site: &RecordedSite, later: Timestamp) {
    site.set_time(later);
    blocks::run(&site.db().await, later).await.unwrap();
    assert!(site.events().await.is_empty() && site.visits().await.is_empty());
}

// spec: analytics.reports.open
#[tokio::test(flavor = "multi_thread")]
async fn reports_are_the_same_when_their_days_are_packed() {
    RecordedSite::each(at("2026-10-26T13:00:00Z"), async |site| {
        let hits = events();
        let (first, all) = (hits[0].clone(), hits.len());
        let later = recorded(site, hits).await;
        let db = site.db().await;
        let (own, in_india) = (few_filters(), "Asia/Kolkata");
        let before = reports(site, BERLIN, RANGES[0], &own).await;
        // Counted from the tables, since the sums are of another time zone.
        let recount = reports(site, in_india, RANGES[0], &own).await;
        let rolled_up = sums(&db).await;

        let end_of_first_day = at("2026-10-24T00:00:00Z");
        let due = end_of_first_day + 7 * DAY_MS + HOUR_MS;
        assert_eq!(blocks::next_due(&db).await.unwrap(), Some(due));
        blocks::run(&db, due - 1).await.unwrap();
        assert_eq!(block_count(&db).await, 0);
        // Some days are packed, and others are not.
        blocks::run(&db, due).await.unwrap();
        assert!(block_count(&db).await > 0 && site.events().await.iter().all(|event| event.at >= end_of_first_day));
        assert_same(&reports(site, BERLIN, RANGES[0], &own).await, &before);
        assert_same(&reports(site, in_india, RANGES[0], &own).await, &recount);

        pack(site, later).await;
        assert_eq!(blocks::next_due(&db).await.unwrap(), None);
        assert_same(&reports(site, BERLIN, RANGES[0], &own).await, &before);
        assert_same(&reports(site, in_india, RANGES[0], &own).await, &recount);
        let packed = block_count(&db).await;
        blocks::run(&db, later + DAY_MS).await.unwrap();
        // An event that is reported again is too old to be stored.
        site.store([first]).await;
        assert!(site.events().await.is_empty());
        assert_eq!(block_count(&db).await, packed);

        assert!(rollups::repeat(&db, BERLIN, jiff::civil::date(2026, 10, 1), later).await.unwrap() >= 3);
        assert_eq!(sums(&db).await, rolled_up);
        let sent = RecordingSink::default();
        while export::next_due(&db).await.unwrap().is_some() {
            export::run(&db, &sent, later).await.unwrap();
        }
        let rows = sent.0.into_inner().unwrap();
        assert_eq!(rows.len(), all);
        assert!(rows.iter().all(|row| row["visitor"].is_i64() && row["visit"].is_i64()));
        check(site, in_india, later, &own).await;
    })
    .await;
}

// spec: analytics.reports.open
#[tokio::test(flavor = "multi_thread")]
async fn a_run_that_is_interrupted_loses_and_doubles_nothing() {
    RecordedSite::each(at("2026-10-26T13:00:00Z"), async |site| {
        let hits = events();
        let all = hits.len();
        let later = recorded(site, hits).await;
        let db = site.db().await;
        let few = few_filters();
        let before = reports(site, BERLIN, RANGES[0], &few[..2]).await;
        for pause in 0..15 {
            let own = db.clone();
            let running = tokio::spawn(async move { blocks::run(&own, later).await });
            tokio::time::sleep(Duration::from_millis(pause)).await;
            running.abort();
            let ended = running.await;
            assert!(ended.is_err() || ended.is_ok_and(|done| done.is_ok()));
            assert_same(&reports(site, BERLIN, RANGES[0], &few[..2]).await, &before);
        }
        pack(site, later).await;
        let tx = db.read().await.unwrap();
        let packed = tx.find::<analytics_block::Entity>().all().await.unwrap();
        let events = packed.iter().filter(|block| block.kind == 1).map(|block| i64::from(block.length));
        assert_eq!(events.sum::<i64>(), i64::try_from(all).unwrap());
    })
    .await;
}

/// The first migration can be noted as applied only once.
const NOTED: &str = "INSERT INTO analytics_migration (version, applied_at) VALUES ('m20261129_000510_analytics', 1)";

// spec: analytics.privacy.open
#[tokio::test(flavor = "multi_thread")]
async fn older_programs_are_refused_from_the_first_packed_day_on() {
    RecordedSite::each(at("2026-10-26T13:00:00Z"), async |site| {
        let later = recorded(site, events()).await;
        let db = site.db().await;
        let run = async |sql: &str| site.site.run_on_analytics(&[sql.to_owned()]).await;
        let from = later + 5 * DAY_MS;
        run(&format!("UPDATE analytics_state SET pack_from = {from}")).await.unwrap();
        assert_eq!(blocks::next_due(&db).await.unwrap(), Some(from));
        blocks::run(&db, from - 1).await.unwrap();
        assert_eq!(block_count(&db).await, 0);
        assert!(run(NOTED).await.is_err(), "until then an older program finds all of its migrations");

        blocks::run(&db, from).await.unwrap();
        assert!(block_count(&db).await > 0);
        assert!(run(NOTED).await.is_ok(), "an older program would find one of its own missing");
    })
    .await;
}

// spec: security.personal-data.open
#[tokio::test(flavor = "multi_thread")]
async fn packed_visits_of_many_days_are_exported_and_erased() {
    let start = at("2026-07-01T10:00:00Z");
    RecordedSite::each(start, async |site| {
        // Further days than are looked through at once, with two visits of the visitor and one of another.
        for day in 0..70 {
            let event = |number: i64, visitor: i64| Hit {
                is_identified: true,
                ..hit(3 * day + number, start + day * DAY_MS + number * HOUR_MS, EventKind::PageView, visitor)
            };
            site.set_time(start + day * DAY_MS + 4 * HOUR_MS);
            site.store([event(1, 7), event(2, 8), event(3, 7)]).await;
        }
        let (db, later) = (site.db().await, start + 80 * DAY_MS);
        let (own, other) = (visits_of(&db, 7).await, visits_of(&db, 8).await);
        assert_eq!((own.len(), other.len()), (140, 70));
        while blocks::next_due(&db).await.unwrap().is_some() {
            blocks::run(&db, later).await.unwrap();
        }
        assert!(site.events().await.is_empty() && site.visits().await.is_empty());
        assert_eq!((visits_of(&db, 7).await, visits_of(&db, 8).await), (own, other.clone()));
        people::erase(&db, 7, later).await.unwrap();
        assert_eq!((visits_of(&db, 7).await, visits_of(&db, 8).await), (Vec::new(), other));
    })
    .await;
}

// spec: analytics.privacy.open
#[tokio::test(flavor = "multi_thread")]
async fn months_on_postgres_are_dropped_when_all_of_their_events_are_packed() {
    let (start, next) = (at("2026-08-30T10:00:00Z"), at("2026-09-09T10:00:00Z"));
    RecordedSite::each(start, async |site| {
        let databases = &site.site.databases;
        let is_there = async |month: &str| {
            let named = format!("SELECT 'analytics_event_{month}'::regclass");
            site.site.run_on_analytics(&[named]).await.is_ok()
        };
        site.store([hit(1, start, EventKind::PageView, 1)]).await;
        site.set_time(next);
        site.store([hit(2, next, EventKind::PageView, 1)]).await;
        let end = at("2026-09-01T00:00:00Z");
        databases.drop_analytics_months(end).await.unwrap();
        assert_eq!(site.events().await.len(), 2);

        blocks::run(&site.db().await, next).await.unwrap();
        if !site.site.is_on_postgres() {
            return;
        }
        assert!(is_there("2026_08").await && is_there("2026_09").await);
        // As the job of each day does. Who reads meanwhile keeps it from being dropped.
        for day in 1..29 {
            databases.drop_analytics_months(end + day * DAY_MS).await.unwrap();
            if !is_there("2026_08").await {
                break;
            }
            tokio::time::sleep(Duration::from_millis(300)).await;
        }
        assert!(!is_there("2026_08").await && is_there("2026_09").await);
        site.store([hit(3, next, EventKind::PageView, 1)]).await;
        assert_eq!(site.events().await.len(), 2);
    })
    .await;
}

/// A list by a dimension of which packed days have nothing fails, and is not empty.
#[tokio::test(flavor = "multi_thread")]
async fn dimensions_without_columns_are_refused() {
    RecordedSite::each(at("2026-10-26T13:00:00Z"), async |site| {
        pack(site, recorded(site, events()).await).await;
        let (ctx, db) = (site.site.owner(), site.db().await);
        let wanted =
            DaysRequest { first: Some(RANGES[0].first), last: Some(RANGES[0].last), days: None, last_field: "to" };
        let days = Days::requested(wanted, Timestamp::default(), TimeZone::get(BERLIN).unwrap()).unwrap();
        let site = SiteDays { days, time_zone: BERLIN.to_owned(), currency: "EUR".to_owned() };
        let scope = Scope { site, filters: Filters::new([]) };
        let by = |dimension| TopRequest { dimension, most: 10, compare: false };
        assert!(!top(&ctx, Some(&db), &scope, by(Dimension::Browser)).await.unwrap().0.is_empty());
        for dimension in [Dimension::Referrer, Dimension::Host, Dimension::NewOrReturning] {
            assert!(top(&ctx, Some(&db), &scope, by(dimension)).await.is_err(), "{}", dimension.name());
        }
    })
    .await;
}

async fn visits_of(db: &TenantDb, visitor: i64) -> Vec<PersonalVisit> {
    people::visits_of(db, visitor).await.unwrap()
}

// spec: security.personal-data.open
#[tokio::test(flavor = "multi_thread")]
async fn packed_visits_of_a_visitor_are_exported_and_erased() {
    RecordedSite::each(at("2026-10-26T13:00:00Z"), async |site| {
        let later = recorded(site, events()).await;
        let db = site.db().await;
        let (own, other) = (visits_of(&db, 1).await, visits_of(&db, 2).await);
        assert!(!own.is_empty() && !other.is_empty());
        pack(site, later).await;
        assert_eq!(visits_of(&db, 1).await, own);

        people::erase(&db, 1, later).await.unwrap();
        assert!(visits_of(&db, 1).await.is_empty());
        assert_eq!(visits_of(&db, 2).await, other);
        let few = [Vec::new(), vec![(Dimension::Page, "/page-1")]];
        check(site, BERLIN, later, &few).await;
    })
    .await;
}

// spec: analytics.privacy.open
#[tokio::test(flavor = "multi_thread")]
async fn packed_days_are_deleted_when_they_are_too_old() {
    let start = at("2026-10-24T10:00:00Z");
    RecordedSite::each(start, async |site| {
        let hits = vec![
            hit(1, start, EventKind::PageView, 1),
            hit(2, start + DAY_MS, EventKind::PageView, 1),
            hit(3, start + 2 * DAY_MS, EventKind::PageView, 1),
        ];
        let later = recorded(site, hits).await;
        pack(site, later).await;
        let db = site.db().await;
        let kept_ms = retention::kept_ms(1);
        let due = at("2026-10-25T00:00:00Z") + kept_ms;
        assert_eq!(retention::next_due(&db, kept_ms).await.unwrap(), Some(due));
        // A block of events and one of visits for each day.
        assert_eq!(block_count(&db).await, 6);
        retention::run(&db, kept_ms, due).await.unwrap();
        assert_eq!(block_count(&db).await, 4);
        retention::run(&db, kept_ms, due + 2 * DAY_MS).await.unwrap();
        assert_eq!((block_count(&db).await, retention::next_due(&db, kept_ms).await.unwrap()), (0, None));
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn experiments_count_packed_visits() {
    let start = at("2026-10-24T10:00:00Z");
    RecordedSite::each(start, async |site| {
        let id = ExperimentId::generate();
        let event = |number: i64, kind, visitor, object: Option<String>| Hit {
            object,
            ..hit(number, start + number * HOUR_MS / 4, kind, visitor)
        };
        let shown = |number, visitor, variant: &str| {
            event(number, EventKind::ExperimentExposure, visitor, Some(exposure(&id, variant)))
        };
        let hits = vec![
            event(1, EventKind::FormSubmit, 1, Some("form".to_owned())),
            shown(2, 1, "a"),
            shown(3, 2, "b"),
            shown(4, 3, "b"),
            event(5, EventKind::FormSubmit, 2, Some("form".to_owned())),
            event(6, EventKind::FormSubmit, 3, Some("other".to_owned())),
        ];
        let later = recorded(site, hits).await;
        let db = site.db().await;
        let query = ExperimentQuery {
            id: &id,
            variants: vec!["a", "b"],
            goal: ExperimentGoal::FormSubmit,
            goal_value: "form",
            from: start,
            until: later,
        };
        let counted = async || {
            let tx = db.snapshot().await.unwrap();
            let found = results(&tx, &query).await.unwrap();
            found.iter().map(|own| (own.visitors, own.converted)).collect::<Vec<_>>()
        };
        assert_eq!(counted().await, [(1, 0), (2, 1)]);
        pack(site, later).await;
        assert_eq!(counted().await, [(1, 0), (2, 1)]);
    })
    .await;
}
