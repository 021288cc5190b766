//! All kinds of background work.

use stoa_kernel::job::JobKind;
use stoa_tenancy::JobRules;

use super::site_job::SiteJob;
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
pub fn all_rules() -> impl Iterator<Item = JobRules> {
    site_jobs().map(|job| job.rules()).chain([SITE_REMOVAL])
}

/// The rules of a kind; none for kinds that are not run.
pub fn rules_of(kind: JobKind) -> Option<JobRules> {
    all_rules().find(|rules| rules.kind == kind)
}
