//! E-mails with the figures of visits, to contributors who asked for them.

use async_trait::async_trait;
use stoa_analytics::reports::email_reports::{self, DueReport};
use stoa_analytics::reports::visits::{self, TopRequest};
use stoa_analytics::reports::{Figures, Filters, Scope};
use stoa_analytics::rollups::Dimension;
use stoa_email::{EmailContext, VisitReport};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::job::JobKind;
use stoa_kernel::money::{Currency, Money};
use stoa_kernel::{Action, Resource, TenantCtx};
use stoa_tenancy::{JobRules, TenancyError, Tenant};

use crate::jobs::site_job::SiteJob;
use crate::jobs::worker::Worker;

/// Number of sources and pages in an e-mail.
const MAX_ROWS: usize = 10;

/// Queues e-mails with the figures of visits.
pub(super) struct AnalyticsEmails;

#[async_trait]
impl SiteJob for AnalyticsEmails {
    fn rules(&self) -> JobRules {
        JobRules::short(JobKind::AnalyticsEmails, 29)
    }

    async fn next_due(&self, _: &Worker, _: &TenantCtx, tx: &TenantTx) -> anyhow::Result<Option<Timestamp>> {
        Ok(email_reports::next_due(tx).await?)
    }

    async fn run(&self, worker: &Worker, tenant: &Tenant) -> anyhow::Result<()> {
        let website = tenant.ctx.website();
        let recorded = worker.jobs.tenancy.databases.analytics(website).await?;
        for due in email_reports::due(&tenant.ctx, &tenant.db).await? {
            match recipient(worker, tenant, &due).await? {
                Some(to) => {
                    let report = report(worker, tenant, recorded.as_ref(), &due).await?;
                    queue(worker, tenant, &due, &to, &report).await?;
                }
                None => email_reports::end(&tenant.db, &due.account).await?,
            }
        }
        Ok(())
    }
}

/// The address of the contributor; none when they may no longer read the figures.
async fn recipient(worker: &Worker, tenant: &Tenant, due: &DueReport) -> anyhow::Result<Option<String>> {
    let tenancy = &worker.jobs.tenancy;
    let own = match tenancy.for_contributor(tenant.ctx.website(), &due.account, "worker").await {
        Ok(own) => own,
        // Not admitted any more.
        Err(TenancyError::UnknownSite | TenancyError::SecondFactorMissing) => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    if own.ctx.authorise(Resource::Analytics, Action::Read).is_err() {
        return Ok(None);
    }
    Ok(Some(tenancy.staff.account(&due.account).await?.email))
}

async fn report(
    worker: &Worker,
    tenant: &Tenant,
    recorded: Option<&TenantDb>,
    due: &DueReport,
) -> anyhow::Result<VisitReport> {
    let scope = Scope { site: due.site.clone(), filters: Filters::default() };
    let (now, before) = visits::unauthorised_summary(recorded, &scope, true).await?;
    let before = before.unwrap_or_default();
    let currency: Currency = due.site.currency.parse()?;
    let money = |figures: &Figures| Money::new(figures.revenue.0, currency);
    let top = |dimension| TopRequest { dimension, most: MAX_ROWS, compare: false };
    let (sources, _) = visits::unauthorised_top(recorded, &scope, top(Dimension::Source)).await?;
    let (pages, _) = visits::unauthorised_top(recorded, &scope, top(Dimension::Page)).await?;
    let (from, until) = due.site.days.whole();
    let settings = &worker.jobs.settings;
    let admin = settings.origin(&settings.platform_host);
    Ok(VisitReport {
        first: Timestamp::from_ms(from),
        last: Timestamp::from_ms(until - 1),
        visits: (now.visits, before.visits),
        visitors: (now.visitors, before.visitors),
        views: (now.views, before.views),
        orders: (now.orders, before.orders),
        revenue: (money(&now), money(&before)),
        sources: sources.into_iter().map(|row| (row.value, row.figures.visits)).collect(),
        pages: pages.into_iter().map(|row| (row.value, row.figures.views)).collect(),
        url: format!("{admin}/admin/sites/{}/analytics", tenant.ctx.website()),
    })
}

/// Queues the e-mail and notes when the next one is due, in one transaction.
async fn queue(
    worker: &Worker,
    tenant: &Tenant,
    due: &DueReport,
    to: &str,
    report: &VisitReport,
) -> anyhow::Result<()> {
    let base_url = worker.base_url(tenant.ctx.website()).await?;
    let tx = tenant.db.write().await?;
    if email_reports::note_written(&tenant.ctx, &tx, due).await? {
        let head = EmailContext::load(&tx, &base_url).await?;
        let reference = format!("{}/{}", due.account, due.due_on);
        let email = stoa_email::analytics_report(&head, to, report);
        stoa_email::queue(&tenant.ctx, &tx, email, &reference).await?;
        tx.commit().await?;
    }
    Ok(())
}
