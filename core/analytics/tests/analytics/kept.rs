//! What is deleted, and when.

use stoa_analytics::unpaid_orders::{self, UnpaidOrder};
use stoa_analytics::{EventKind, retention, rollups, texts};
use stoa_entity::analytics::analytics_rollup;

use crate::site::{RecordedSite, at, hit};

const DAY_MS: i64 = 86_400_000;
/// Months for which sites keep what visitors did, unless a server or a plan says otherwise.
const MONTHS: u16 = 25;

// spec: analytics.privacy.open
#[tokio::test(flavor = "multi_thread")]
async fn what_visitors_did_is_deleted_after_25_months() {
    let start = at("2024-06-01T10:00:00Z");
    RecordedSite::each(start, async |site| {
        site.store([hit(1, start, EventKind::PageView, 1)]).await;
        let later = start + 20 * DAY_MS;
        site.set_time(later);
        site.store([hit(3, later, EventKind::PageView, 2)]).await;
        let db = site.db().await;
        rollups::run(&db, "Etc/UTC", later).await.unwrap();
        let kept_ms = retention::kept_ms(MONTHS);
        assert_eq!(kept_ms, 750 * DAY_MS);
        let due = retention::next_due(&db, kept_ms).await.unwrap().unwrap();
        assert_eq!(due, start + 751 * DAY_MS);

        site.set_time(due);
        retention::run(&db, kept_ms, due).await.unwrap();
        assert_eq!(site.events().await.iter().map(|event| event.id).collect::<Vec<_>>(), [3]);
        assert_eq!(site.visits().await.len(), 1);
        let tx = db.read().await.unwrap();
        assert!(tx.find::<analytics_rollup::Entity>().all().await.unwrap().iter().all(|row| row.start > start));
        let pages = [texts::id_of("/page-1"), texts::id_of("/")];
        let words = texts::read(&tx, &pages).await.unwrap();
        assert_eq!(words.into_values().collect::<Vec<_>>(), ["/"]);
    })
    .await;
}

// spec: analytics.privacy.open
#[tokio::test(flavor = "multi_thread")]
async fn visitors_of_unpaid_orders_are_forgotten_after_seven_days() {
    let now = at("2026-06-01T10:00:00Z");
    RecordedSite::each(now, async |site| {
        site.store([hit(1, now, EventKind::PageView, 1)]).await;
        let order = UnpaidOrder { id: 7, visitor: 1, is_identified: true, at: now };
        site.recorder.record_unpaid(site.site.db.website(), order);
        assert!(site.recorder.flush().await);
        let (db, kept_ms) = (site.db().await, retention::kept_ms(MONTHS));
        assert_eq!(unpaid_orders::of(&db, 7).await.unwrap(), Some(order));
        let due = retention::next_due(&db, kept_ms).await.unwrap().unwrap();
        assert_eq!(due, now + 7 * DAY_MS + 1);
        retention::run(&db, kept_ms, due).await.unwrap();
        assert_eq!(unpaid_orders::of(&db, 7).await.unwrap(), None);
        assert_eq!(retention::next_due(&db, kept_ms).await.unwrap(), Some(now + 751 * DAY_MS));
    })
    .await;
}
