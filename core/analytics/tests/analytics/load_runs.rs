//! Events of load tests are stored apart, and removed.

use stoa_analytics::{EventKind, export, load_runs, retention, rollups};
use stoa_entity::analytics::{analytics_load_event, analytics_text};
use stoa_kernel::id::LoadRunId;

use crate::site::{RecordedSite, at, hit};

const DAY_MS: i64 = 24 * 3_600_000;

#[tokio::test(flavor = "multi_thread")]
async fn events_of_load_tests_are_in_no_sum() {
    let now = at("2026-11-29T10:00:00Z");
    RecordedSite::each(now, async |site| {
        let (run, other) = (LoadRunId::generate(), LoadRunId::generate());
        let website = site.site.db.website();
        for (run, id) in [(&run, 1), (&run, 2), (&other, 3), (&run, 2)] {
            site.recorder.record_of_run(website, run.clone(), hit(id, now, EventKind::PageView, 7));
        }
        assert!(site.recorder.flush().await);
        let db = site.db().await;
        let left = async || {
            let tx = db.read().await.unwrap();
            let rows = tx.find::<analytics_load_event::Entity>().all().await.unwrap();
            rows.into_iter().map(|row| row.load_run).collect::<Vec<_>>()
        };
        assert_eq!(left().await.len(), 3);
        assert!(site.events().await.is_empty() && site.visits().await.is_empty());
        assert_eq!(db.read().await.unwrap().find::<analytics_text::Entity>().count().await.unwrap(), 0);
        assert_eq!(rollups::next_due(&db, now).await.unwrap(), None);
        assert_eq!(export::next_due(&db).await.unwrap(), None);
        assert_eq!(retention::next_due(&db, DAY_MS).await.unwrap(), Some(now + 2 * DAY_MS));

        let late = async |runs| load_runs::one_with_events(&db.read().await.unwrap(), runs).await.unwrap();
        assert_eq!(late(vec![run.clone(), LoadRunId::generate()]).await, Some(run.clone()));
        assert_eq!(load_runs::remove_some(&db, &run).await.unwrap(), 2);
        assert_eq!(load_runs::remove_some(&db, &run).await.unwrap(), 0);
        assert_eq!(late(vec![run.clone()]).await, None);
        assert_eq!(left().await, [other]);
        retention::run(&db, DAY_MS, now + 2 * DAY_MS).await.unwrap();
        assert!(left().await.is_empty());
    })
    .await;
}
