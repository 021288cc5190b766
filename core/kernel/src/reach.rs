//! Whether a database elsewhere can be reached. One that lies in files is always there.

use std::collections::HashSet;
use std::fmt::Display;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::{Notify, watch};

use crate::id::WebsiteId;

/// How long an answer is waited for before somebody looks whether the database is there.
const SUSPICIOUS: Duration = Duration::from_millis(500);

/// Whether the database can be reached, as all parts of a process know it. Cloned handles share one state.
///
/// Whoever loses a connection, or waits for long, reports it; the one task that watches over the database asks for itself and
/// decides. While it is away nobody waits for it.
#[derive(Clone, Debug, Default)]
pub struct Reach(Option<Arc<Inner>>);

#[derive(Debug)]
struct Inner {
    standing: watch::Sender<Standing>,
    /// What the last call that lost its connection was told.
    cause: Mutex<Option<String>>,
    /// Whether such a call was reported and nothing is decided yet.
    is_in_doubt: AtomicBool,
    reported: Notify,
    /// Statements that ended well.
    done: AtomicU64,
    /// Sites of which nobody knows whether their last changes were made.
    uncertain: Mutex<HashSet<WebsiteId>>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Standing {
    away_since: Option<Instant>,
    back_on: Option<Instant>,
}

impl Reach {
    /// Of a database that may go away.
    pub fn watched() -> Self {
        Self(Some(Arc::new(Inner {
            standing: watch::Sender::new(Standing::default()),
            cause: Mutex::default(),
            is_in_doubt: AtomicBool::new(false),
            reported: Notify::new(),
            done: AtomicU64::new(0),
            uncertain: Mutex::default(),
        })))
    }

    /// Whether it may go away.
    pub fn is_watched(&self) -> bool {
        self.0.is_some()
    }

    /// For how long it has been away; none while it is there.
    pub fn away_for(&self) -> Option<Duration> {
        self.standing().away_since.map(|since| since.elapsed())
    }

    /// Whether it is known to be away.
    pub fn is_away(&self) -> bool {
        self.standing().away_since.is_some()
    }

    /// Whether it is away, or calls have lost it and nobody knows yet.
    pub fn is_in_doubt(&self) -> bool {
        self.is_away() || self.0.as_ref().is_some_and(|inner| inner.is_in_doubt.load(Ordering::Relaxed))
    }

    /// Whether it was in doubt at some time since then.
    pub fn was_in_doubt_since(&self, begun: Instant) -> bool {
        self.is_in_doubt() || self.standing().back_on.is_some_and(|back_on| back_on >= begun)
    }

    /// Whether something so old is from before it came back.
    pub fn is_from_before(&self, age: Duration) -> bool {
        self.standing().back_on.is_some_and(|back_on| age >= back_on.elapsed())
    }

    /// Notes that a statement ended well.
    pub fn note_done(&self) {
        if let Some(inner) = &self.0 {
            inner.done.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// A number that is another one whenever a statement ended well.
    pub fn done(&self) -> u64 {
        self.0.as_ref().map_or(0, |inner| inner.done.load(Ordering::Relaxed))
    }

    /// Notes a site whose changes may have been made or not: it was lost while they were to be made to last.
    pub fn note_uncertain(&self, website: &WebsiteId) {
        if let Some(inner) = &self.0 {
            inner.uncertain.lock().unwrap_or_else(PoisonError::into_inner).insert(website.clone());
        }
    }

    /// Takes the sites that were noted so.
    pub fn take_uncertain(&self) -> HashSet<WebsiteId> {
        let Some(inner) = &self.0 else { return HashSet::new() };
        std::mem::take(&mut *inner.uncertain.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Reports that a call has lost it, or did not get to it.
    pub fn report(&self, cause: &dyn Display) {
        let Some(inner) = &self.0 else { return };
        if self.is_away() {
            return;
        }
        *inner.cause.lock().unwrap_or_else(PoisonError::into_inner) = Some(cause.to_string());
        inner.is_in_doubt.store(true, Ordering::Relaxed);
        inner.reported.notify_one();
    }

    /// Waits for a report, and gives its cause; none when somebody has only waited for long.
    pub async fn reported(&self) -> Option<String> {
        let Some(inner) = &self.0 else { return std::future::pending().await };
        inner.reported.notified().await;
        inner.cause.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Decides whether it is away.
    pub fn decide(&self, is_away: bool) {
        let Some(inner) = &self.0 else { return };
        inner.standing.send_modify(|standing| match (standing.away_since, is_away) {
            (None, true) => standing.away_since = Some(Instant::now()),
            (Some(_), false) => *standing = Standing { away_since: None, back_on: Some(Instant::now()) },
            _ => {}
        });
        inner.is_in_doubt.store(false, Ordering::Relaxed);
    }

    /// Waits until it is there.
    pub async fn here(&self) {
        if let Some(inner) = &self.0 {
            inner.until(|standing| standing.away_since.is_none()).await;
        }
    }

    /// Waits for what it is asked for, unless it is away or goes away; long waiting is reported.
    pub async fn or_away<F: Future + Unpin>(&self, mut work: F) -> Option<F::Output> {
        let Some(inner) = &self.0 else { return Some(work.await) };
        if self.is_away() {
            return None;
        }
        tokio::select! {
            biased;
            done = &mut work => return Some(done),
            () = inner.until(|standing| standing.away_since.is_some()) => return None,
            () = tokio::time::sleep(SUSPICIOUS) => inner.reported.notify_one(),
        }
        tokio::select! {
            biased;
            done = &mut work => Some(done),
            () = inner.until(|standing| standing.away_since.is_some()) => None,
        }
    }

    fn standing(&self) -> Standing {
        self.0.as_ref().map(|inner| *inner.standing.borrow()).unwrap_or_default()
    }
}

impl Inner {
    async fn until(&self, holds: impl Fn(&Standing) -> bool) {
        let mut standing = self.standing.subscribe();
        // The sender is there as long as this is, so that waiting does not fail.
        drop(standing.wait_for(holds).await);
    }
}

#[cfg(test)]
mod tests {
    use std::future::pending;

    use super::*;

    #[tokio::test]
    async fn nobody_waits_for_a_database_that_is_away() {
        let reach = Reach::watched();
        assert_eq!(reach.or_away(Box::pin(async { 1 })).await, Some(1));
        reach.report(&"reset by peer");
        assert!(reach.is_in_doubt() && !reach.is_away());
        assert_eq!(reach.reported().await.as_deref(), Some("reset by peer"));
        let waiting = tokio::spawn({
            let reach = reach.clone();
            async move { reach.or_away(Box::pin(pending::<()>())).await }
        });
        assert_eq!(reach.reported().await, None, "long waiting is reported");
        reach.decide(true);
        assert_eq!(waiting.await.unwrap(), None);
        assert_eq!(reach.or_away(Box::pin(pending::<()>())).await, None);
        let begun = Instant::now();
        reach.decide(false);
        reach.here().await;
        assert!(!reach.is_in_doubt() && reach.was_in_doubt_since(begun));
        assert!(reach.is_from_before(Duration::from_secs(60)));
        let (site, done) = (WebsiteId::generate(), reach.done());
        reach.note_done();
        reach.note_uncertain(&site);
        assert!(reach.done() != done && reach.take_uncertain().contains(&site));
        assert!(reach.take_uncertain().is_empty(), "they are taken once");
    }

    #[tokio::test]
    async fn one_that_lies_in_files_is_always_there() {
        let reach = Reach::default();
        reach.report(&"busy");
        reach.decide(true);
        assert!(!reach.is_in_doubt());
        assert_eq!(reach.or_away(Box::pin(async { 1 })).await, Some(1));
    }
}
