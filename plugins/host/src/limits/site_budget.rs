//! Processor time that the plugins of a site use on its pages. Limits of a call and of a page are not enough: a site with
//! many plugins, or with many visitors, could take all processors from the others. What a site may use within a minute
//! refills evenly; meanwhile its pages are drawn without plugins.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Time in which the whole budget refills.
const PERIOD: Duration = Duration::from_secs(60);
/// So many periods refill anything that was used.
const MAX_PERIODS: f64 = 1_000.0;
/// Sites that are remembered before those that have their whole budget are forgotten.
const MAX_SITES: usize = 4_096;

/// What sites have used.
#[derive(Debug, Default)]
pub(crate) struct SiteBudgets {
    used: Mutex<HashMap<Arc<str>, Used>>,
}

#[derive(Debug)]
struct Used {
    time: Duration,
    at: Instant,
}

impl Used {
    /// What is used up now.
    fn now(&self, budget: Duration, now: Instant) -> Duration {
        let periods = now.saturating_duration_since(self.at).as_secs_f64() / PERIOD.as_secs_f64();
        self.time.saturating_sub(budget.mul_f64(periods.min(MAX_PERIODS)))
    }
}

impl SiteBudgets {
    /// Whether a site has used up its budget.
    pub(crate) fn is_used_up(&self, site: &str, budget: Duration, now: Instant) -> bool {
        self.used().get(site).is_some_and(|used| used.now(budget, now) >= budget)
    }

    /// Notes what a page of a site has used.
    pub(crate) fn spend(&self, site: &Arc<str>, spent: Duration, budget: Duration, now: Instant) {
        if spent.is_zero() {
            return;
        }
        let mut used = self.used();
        if used.len() >= MAX_SITES && !used.contains_key(site) {
            used.retain(|_, known| !known.now(budget, now).is_zero());
        }
        let known = used.entry(Arc::clone(site)).or_insert(Used { time: Duration::ZERO, at: now });
        known.time = known.now(budget, now).saturating_add(spent);
        known.at = now;
    }

    fn used(&self) -> MutexGuard<'_, HashMap<Arc<str>, Used>> {
        self.used.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_refills_within_a_minute() {
        let (budgets, budget, begin) = (SiteBudgets::default(), Duration::from_secs(30), Instant::now());
        let at = |seconds: u64| begin + Duration::from_secs(seconds);
        let site: Arc<str> = Arc::from("site-1");
        budgets.spend(&site, Duration::from_secs(20), budget, at(0));
        assert!(!budgets.is_used_up("site-1", budget, at(0)));
        budgets.spend(&site, Duration::from_secs(15), budget, at(0));
        assert!(budgets.is_used_up("site-1", budget, at(0)), "a page may use more than is left");
        assert!(!budgets.is_used_up("site-2", budget, at(0)), "others have their own");
        assert!(budgets.is_used_up("site-1", budget, at(10)), "30 of 35 s are used");
        assert!(!budgets.is_used_up("site-1", budget, at(11)));
        budgets.spend(&site, Duration::from_secs(29), budget, at(120));
        assert!(!budgets.is_used_up("site-1", budget, at(120)), "everything had refilled");
    }

    #[test]
    fn sites_with_their_whole_budget_are_forgotten() {
        let (budgets, budget, begin) = (SiteBudgets::default(), Duration::from_secs(30), Instant::now());
        for number in 0..MAX_SITES {
            budgets.spend(&Arc::from(format!("site-{number}")), Duration::from_millis(1), budget, begin);
        }
        let later = begin + PERIOD;
        budgets.spend(&Arc::from("another"), Duration::from_millis(1), budget, later);
        assert_eq!(budgets.used().len(), 1);
    }
}
