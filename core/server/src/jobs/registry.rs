//! All kinds of background work.

use stoa_kernel::job::JobKind;

use super::site_job::{JobRules, SiteJob};
use super::{
    analytics, deletions, due_emails, event_deliveries, image_colors, outbox, payments, plugin_jobs, publications,
    purge_events, store, webhooks,
};

/// The jobs of registered sites; each module lists its own.
pub(super) fn site_jobs() -> impl Iterator<Item = &'static dyn SiteJob> {
    let modules = [
        payments::JOBS,
        publications::JOBS,
        store::JOBS,
        outbox::JOBS,
        due_emails::JOBS,
        webhooks::JOBS,
        event_deliveries::JOBS,
        plugin_jobs::JOBS,
        image_colors::JOBS,
        analytics::JOBS,
        deletions::JOBS,
        purge_events::JOBS,
    ];
    modules.into_iter().flatten().copied()
}

/// The job of deleted sites, which have no database any more.
pub(super) const SITE_REMOVAL: JobRules = JobRules::long(JobKind::SiteRemoval, 70, 2);

/// The job of a kind; none for kinds that are not jobs of registered sites.
pub(super) fn job_of(kind: JobKind) -> Option<&'static dyn SiteJob> {
    site_jobs().find(|job| job.rules().kind == kind)
}

/// The rules of all kinds that are run.
pub(super) fn all_rules() -> impl Iterator<Item = JobRules> {
    site_jobs().map(|job| job.rules()).chain([SITE_REMOVAL])
}

/// The rules of a kind; none for kinds that are not run.
pub(super) fn rules_of(kind: JobKind) -> Option<JobRules> {
    all_rules().find(|rules| rules.kind == kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_has_one_job() {
        for kind in JobKind::ALL.iter().copied().filter(|kind| *kind != JobKind::Event) {
            assert_eq!(all_rules().filter(|rules| rules.kind == kind).count(), 1, "{kind}");
        }
    }

    #[test]
    fn causes_run_before_their_consequences() {
        let priority = |kind| rules_of(kind).unwrap().priority;
        assert!(priority(JobKind::StockReleases) < priority(JobKind::RestockNotices));
        assert!(priority(JobKind::RestockNotices) < priority(JobKind::Outbox));
        assert!(priority(JobKind::PagePublication) < priority(JobKind::PageDeletion));
        assert!(priority(JobKind::Outbox) < priority(JobKind::Emails));
    }
}
