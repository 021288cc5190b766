//! Which jobs may start: how many of a kind and of a site run at the same time in this process.

use std::collections::{HashMap, HashSet};

use stoa_kernel::id::WebsiteId;
use stoa_kernel::job::JobKind;
use stoa_tenancy::ClaimScope;

use super::registry::{all_rules, rules_of};
use super::site_job::{JobRules, Lane};

/// Number of long jobs of one site at the same time, so that a site of which all services hang does not occupy all
/// places. Short ones of a site run one after another, by priority.
const MAX_LONG_OF_SITE: usize = 4;

/// Free places for jobs.
#[derive(Debug, Default)]
pub(super) struct Slots {
    /// Number of short jobs that may start.
    room: usize,
    running: HashMap<JobKind, usize>,
    /// Sites of which a short job runs.
    short_sites: HashSet<WebsiteId>,
    /// Number of long jobs that run, by site.
    long_sites: HashMap<WebsiteId, usize>,
}

impl Slots {
    /// The places that are free beside the jobs that run; `room` is the number of short jobs that may start.
    pub(super) fn beside<'a>(running: impl Iterator<Item = (&'a WebsiteId, JobKind)>, room: usize) -> Self {
        let mut slots = Self::default();
        for (website, kind) in running {
            if let Some(rules) = rules_of(kind) {
                slots.occupy(website, rules);
            }
        }
        Self { room, ..slots }
    }

    fn occupy(&mut self, website: &WebsiteId, rules: JobRules) {
        *self.running.entry(rules.kind).or_default() += 1;
        match rules.lane {
            Lane::Short => {
                self.room = self.room.saturating_sub(1);
                self.short_sites.insert(website.clone());
            }
            Lane::Long => *self.long_sites.entry(website.clone()).or_default() += 1,
        }
    }

    fn has_place(&self, rules: JobRules) -> bool {
        let is_open = rules.lane == Lane::Long || self.room > 0;
        is_open && self.running.get(&rules.kind).is_none_or(|count| *count < rules.at_once)
    }

    fn is_full(&self, website: &WebsiteId, lane: Lane) -> bool {
        match lane {
            Lane::Short => self.short_sites.contains(website),
            Lane::Long => self.long_sites.get(website).is_some_and(|count| *count >= MAX_LONG_OF_SITE),
        }
    }

    /// The jobs that have a place, one scope for each lane.
    pub(super) fn scopes(&self) -> Vec<ClaimScope> {
        let scope = |lane| {
            let rules = all_rules().filter(|rules| rules.lane == lane && self.has_place(*rules));
            let full = |website: &&WebsiteId| self.is_full(website, lane);
            let except = self.short_sites.iter().chain(self.long_sites.keys()).filter(full).cloned();
            ClaimScope { kinds: rules.map(|rules| rules.kind).collect(), except: except.collect() }
        };
        [scope(Lane::Short), scope(Lane::Long)].into_iter().filter(|scope| !scope.kinds.is_empty()).collect()
    }

    /// Takes a place, if there is one for this job.
    pub(super) fn take(&mut self, website: &WebsiteId, kind: JobKind) -> bool {
        let Some(rules) = rules_of(kind) else { return false };
        let is_free = self.has_place(rules) && !self.is_full(website, rules.lane);
        if is_free {
            self.occupy(website, rules);
        }
        is_free
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_jobs_of_site_run_one_after_another() {
        let (site, other) = (WebsiteId::generate(), WebsiteId::generate());
        let mut slots = Slots::beside([(&site, JobKind::Outbox)].into_iter(), 2);
        assert!(!slots.take(&site, JobKind::Emails));
        assert!(slots.take(&site, JobKind::FormWebhooks), "a long job does not wait for it");
        assert!(slots.take(&other, JobKind::Emails));
        assert!(slots.take(&WebsiteId::generate(), JobKind::Emails));
        assert!(!slots.take(&WebsiteId::generate(), JobKind::Emails), "there is no room left");
        assert!(slots.scopes().iter().all(|scope| !scope.kinds.contains(&JobKind::Emails)));
    }

    #[test]
    fn hanging_site_leaves_places_to_others() {
        let sites: Vec<WebsiteId> = (0..20).map(|_| WebsiteId::generate()).collect();
        let mut slots = Slots::beside(std::iter::empty(), 4);
        let long = all_rules().filter(|rules| rules.lane == Lane::Long).map(|rules| rules.kind);
        let taken = long.filter(|kind| slots.take(&sites[0], *kind)).count();
        assert_eq!(taken, MAX_LONG_OF_SITE);
        assert!(slots.take(&sites[0], JobKind::Outbox), "its e-mails do not wait for them");
        assert!(slots.scopes().iter().any(|scope| scope.except.contains(&sites[0])));
        let calls = sites.iter().skip(1).filter(|site| slots.take(site, JobKind::PaymentChecks)).count();
        let at_once = rules_of(JobKind::PaymentChecks).unwrap().at_once;
        assert_eq!(calls, at_once - 1, "of each kind, only so many run at the same time");
    }
}
