//! Circuit breaker per site, plugin and entry: what keeps failing is suspended on that site only, and nothing else of
//! the plugin. What visitors can make fail by looking at pages or by sending webhooks must not take a payment method
//! away. Not a crate such as `failsafe`: a trial call whose future is dropped must not block its circuit.

use std::collections::{HashMap, VecDeque};
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

const FAULTS: usize = 5;
const WINDOW: Duration = Duration::from_secs(60);
const REST: Duration = Duration::from_secs(30);
const MAX_REST: Duration = Duration::from_secs(600);

/// What is called of a plugin. Each entry fails and is suspended by itself.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Entry {
    /// A formatter, by its name.
    Formatter(Arc<str>),
    /// A predicate, by its name.
    Predicate(Arc<str>),
    /// A block, by its kind.
    Block(Arc<str>),
    /// Messages about installments.
    Installments,
    /// New payments. Calls for existing ones are always tried and do not count.
    Payments,
    /// Delivery options.
    Shipping,
    /// Taxes.
    Taxes,
    /// Discounts.
    Discounts,
    /// Questions of the checkout.
    Questions,
    /// Settings of an earlier version.
    Migration,
    /// The hook that receives events.
    Events,
    /// A scheduled job, by its name.
    Job(Arc<str>),
    /// A panel of the admin, by its name.
    Panel(Arc<str>),
    /// A format of files, by its name.
    Format(Arc<str>),
}

impl Entry {
    /// Its kind as in the manifest.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Self::Formatter(_) => "formatter",
            Self::Predicate(_) => "predicate",
            Self::Block(_) => "block",
            Self::Installments => "installment-provider",
            Self::Payments => "payment-provider",
            Self::Shipping => "shipping-provider",
            Self::Taxes => "tax-provider",
            Self::Discounts => "discount-function",
            Self::Questions => "checkout-questions",
            Self::Migration => "settings",
            Self::Events => "event-hook",
            Self::Job(_) => "scheduled-job",
            Self::Panel(_) => "admin-panel",
            Self::Format(_) => "catalogue-format",
        }
    }
}

impl fmt::Display for Entry {
    /// Its kind as in the manifest, and its name.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = self.kind();
        match self {
            Self::Formatter(name)
            | Self::Predicate(name)
            | Self::Block(name)
            | Self::Job(name)
            | Self::Panel(name)
            | Self::Format(name) => write!(formatter, "{kind} {name}"),
            _ => formatter.write_str(kind),
        }
    }
}

/// The circuit of one entry of a plugin on a site.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct CircuitKey {
    pub(crate) site: Arc<str>,
    pub(crate) plugin: Arc<str>,
    pub(crate) entry: Entry,
}

/// How a call is let through.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Admission {
    /// As usual.
    Regular,
    /// As the trial after a suspension: its success ends it.
    Trial,
    /// Not at all, for this time.
    Suspended(Duration),
}

/// Counts faults, and opens for a while after too many.
#[derive(Debug, Default)]
pub(crate) struct Breaker {
    circuits: Mutex<HashMap<CircuitKey, Circuit>>,
}

#[derive(Debug, Default)]
struct Circuit {
    faults: VecDeque<Instant>,
    open: Option<OpenState>,
}

#[derive(Debug)]
struct OpenState {
    until: Instant,
    rest: Duration,
    probing_since: Option<Instant>,
}

impl Breaker {
    /// Whether a call is let through. After the suspension one trial call at a time is.
    pub(crate) fn enter(&self, key: &CircuitKey, now: Instant) -> Admission {
        let mut circuits = self.circuits();
        let Some(open) = circuits.get_mut(key).and_then(|circuit| circuit.open.as_mut()) else {
            return Admission::Regular;
        };
        if now < open.until {
            return Admission::Suspended(open.until - now);
        }
        // A trial call that was never reported (its future was dropped) must not block the circuit for ever.
        if open.probing_since.is_some_and(|since| now < since + REST) {
            return Admission::Suspended(Duration::from_millis(100));
        }
        open.probing_since = Some(now);
        Admission::Trial
    }

    /// Remaining time of the suspension, without starting a trial call.
    pub(crate) fn resting(&self, key: &CircuitKey, now: Instant) -> Option<Duration> {
        self.circuits().get(key)?.remaining(now)
    }

    /// The entries of a plugin on a site that were suspended and have not succeeded since, in order of their names.
    pub(crate) fn failing(&self, site: &str, plugin: &str) -> Vec<String> {
        let circuits = self.circuits();
        let own = circuits.iter().filter(|(key, _)| *key.site == *site && *key.plugin == *plugin);
        let mut failing: Vec<String> =
            own.filter(|(_, circuit)| circuit.open.is_some()).map(|(key, _)| key.entry.to_string()).collect();
        failing.sort();
        failing
    }

    /// Records a call that did not fail.
    pub(crate) fn succeeded(&self, key: &CircuitKey, now: Instant) {
        let mut circuits = self.circuits();
        if circuits.get(key).is_some_and(|circuit| circuit.open.as_ref().is_some_and(|open| now >= open.until)) {
            circuits.remove(key);
        }
    }

    /// Forgets the failures of a plugin on a site.
    pub(crate) fn forget(&self, site: &str, plugin: &str) {
        self.circuits().retain(|key, _| *key.site != *site || *key.plugin != *plugin);
    }

    /// Records a fault of the plugin; true if this suspends the entry.
    pub(crate) fn failed(&self, key: CircuitKey, now: Instant) -> bool {
        let mut circuits = self.circuits();
        let circuit = circuits.entry(key).or_default();
        if let Some(open) = &mut circuit.open {
            if now >= open.until {
                open.rest = (open.rest * 2).min(MAX_REST);
                open.until = now + open.rest;
                open.probing_since = None;
            }
            return false;
        }
        circuit.faults.push_back(now);
        while circuit.faults.front().is_some_and(|first| now.duration_since(*first) > WINDOW) {
            circuit.faults.pop_front();
        }
        if circuit.faults.len() < FAULTS {
            return false;
        }
        circuit.faults.clear();
        circuit.open = Some(OpenState { until: now + REST, rest: REST, probing_since: None });
        true
    }

    fn circuits(&self) -> MutexGuard<'_, HashMap<CircuitKey, Circuit>> {
        self.circuits.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Circuit {
    fn remaining(&self, now: Instant) -> Option<Duration> {
        self.open.as_ref()?.until.checked_duration_since(now).filter(|left| !left.is_zero())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::{Duration, Instant};

    use super::{Admission, Breaker, CircuitKey, Entry};

    fn key(site: &str, entry: Entry) -> CircuitKey {
        CircuitKey { site: Arc::from(site), plugin: Arc::from("p.q"), entry }
    }

    #[test]
    fn breaker_opens_per_site_and_entry_after_five_faults() {
        let breaker = Breaker::default();
        let block = key("a", Entry::Block("clock".into()));
        let start = Instant::now();
        for second in 0..4 {
            breaker.failed(block.clone(), start + Duration::from_secs(second));
        }
        assert_eq!(breaker.enter(&block, start + Duration::from_secs(4)), Admission::Regular);
        assert!(breaker.failed(block.clone(), start + Duration::from_secs(5)), "suspended now");
        let after = start + Duration::from_secs(6);
        assert!(matches!(breaker.enter(&block, after), Admission::Suspended(_)));
        assert_eq!(breaker.failing("a", "p.q"), ["block clock"]);
        for other in [
            key("b", Entry::Block("clock".into())),
            key("a", Entry::Block("dial".into())),
            key("a", Entry::Formatter("clock".into())),
            key("a", Entry::Payments),
        ] {
            assert_eq!(breaker.enter(&other, after), Admission::Regular, "{other:?}");
            assert_eq!(breaker.resting(&other, after), None, "{other:?}");
        }
        breaker.forget("b", "p.q");
        assert_eq!(breaker.failing("a", "p.q"), ["block clock"]);
        breaker.forget("a", "p.q");
        assert_eq!(breaker.enter(&block, after), Admission::Regular);
    }

    #[test]
    fn old_faults_expire() {
        let breaker = Breaker::default();
        let payments = key("a", Entry::Payments);
        let start = Instant::now();
        for second in [0, 20, 40, 61, 82, 103] {
            breaker.failed(payments.clone(), start + Duration::from_secs(second));
        }
        assert_eq!(breaker.enter(&payments, start + Duration::from_secs(104)), Admission::Regular);
    }

    #[test]
    fn probe_decides_after_cooldown() {
        let breaker = Breaker::default();
        let payments = key("a", Entry::Payments);
        let start = Instant::now();
        for _ in 0..5 {
            breaker.failed(payments.clone(), start);
        }
        let rested = start + Duration::from_secs(31);
        assert_eq!(breaker.enter(&payments, rested), Admission::Trial);
        assert!(matches!(breaker.enter(&payments, rested), Admission::Suspended(_)), "only one");
        breaker.failed(payments.clone(), rested);
        let twice = breaker.enter(&payments, rested + Duration::from_secs(45));
        assert!(matches!(twice, Admission::Suspended(_)), "suspended twice as long");
        assert_eq!(breaker.failing("a", "p.q"), ["payment-provider"], "until it has succeeded");
        let again = rested + Duration::from_secs(61);
        assert_eq!(breaker.enter(&payments, again), Admission::Trial);
        breaker.succeeded(&payments, again);
        assert_eq!(breaker.enter(&payments, again), Admission::Regular);
        assert_eq!(breaker.enter(&payments, again), Admission::Regular, "closed again");
        assert_eq!(breaker.failing("a", "p.q"), Vec::<String>::new());
    }
}
