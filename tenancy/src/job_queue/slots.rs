//! How the jobs of a kind are run, and which jobs may start: how many of a kind and of a site run at the same time in a
//! process.

use std::collections::{HashMap, HashSet};

use stoa_kernel::id::WebsiteId;
use stoa_kernel::job::JobKind;

use super::ClaimScope;

/// Pause before a job runs again for which there is still something to do, milliseconds.
const PAUSE_MS: i64 = 1_000;
/// Number of sites for which a short job of one kind runs at the same time: one place is left for other kinds.
const SHORT_AT_ONCE: usize = 3;
/// Number of long jobs of one site at the same time, so that a site of which all services hang does not occupy all
/// places. Short ones of a site run one after another, by priority.
const MAX_LONG_OF_SITE: usize = 4;

/// How long a job usually takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobLane {
    /// It only reads and writes the site's database.
    Short,
    /// It waits for other services or computes for long: others do not wait for it.
    Long,
}

/// How the jobs of a kind are run.
#[derive(Clone, Copy, Debug)]
pub struct JobRules {
    /// The kind.
    pub kind: JobKind,
    /// Of several due jobs, those with lower numbers run first.
    pub priority: i32,
    /// How long it takes.
    pub lane: JobLane,
    /// For how many sites it runs at the same time in one process.
    pub at_once: usize,
    /// Pause before it runs again when there is still something to do, milliseconds.
    pub pause_ms: i64,
}

impl JobRules {
    /// A short job.
    pub const fn short(kind: JobKind, priority: i32) -> Self {
        Self { kind, priority, lane: JobLane::Short, at_once: SHORT_AT_ONCE, pause_ms: PAUSE_MS }
    }

    /// A long job, which runs for at most `at_once` sites at the same time.
    pub const fn long(kind: JobKind, priority: i32, at_once: usize) -> Self {
        Self { kind, priority, lane: JobLane::Long, at_once, pause_ms: PAUSE_MS }
    }

    /// The same without a pause, for jobs of which each run makes progress.
    #[must_use]
    pub const fn without_pause(self) -> Self {
        Self { pause_ms: 0, ..self }
    }
}

/// Free places for jobs.
#[derive(Debug, Default)]
pub struct JobSlots {
    /// The rules of all kinds.
    rules: Vec<JobRules>,
    /// Number of short jobs that may start.
    room: usize,
    running: HashMap<JobKind, usize>,
    /// Sites of which a short job runs.
    short_sites: HashSet<WebsiteId>,
    /// Number of long jobs that run, by site.
    long_sites: HashMap<WebsiteId, usize>,
}

impl JobSlots {
    /// The places that are free beside the jobs that run, by the rules of all kinds; `room` is the number of short jobs
    /// that may start.
    pub fn beside<'a>(
        rules: Vec<JobRules>,
        running: impl Iterator<Item = (&'a WebsiteId, JobKind)>,
        room: usize,
    ) -> Self {
        let mut slots = Self { rules, ..Self::default() };
        for (website, kind) in running {
            if let Some(rules) = slots.rules_of(kind) {
                slots.occupy(website, rules);
            }
        }
        Self { room, ..slots }
    }

    fn rules_of(&self, kind: JobKind) -> Option<JobRules> {
        self.rules.iter().find(|rules| rules.kind == kind).copied()
    }

    fn occupy(&mut self, website: &WebsiteId, rules: JobRules) {
        *self.running.entry(rules.kind).or_default() += 1;
        match rules.lane {
            JobLane::Short => {
                self.room = self.room.saturating_sub(1);
                self.short_sites.insert(website.clone());
            }
            JobLane::Long => *self.long_sites.entry(website.clone()).or_default() += 1,
        }
    }

    fn has_place(&self, rules: JobRules) -> bool {
        let is_open = rules.lane == JobLane::Long || self.room > 0;
        is_open && self.running.get(&rules.kind).is_none_or(|count| *count < rules.at_once)
    }

    fn is_full(&self, website: &WebsiteId, lane: JobLane) -> bool {
        match lane {
            JobLane::Short => self.short_sites.contains(website),
            JobLane::Long => self.long_sites.get(website).is_some_and(|count| *count >= MAX_LONG_OF_SITE),
        }
    }

    /// The jobs that have a place, one scope for each lane.
    pub fn scopes(&self) -> Vec<ClaimScope> {
        let scope = |lane| {
            let rules = self.rules.iter().filter(|rules| rules.lane == lane && self.has_place(**rules));
            let full = |website: &&WebsiteId| self.is_full(website, lane);
            let except = self.short_sites.iter().chain(self.long_sites.keys()).filter(full).cloned();
            ClaimScope { kinds: rules.map(|rules| rules.kind).collect(), except: except.collect() }
        };
        [scope(JobLane::Short), scope(JobLane::Long)].into_iter().filter(|scope| !scope.kinds.is_empty()).collect()
    }

    /// Takes a place, if there is one for this job.
    pub fn take(&mut self, website: &WebsiteId, kind: JobKind) -> bool {
        let Some(rules) = self.rules_of(kind) else { return false };
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

    const SHORT: [JobKind; 2] = [JobKind::Outbox, JobKind::Emails];
    const LONG: [JobKind; 6] = [
        JobKind::PaymentChecks,
        JobKind::PaymentMessages,
        JobKind::RefundChecks,
        JobKind::FormWebhooks,
        JobKind::PluginJobs,
        JobKind::SiteRemoval,
    ];
    const AT_ONCE: usize = 5;

    fn rules() -> Vec<JobRules> {
        let short = SHORT.iter().map(|kind| JobRules::short(*kind, 1));
        short.chain(LONG.iter().map(|kind| JobRules::long(*kind, 2, AT_ONCE))).collect()
    }

    #[test]
    fn short_jobs_of_site_run_one_after_another() {
        let (site, other) = (WebsiteId::generate(), WebsiteId::generate());
        let mut slots = JobSlots::beside(rules(), [(&site, JobKind::Outbox)].into_iter(), 2);
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
        let mut slots = JobSlots::beside(rules(), std::iter::empty(), 4);
        let taken = LONG.iter().filter(|kind| slots.take(&sites[0], **kind)).count();
        assert_eq!(taken, MAX_LONG_OF_SITE);
        assert!(slots.take(&sites[0], JobKind::Outbox), "its e-mails do not wait for them");
        assert!(slots.scopes().iter().any(|scope| scope.except.contains(&sites[0])));
        let calls = sites.iter().skip(1).filter(|site| slots.take(site, JobKind::PaymentChecks)).count();
        assert_eq!(calls, AT_ONCE - 1, "of each kind, only so many run at the same time");
    }
}
