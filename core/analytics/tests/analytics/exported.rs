//! What is sent to a database for analysis.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use async_trait::async_trait;
use stoa_analytics::EventKind;
use stoa_analytics::export::{self, EventSink};
use stoa_kernel::ports::PortError;

use crate::site::{RecordedSite, at, hit};

/// Keeps what it is sent.
#[derive(Default)]
struct Sink {
    rows: Mutex<Vec<String>>,
    fails: AtomicBool,
}

#[async_trait]
impl EventSink for Sink {
    async fn store(&self, rows: String) -> Result<(), PortError> {
        if self.fails.load(Ordering::Relaxed) {
            return Err(PortError::new("sink", "it is away"));
        }
        self.rows.lock().unwrap().extend(rows.lines().map(str::to_owned));
        Ok(())
    }
}

impl Sink {
    fn ids(&self) -> Vec<String> {
        let rows = std::mem::take(&mut *self.rows.lock().unwrap());
        rows.iter().map(|row| row.split("\"id\":").nth(1).unwrap().split(',').next().unwrap().to_owned()).collect()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn hours_are_sent_once_they_are_over_and_again_for_late_events() {
    let start = at("2026-11-29T10:10:00Z");
    let minutes = |count: i64| start + count * 60_000;
    RecordedSite::each(start, async |site| {
        let sink = Sink::default();
        let visits = [hit(1, start, EventKind::PageView, 1), hit(2, minutes(55), EventKind::PageView, 1)];
        site.store(visits).await;
        let db = site.db().await;
        assert_eq!(export::next_due(&db).await.unwrap(), Some(minutes(55)));
        export::run(&db, &sink, minutes(54)).await.unwrap();
        assert_eq!(sink.ids(), Vec::<String>::new());

        sink.fails.store(true, Ordering::Relaxed);
        assert!(export::run(&db, &sink, minutes(55)).await.is_err());
        sink.fails.store(false, Ordering::Relaxed);
        export::run(&db, &sink, minutes(55)).await.unwrap();
        let row = sink.rows.lock().unwrap().first().cloned().unwrap();
        for part in [
            "\"at\":\"2026-11-29 10:10:00.000\"",
            "\"kind\":\"page_view\"",
            "\"page\":\"/page-1\"",
            "\"source\":\"example.com\"",
            "\"device\":\"desktop\"",
        ] {
            assert!(row.contains(part), "{part}: {row}");
        }
        assert_eq!(sink.ids(), ["1"]);

        site.store([hit(3, minutes(1), EventKind::AddToCart, 1)]).await;
        export::run(&db, &sink, minutes(60)).await.unwrap();
        assert_eq!(sink.ids(), ["1", "3"]);
        export::run(&db, &sink, minutes(200)).await.unwrap();
        assert_eq!(sink.ids(), ["2"]);
        assert_eq!(export::next_due(&db).await.unwrap(), None);
    })
    .await;
}
