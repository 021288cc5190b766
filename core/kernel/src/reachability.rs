//! Whether a database server can be reached. A database in files always can.

use std::collections::HashSet;
use std::fmt::Display;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::{Notify, watch};

use crate::id::WebsiteId;

/// Wait time after which the connection is checked.
const SLOW_AFTER: Duration = Duration::from_millis(500);

/// How long a transaction may take to begin, with the wait for a connection: one that takes longer has a connection that
/// does not respond.
const BEGIN_LIMIT: Duration = Duration::from_secs(8);

/// How long a statement may take. Requests end long before; the statement of a background job that takes longer has a
/// connection that does not respond, and the job is repeated on another one.
const STATEMENT_LIMIT: Duration = Duration::from_secs(1_800);

/// How long connections are suspect after a long wait for one was given up.
const SUSPECT_FOR: Duration = Duration::from_secs(60);

/// Reachability of the database, shared by all parts of a process. Cloned handles share one state.
///
/// Code that loses a connection or waits for long reports it; the one task that monitors the database checks for itself
/// and decides. While the database is away, requests fail at once instead of waiting.
#[derive(Clone, Debug, Default)]
pub struct DatabaseReachability(Option<Arc<Inner>>);

#[derive(Debug)]
struct Inner {
    standing: watch::Sender<Standing>,
    /// Error of the last request that lost its connection.
    cause: Mutex<Option<String>>,
    /// Whether a lost connection was reported and not yet decided on.
    is_in_doubt: AtomicBool,
    reported: Notify,
    /// Number of successful statements.
    done: AtomicU64,
    /// Sites for which it is unknown whether their last changes were committed.
    uncertain: Mutex<HashSet<WebsiteId>>,
    /// When a long wait was given up last.
    given_up_on: Mutex<Option<Instant>>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Standing {
    away_since: Option<Instant>,
    back_on: Option<Instant>,
}

impl DatabaseReachability {
    /// For a database server, which may become unreachable.
    pub fn watched() -> Self {
        Self(Some(Arc::new(Inner {
            standing: watch::Sender::new(Standing::default()),
            cause: Mutex::default(),
            is_in_doubt: AtomicBool::new(false),
            reported: Notify::new(),
            done: AtomicU64::new(0),
            uncertain: Mutex::default(),
            given_up_on: Mutex::default(),
        })))
    }

    /// Whether the database can become unreachable.
    pub fn is_watched(&self) -> bool {
        self.0.is_some()
    }

    /// How long it has been away; none while it is reachable.
    pub fn away_for(&self) -> Option<Duration> {
        self.standing().away_since.map(|since| since.elapsed())
    }

    /// Whether it is known to be away.
    pub fn is_away(&self) -> bool {
        self.standing().away_since.is_some()
    }

    /// Whether it is away, or lost connections were reported and not yet decided on.
    pub fn is_in_doubt(&self) -> bool {
        self.is_away() || self.0.as_ref().is_some_and(|inner| inner.is_in_doubt.load(Ordering::Relaxed))
    }

    /// Whether it was in doubt at any time since then.
    pub fn was_in_doubt_since(&self, begun: Instant) -> bool {
        self.is_in_doubt() || self.standing().back_on.is_some_and(|back_on| back_on >= begun)
    }

    /// Whether something of this age dates from before the database came back.
    pub fn is_from_before(&self, age: Duration) -> bool {
        self.standing().back_on.is_some_and(|back_on| age >= back_on.elapsed())
    }

    /// Whether a long wait was given up a moment ago: a connection may have stopped responding while others work.
    pub fn has_given_up(&self) -> bool {
        let Some(inner) = &self.0 else { return false };
        let given_up_on = *inner.given_up_on.lock().unwrap_or_else(PoisonError::into_inner);
        given_up_on.is_some_and(|given_up_on| given_up_on.elapsed() < SUSPECT_FOR)
    }

    /// Counts a successful statement.
    pub fn note_done(&self) {
        if let Some(inner) = &self.0 {
            inner.done.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// The number of successful statements; differs after each.
    pub fn done(&self) -> u64 {
        self.0.as_ref().map_or(0, |inner| inner.done.load(Ordering::Relaxed))
    }

    /// Records a site whose changes may or may not be committed: the connection was lost during the commit.
    pub fn record_uncertain_commit(&self, website: &WebsiteId) {
        if let Some(inner) = &self.0 {
            inner.uncertain.lock().unwrap_or_else(PoisonError::into_inner).insert(website.clone());
        }
    }

    /// Takes the recorded sites.
    pub fn take_uncertain_commits(&self) -> HashSet<WebsiteId> {
        let Some(inner) = &self.0 else { return HashSet::new() };
        std::mem::take(&mut *inner.uncertain.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Reports that a request has lost the database or could not reach it.
    pub fn report(&self, cause: &dyn Display) {
        let Some(inner) = &self.0 else { return };
        if self.is_away() {
            return;
        }
        *inner.cause.lock().unwrap_or_else(PoisonError::into_inner) = Some(cause.to_string());
        inner.is_in_doubt.store(true, Ordering::Relaxed);
        inner.reported.notify_one();
    }

    /// Waits for a report and returns its cause; none when it was only about a long wait.
    pub async fn reported(&self) -> Option<String> {
        let Some(inner) = &self.0 else { return std::future::pending().await };
        inner.reported.notified().await;
        inner.cause.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Sets whether it is away.
    pub fn decide(&self, is_away: bool) {
        let Some(inner) = &self.0 else { return };
        inner.standing.send_modify(|standing| match (standing.away_since, is_away) {
            (None, true) => standing.away_since = Some(Instant::now()),
            (Some(_), false) => *standing = Standing { away_since: None, back_on: Some(Instant::now()) },
            _ => {}
        });
        inner.is_in_doubt.store(false, Ordering::Relaxed);
    }

    /// Waits until it is reachable.
    pub async fn here(&self) {
        if let Some(inner) = &self.0 {
            inner.until(|standing| standing.away_since.is_none()).await;
        }
    }

    /// Waits for `work`, unless the database is or becomes unreachable; a long wait is reported, and one of half an hour
    /// given up.
    pub async fn run_while_reachable<F: Future + Unpin>(&self, work: F) -> Option<F::Output> {
        self.run(work, STATEMENT_LIMIT).await
    }

    /// Waits for the beginning of a transaction likewise, and gives up when its connection does not respond.
    pub async fn begin_while_reachable<F: Future + Unpin>(&self, work: F) -> Option<F::Output> {
        self.run(work, BEGIN_LIMIT).await
    }

    async fn run<F: Future + Unpin>(&self, mut work: F, limit: Duration) -> Option<F::Output> {
        let Some(inner) = &self.0 else { return Some(work.await) };
        if self.is_away() {
            return None;
        }
        tokio::select! {
            biased;
            done = &mut work => return Some(done),
            () = inner.until(|standing| standing.away_since.is_some()) => return None,
            () = tokio::time::sleep(SLOW_AFTER) => inner.reported.notify_one(),
        }
        let mut waiting = LongWait { inner, is_over: false };
        let done = tokio::select! {
            biased;
            done = &mut work => Some(done),
            () = inner.until(|standing| standing.away_since.is_some()) => None,
            () = tokio::time::sleep(limit) => return None,
        };
        waiting.is_over = true;
        done
    }

    fn standing(&self) -> Standing {
        self.0.as_ref().map(|inner| *inner.standing.borrow()).unwrap_or_default()
    }
}

/// A long wait: given up when it is dropped before it is over, as at the end of the time that a request may take.
struct LongWait<'a> {
    inner: &'a Inner,
    is_over: bool,
}

impl Drop for LongWait<'_> {
    fn drop(&mut self) {
        if !self.is_over {
            *self.inner.given_up_on.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
        }
    }
}

impl Inner {
    async fn until(&self, holds: impl Fn(&Standing) -> bool) {
        let mut standing = self.standing.subscribe();
        // The sender lives as long as `self`, so waiting does not fail.
        drop(standing.wait_for(holds).await);
    }
}

#[cfg(test)]
mod tests {
    use std::future::pending;

    use super::*;

    #[tokio::test]
    async fn unreachable_database_fails_fast() {
        let reach = DatabaseReachability::watched();
        assert_eq!(reach.run_while_reachable(Box::pin(async { 1 })).await, Some(1));
        reach.report(&"reset by peer");
        assert!(reach.is_in_doubt() && !reach.is_away());
        assert_eq!(reach.reported().await.as_deref(), Some("reset by peer"));
        let waiting = tokio::spawn({
            let reach = reach.clone();
            async move { reach.run_while_reachable(Box::pin(pending::<()>())).await }
        });
        assert_eq!(reach.reported().await, None, "long waits are reported");
        reach.decide(true);
        assert_eq!(waiting.await.unwrap(), None);
        assert_eq!(reach.run_while_reachable(Box::pin(pending::<()>())).await, None);
        let begun = Instant::now();
        reach.decide(false);
        reach.here().await;
        assert!(!reach.is_in_doubt() && reach.was_in_doubt_since(begun));
        assert!(reach.is_from_before(Duration::from_secs(60)));
        let (site, done) = (WebsiteId::generate(), reach.done());
        reach.note_done();
        reach.record_uncertain_commit(&site);
        assert!(reach.done() != done && reach.take_uncertain_commits().contains(&site));
        assert!(reach.take_uncertain_commits().is_empty(), "they are returned once");
    }

    #[tokio::test]
    async fn long_waits_that_are_given_up_are_noted() {
        let reach = DatabaseReachability::watched();
        let briefly = reach.run_while_reachable(Box::pin(pending::<()>()));
        assert!(tokio::time::timeout(SLOW_AFTER / 5, briefly).await.is_err());
        assert!(!reach.has_given_up(), "a short wait says nothing");
        let slow = async { tokio::time::sleep(SLOW_AFTER * 2).await };
        assert!(reach.run_while_reachable(Box::pin(slow)).await.is_some() && !reach.has_given_up());
        let long = reach.run_while_reachable(Box::pin(pending::<()>()));
        assert!(tokio::time::timeout(SLOW_AFTER * 2, long).await.is_err());
        assert!(reach.has_given_up());
    }

    #[tokio::test]
    async fn a_transaction_begins_in_time_or_not_at_all() {
        let reach = DatabaseReachability::watched();
        assert_eq!(reach.begin_while_reachable(Box::pin(async { 1 })).await, Some(1));
        assert_eq!(reach.run(Box::pin(pending::<()>()), SLOW_AFTER / 5).await, None);
        assert!(reach.has_given_up() && !reach.is_away());
    }

    #[tokio::test]
    async fn file_database_is_always_reachable() {
        let reach = DatabaseReachability::default();
        reach.report(&"busy");
        reach.decide(true);
        assert!(!reach.is_in_doubt());
        assert_eq!(reach.run_while_reachable(Box::pin(async { 1 })).await, Some(1));
    }
}
