//! Circuit breaker per site and plugin: a plugin that keeps failing is suspended on that site only.
//! Not a crate such as `failsafe`: a trial call whose future is dropped must not block its circuit.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

const FAULTS: usize = 5;
const WINDOW: Duration = Duration::from_secs(60);
const REST: Duration = Duration::from_secs(30);
const MAX_REST: Duration = Duration::from_secs(600);

type Key = (Arc<str>, Arc<str>);

/// Counts faults, and opens for a while after too many.
#[derive(Debug, Default)]
pub(crate) struct Breaker {
    circuits: Mutex<HashMap<Key, Circuit>>,
}

#[derive(Debug, Default)]
struct Circuit {
    faults: VecDeque<Instant>,
    open: Option<Open>,
}

#[derive(Debug)]
struct Open {
    until: Instant,
    rest: Duration,
    probing_since: Option<Instant>,
}

impl Breaker {
    /// Remaining time of the suspension; `None` lets the call through. After the suspension one trial call at a time is
    /// let through.
    pub(crate) fn enter(&self, site: &Arc<str>, plugin: &Arc<str>, now: Instant) -> Option<Duration> {
        let mut circuits = self.circuits.lock().unwrap_or_else(PoisonError::into_inner);
        let open = circuits.get_mut(&(Arc::clone(site), Arc::clone(plugin)))?.open.as_mut()?;
        if now < open.until {
            return Some(open.until - now);
        }
        // A trial call that was never reported (its future was dropped) must not block the circuit for ever.
        if open.probing_since.is_some_and(|since| now < since + REST) {
            return Some(Duration::from_millis(100));
        }
        open.probing_since = Some(now);
        None
    }

    /// Remaining time of the suspension, without starting a trial call.
    pub(crate) fn resting(&self, site: &Arc<str>, plugin: &Arc<str>, now: Instant) -> Option<Duration> {
        let circuits = self.circuits.lock().unwrap_or_else(PoisonError::into_inner);
        let open = circuits.get(&(Arc::clone(site), Arc::clone(plugin)))?.open.as_ref()?;
        open.until.checked_duration_since(now).filter(|left| !left.is_zero())
    }

    /// Records the result of a call.
    pub(crate) fn report(&self, site: &Arc<str>, plugin: &Arc<str>, fault: bool, now: Instant) {
        let mut circuits = self.circuits.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (Arc::clone(site), Arc::clone(plugin));
        if !fault {
            if circuits.get(&key).is_some_and(|circuit| circuit.open.as_ref().is_some_and(|open| now >= open.until)) {
                circuits.remove(&key);
            }
            return;
        }
        let circuit = circuits.entry(key).or_default();
        if let Some(open) = &mut circuit.open {
            if now >= open.until {
                open.rest = (open.rest * 2).min(MAX_REST);
                open.until = now + open.rest;
                open.probing_since = None;
            }
            return;
        }
        circuit.faults.push_back(now);
        while circuit.faults.front().is_some_and(|first| now.duration_since(*first) > WINDOW) {
            circuit.faults.pop_front();
        }
        if circuit.faults.len() >= FAULTS {
            circuit.faults.clear();
            circuit.open = Some(Open { until: now + REST, rest: REST, probing_since: None });
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::{Duration, Instant};

    use super::Breaker;

    #[test]
    fn breaker_opens_per_site_after_five_faults() {
        let breaker = Breaker::default();
        let (site, neighbour, plugin): (Arc<str>, Arc<str>, Arc<str>) = ("a".into(), "b".into(), "p.q".into());
        let start = Instant::now();
        for second in 0..4 {
            breaker.report(&site, &plugin, true, start + Duration::from_secs(second));
        }
        assert_eq!(breaker.enter(&site, &plugin, start + Duration::from_secs(4)), None);
        breaker.report(&site, &plugin, true, start + Duration::from_secs(5));
        assert!(breaker.enter(&site, &plugin, start + Duration::from_secs(6)).is_some());
        assert_eq!(breaker.enter(&neighbour, &plugin, start + Duration::from_secs(6)), None);
    }

    #[test]
    fn old_faults_expire() {
        let breaker = Breaker::default();
        let (site, plugin): (Arc<str>, Arc<str>) = ("a".into(), "p.q".into());
        let start = Instant::now();
        for second in [0, 20, 40, 61, 82, 103] {
            breaker.report(&site, &plugin, true, start + Duration::from_secs(second));
        }
        assert_eq!(breaker.enter(&site, &plugin, start + Duration::from_secs(104)), None);
    }

    #[test]
    fn probe_decides_after_cooldown() {
        let breaker = Breaker::default();
        let (site, plugin): (Arc<str>, Arc<str>) = ("a".into(), "p.q".into());
        let start = Instant::now();
        for _ in 0..5 {
            breaker.report(&site, &plugin, true, start);
        }
        let rested = start + Duration::from_secs(31);
        assert_eq!(breaker.enter(&site, &plugin, rested), None, "the probe");
        assert!(breaker.enter(&site, &plugin, rested).is_some(), "only one");
        breaker.report(&site, &plugin, true, rested);
        assert!(breaker.enter(&site, &plugin, rested + Duration::from_secs(45)).is_some(), "suspended twice as long");
        let again = rested + Duration::from_secs(61);
        assert_eq!(breaker.enter(&site, &plugin, again), None);
        breaker.report(&site, &plugin, false, again);
        assert_eq!(breaker.enter(&site, &plugin, again), None);
        assert_eq!(breaker.enter(&site, &plugin, again), None, "closed again");
    }
}
