//! Events on their way to plugins: order, repetition, dead letters, and schedules.

use std::collections::BTreeSet;

use serde_json::json;
use stoa_entity::TenantDb;
use stoa_entity::site_events::{self, SiteEvent, Subscription};
use stoa_kernel::TenantCtx;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::WebsiteId;
use stoa_kernel::page::PageRequest;
use stoa_kernel::site_event::{EventDeliveryState, EventTopic, PluginRunStatus};
use stoa_site::SiteError;
use stoa_site::hooks::{self, DeliveryFilter, DueDelivery, FailedAttempt, RunEnd, WantedJob};
use stoa_testkit::TestSite;

const PLUGIN: &str = "acme.hook";
const MINUTE_MS: i64 = 60_000;
const HOUR_MS: i64 = 60 * MINUTE_MS;

async fn listen(db: &TenantDb, topics: &[EventTopic]) {
    let subscription = Subscription { subscriber: PLUGIN.to_owned(), topics: topics.to_vec() };
    hooks::renew(db, &[subscription], &[]).await.unwrap();
}

async fn tell(ctx: &TenantCtx, db: &TenantDb, topic: EventTopic, object_id: &str, number: i64) {
    let tx = db.write().await.unwrap();
    if let Some(listening) = site_events::audience(&tx, topic).await.unwrap() {
        let person = Some("Ada@shop.example");
        let event = SiteEvent { object_id, person, payload: json!({"number": number}) };
        listening.tell(ctx, &tx, event).await.unwrap();
    }
    tx.commit().await.unwrap();
}

async fn take(db: &TenantDb, delivery: &DueDelivery) {
    let tx = db.write().await.unwrap();
    hooks::mark_delivered(&tx, &delivery.id).await.unwrap();
    tx.commit().await.unwrap();
}

async fn fail(ctx: &TenantCtx, db: &TenantDb, delivery: &DueDelivery) -> bool {
    let failed = FailedAttempt { reason: "away".to_owned(), least_pause_ms: 0, counts: true };
    let tx = db.write().await.unwrap();
    let is_dead = hooks::mark_failed(ctx, &tx, &delivery.id, &failed).await.unwrap();
    tx.commit().await.unwrap();
    is_dead
}

fn numbers(due: &[DueDelivery]) -> Vec<(String, i64)> {
    due.iter().map(|one| (one.object_id.clone(), one.payload["number"].as_i64().unwrap())).collect()
}

// spec: plugins.events.order
#[tokio::test]
async fn events_of_an_object_arrive_in_order_while_others_pass() {
    let site = TestSite::new().await.unwrap();
    let (owner, db) = (site.owner(), &site.db);
    tell(&owner, db, EventTopic::OrderPaid, "ord_1", 0).await;
    listen(db, &[EventTopic::OrderPlaced, EventTopic::OrderPaid]).await;
    tell(&owner, db, EventTopic::OrderPlaced, "ord_1", 1).await;
    tell(&owner, db, EventTopic::OrderPaid, "ord_1", 2).await;
    tell(&owner, db, EventTopic::OrderPaid, "ord_2", 3).await;
    tell(&owner, db, EventTopic::StockOut, "var_1", 4).await;

    let due = hooks::due(&owner, db, 10).await.unwrap();
    assert_eq!(numbers(&due), [("ord_1".to_owned(), 1), ("ord_2".to_owned(), 3)], "the first of each; 0 and 4 untold");
    assert_eq!(hooks::due(&owner, db, 10).await.unwrap(), due, "again when the process ended before it was noted");
    assert!(!fail(&owner, db, &due[0]).await);
    take(db, &due[1]).await;
    let next = hooks::next_due(&db.read().await.unwrap()).await.unwrap().unwrap();
    assert_eq!(next, owner.now() + MINUTE_MS, "2 waits for 1");
    tell(&owner, db, EventTopic::OrderPlaced, "ord_1", 5).await;
    assert!(hooks::due(&owner, db, 10).await.unwrap().is_empty(), "and so does what comes later");
    assert_eq!(hooks::next_due(&db.read().await.unwrap()).await.unwrap(), Some(next));

    let later = site.owner_in(2 * MINUTE_MS);
    let again = hooks::due(&later, db, 10).await.unwrap();
    assert_eq!((numbers(&again), again[0].attempt), (vec![("ord_1".to_owned(), 1)], 2));
    assert_eq!((&again[0].event_id, again[0].sequence), (&due[0].event_id, due[0].sequence), "the same event");
    take(db, &again[0]).await;
    let second = hooks::due(&later, db, 10).await.unwrap();
    assert_eq!(numbers(&second), [("ord_1".to_owned(), 2)]);
    assert!(second[0].sequence > again[0].sequence);
    take(db, &second[0]).await;
    take(db, &hooks::due(&later, db, 10).await.unwrap()[0]).await;
    assert_eq!(hooks::next_due(&db.read().await.unwrap()).await.unwrap(), None);
}

// spec: plugins.events.retries
#[tokio::test]
async fn a_hook_that_is_away_for_six_hours_loses_nothing() {
    let site = TestSite::new().await.unwrap();
    let db = &site.db;
    listen(db, &[EventTopic::OrderPaid]).await;
    for order in 0..5 {
        tell(&site.owner(), db, EventTopic::OrderPaid, &format!("ord_{order}"), order).await;
    }
    let (mut at, mut attempts) = (0, 0);
    while at < 6 * HOUR_MS {
        let now = site.owner_in(at);
        for delivery in hooks::due(&now, db, 10).await.unwrap() {
            assert!(!fail(&now, db, &delivery).await);
            attempts += 1;
        }
        at += MINUTE_MS;
    }
    assert!((5 * 8..=5 * 10).contains(&attempts), "with growing pauses: {attempts}");
    let back = site.owner_in(12 * HOUR_MS + MINUTE_MS);
    let mut due = numbers(&hooks::due(&back, db, 10).await.unwrap());
    due.sort();
    assert_eq!(due.len(), 5);
    assert_eq!(due[4], ("ord_4".to_owned(), 4));
}

// spec: plugins.events.retries
#[tokio::test]
async fn events_wait_together_while_their_hook_is_suspended() {
    let site = TestSite::new().await.unwrap();
    let (owner, db) = (site.owner(), &site.db);
    listen(db, &[EventTopic::OrderPaid]).await;
    for order in 0..3 {
        tell(&owner, db, EventTopic::OrderPaid, &format!("ord_{order}"), order).await;
    }
    let suspended = async |ctx: &TenantCtx, least_pause_ms: i64| {
        let delivery = hooks::due(ctx, db, 10).await.unwrap().remove(0);
        let failed = FailedAttempt { reason: "suspended".to_owned(), least_pause_ms, counts: false };
        let tx = db.write().await.unwrap();
        let is_dead = hooks::mark_failed(ctx, &tx, &delivery.id, &failed).await.unwrap();
        tx.commit().await.unwrap();
        is_dead
    };
    assert!(!suspended(&owner, 100).await);
    assert_eq!(hooks::due(&owner, db, 10).await.unwrap().len(), 2, "it is being tried: only this one waits");
    assert!(!suspended(&owner, 10 * MINUTE_MS).await);
    assert!(hooks::due(&owner, db, 10).await.unwrap().is_empty(), "none is tried in vain");
    let after = site.owner_in(10 * MINUTE_MS);
    let due = hooks::due(&after, db, 10).await.unwrap();
    assert_eq!((due.len(), due[0].attempt), (3, 1), "all of them, and nothing counted");
    let late = site.owner_in(74 * HOUR_MS);
    assert!(suspended(&late, 10 * MINUTE_MS).await, "a hook that is never let through does not keep them for ever");
    assert_eq!(hooks::counts(&late, db).await.unwrap().dead, 1);
}

// spec: plugins.events.order
#[tokio::test]
async fn what_a_slow_request_tells_last_has_the_higher_number() {
    let site = TestSite::new().await.unwrap();
    let (owner, db) = (site.owner(), &site.db);
    listen(db, &[EventTopic::OrderPaid]).await;
    tell(&owner, db, EventTopic::OrderPaid, "ord_1", 1).await;
    let first = hooks::due(&owner, db, 10).await.unwrap().remove(0);
    take(db, &first).await;
    // It began a minute before, and waited for a provider since.
    tell(&site.owner_in(-MINUTE_MS), db, EventTopic::OrderPaid, "ord_1", 2).await;
    let second = hooks::due(&owner, db, 10).await.unwrap().remove(0);
    assert!(second.sequence >= first.sequence, "{} after {}", second.sequence, first.sequence);
}

// spec: plugins.events.retries
#[tokio::test]
async fn a_plugin_that_cannot_be_loaded_misses_nothing() {
    let site = TestSite::new().await.unwrap();
    let (owner, db) = (site.owner(), &site.db);
    let listening = Subscription { subscriber: PLUGIN.to_owned(), topics: vec![EventTopic::OrderPaid] };
    let wanted = [job(owner.now() + 15 * MINUTE_MS)];
    hooks::renew(db, std::slice::from_ref(&listening), &wanted).await.unwrap();
    // The plugins of the site are read again, and this one is not among them.
    let away = BTreeSet::from([PLUGIN.to_owned()]);
    let tx = db.read().await.unwrap();
    let (listeners, jobs) = hooks::stored_of(&tx, &away).await.unwrap();
    assert_eq!((&listeners[..], &jobs[..]), (&[listening][..], &wanted[..]));
    assert!(!hooks::schedules_differ(&tx, &listeners, &jobs).await.unwrap());
    drop(tx);
    hooks::renew(db, &listeners, &jobs).await.unwrap();
    tell(&owner, db, EventTopic::OrderPaid, "ord_1", 1).await;
    assert_eq!(numbers(&hooks::due(&owner, db, 10).await.unwrap()), [("ord_1".to_owned(), 1)]);
    let next = hooks::next_run_due(&db.read().await.unwrap()).await.unwrap();
    assert_eq!(next, Some(wanted[0].next_on), "nor does its schedule begin again");
}

// spec: plugins.events.dead-letters
#[tokio::test]
async fn dead_letters_are_listed_and_replayed() {
    let site = TestSite::new().await.unwrap();
    let (owner, db) = (site.owner(), &site.db);
    listen(db, &[EventTopic::OrderPaid]).await;
    tell(&owner, db, EventTopic::OrderPaid, "ord_1", 1).await;
    tell(&owner, db, EventTopic::OrderPaid, "ord_1", 2).await;
    let mut now = site.owner();
    loop {
        let delivery = hooks::due(&now, db, 10).await.unwrap().remove(0);
        if fail(&now, db, &delivery).await {
            break;
        }
        let next = hooks::next_due(&db.read().await.unwrap()).await.unwrap().unwrap();
        now = site.owner_in(next - owner.now() + 1_000);
    }
    let died_after = now.now() - owner.now();
    assert!((72 * HOUR_MS..73 * HOUR_MS).contains(&died_after), "three days: {died_after} ms");
    assert_eq!(
        numbers(&hooks::due(&now, db, 10).await.unwrap()),
        [("ord_1".to_owned(), 2)],
        "the next one has its turn"
    );

    let request = PageRequest::default();
    let only_dead = DeliveryFilter { state: Some(EventDeliveryState::Dead), subscriber: None };
    let listed = hooks::list(&now, db, &only_dead, &request).await.unwrap().items;
    assert_eq!((listed.len(), listed[0].last_error.as_deref()), (1, Some("away")));
    let counts = hooks::counts(&now, db).await.unwrap();
    assert_eq!((counts.dead, counts.pending + counts.failing), (1, 1));

    let other = site.databases.tenant(&WebsiteId::generate()).await.unwrap();
    assert!(matches!(hooks::replay(&now, &other, &listed[0].id).await, Err(SiteError::NotFound)), "a second tenant");
    assert!(hooks::list(&now, &other, &DeliveryFilter::default(), &request).await.unwrap().items.is_empty());
    assert!(hooks::list(&site.visitor(), db, &only_dead, &request).await.is_err(), "without the permission");
    assert!(hooks::replay_all(&site.visitor(), db, None).await.is_err());

    assert_eq!(hooks::replay_all(&now, db, Some("acme.other")).await.unwrap(), 0);
    assert_eq!(hooks::replay_all(&now, db, Some(PLUGIN)).await.unwrap(), 1);
    let again = hooks::due(&now, db, 10).await.unwrap();
    assert_eq!((numbers(&again), again[0].attempt), (vec![("ord_1".to_owned(), 1)], 1));
    hooks::drop_delivery(&now, db, &again[0].id).await.unwrap();
    assert_eq!(hooks::next_deletion(&db.read().await.unwrap()).await.unwrap(), None, "none is dead any more");
    assert_eq!(numbers(&hooks::due(&now, db, 10).await.unwrap()), [("ord_1".to_owned(), 2)]);
}

#[tokio::test]
async fn a_persons_events_are_erased_with_the_person() {
    let site = TestSite::new().await.unwrap();
    let (owner, db) = (site.owner(), &site.db);
    listen(db, &[EventTopic::OrderPaid]).await;
    tell(&owner, db, EventTopic::OrderPaid, "ord_1", 1).await;
    let tx = db.write().await.unwrap();
    site_events::erase_person(&tx, &["ada@shop.example".to_owned()]).await.unwrap();
    tx.commit().await.unwrap();
    assert!(hooks::due(&owner, db, 10).await.unwrap().is_empty());
}

fn job(next_on: Timestamp) -> WantedJob {
    let (plugin_id, name) = (PLUGIN.to_owned(), "report".to_owned());
    WantedJob { plugin_id, name, cadence: "every:900000".to_owned(), next_on }
}

// spec: plugins.jobs
#[tokio::test]
async fn jobs_run_when_they_are_due_or_asked_for() {
    let site = TestSite::new().await.unwrap();
    let (owner, db) = (site.owner(), &site.db);
    let wanted = [job(owner.now() + 15 * MINUTE_MS)];
    assert!(hooks::schedules_differ(&db.read().await.unwrap(), &[], &wanted).await.unwrap());
    hooks::renew(db, &[], &wanted).await.unwrap();
    assert!(!hooks::schedules_differ(&db.read().await.unwrap(), &[], &wanted).await.unwrap());
    assert!(hooks::due_runs(&owner, &db.read().await.unwrap()).await.unwrap().is_empty());

    assert!(matches!(hooks::run_now(&owner, db, PLUGIN, "other").await, Err(SiteError::NotFound)));
    assert!(hooks::run_now(&site.visitor(), db, PLUGIN, "report").await.is_err());
    hooks::run_now(&owner, db, PLUGIN, "report").await.unwrap();
    let asked = hooks::due_runs(&owner, &db.read().await.unwrap()).await.unwrap().remove(0);
    let tx = db.write().await.unwrap();
    hooks::begin_run(&owner, &tx, &asked).await.unwrap();
    tx.commit().await.unwrap();
    // The process ends here: the run is repeated.
    let again = hooks::due_runs(&owner, &db.read().await.unwrap()).await.unwrap().remove(0);
    assert_eq!(again, asked);
    let tx = db.write().await.unwrap();
    let id = hooks::begin_run(&owner, &tx, &again).await.unwrap();
    let end = RunEnd { ended_on: owner.now(), next_on: again.due_on, error: None };
    hooks::end_run(&tx, &again, &id, &end).await.unwrap();
    tx.commit().await.unwrap();
    assert!(hooks::due_runs(&owner, &db.read().await.unwrap()).await.unwrap().is_empty());
    let listed = hooks::jobs(&owner, db).await.unwrap().remove(0);
    let statuses: Vec<PluginRunStatus> = listed.runs.iter().map(|run| run.status).collect();
    assert_eq!(statuses, [PluginRunStatus::Succeeded, PluginRunStatus::Failed]);
    assert_eq!((listed.is_asked, listed.due_on), (false, wanted[0].next_on), "the schedule stays as it is");

    let later = site.owner_in(16 * MINUTE_MS);
    let due = hooks::due_runs(&later, &db.read().await.unwrap()).await.unwrap().remove(0);
    assert_eq!(due.scheduled_on, wanted[0].next_on);
    hooks::renew(db, &[], &[]).await.unwrap();
    assert_eq!(hooks::next_run_due(&db.read().await.unwrap()).await.unwrap(), None, "the plugin is switched off");
}
