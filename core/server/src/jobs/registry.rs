//! All kinds of background work.

use stoa_kernel::job::JobKind;

use super::site_job::{JobRules, SiteJob};
use super::{deletions, due_emails, image_colors, outbox, payments, publications, purge_events, store, webhooks};

/// The jobs of registered sites.
pub(super) static SITE_JOBS: [&dyn SiteJob; 22] = [
    &payments::PaymentMessages,
    &payments::PaymentChecks,
    &payments::RefundChecks,
    &payments::StockReleases,
    &publications::ProductPublication,
    &publications::PagePublication,
    &store::RestockNotices,
    &store::CartReminders,
    &store::ReviewRequests,
    &outbox::Outbox,
    &due_emails::Emails,
    &webhooks::FormWebhooks,
    &publications::SiteCopies,
    &image_colors::ImageColors,
    &store::GiftCardSealing,
    &deletions::CartDeletion,
    &deletions::PageDeletion,
    &purge_events::EventDeletion,
    &deletions::VisitorEventDeletion,
    &deletions::FormFileDeletion,
    &deletions::UploadDeletion,
    &deletions::PaymentMessageDeletion,
];

/// The job of deleted sites, which have no database any more.
pub(super) const SITE_REMOVAL: JobRules = JobRules::long(JobKind::SiteRemoval, 70, 2);

/// The job of a kind; none for kinds that are not jobs of registered sites.
pub(super) fn job_of(kind: JobKind) -> Option<&'static dyn SiteJob> {
    SITE_JOBS.iter().copied().find(|job| job.rules().kind == kind)
}

/// The rules of all kinds that are run.
pub(super) fn all_rules() -> impl Iterator<Item = JobRules> {
    SITE_JOBS.iter().map(|job| job.rules()).chain([SITE_REMOVAL])
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
