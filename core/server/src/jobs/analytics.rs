//! Sums up what visitors did, packs what is over, deletes what is too old, and mails the figures to contributors who asked
//! for them. A site without visitors has nothing of the first three.

mod emails;
pub(super) mod purchases;

use std::collections::BTreeMap;

use async_trait::async_trait;
use stoa_analytics::{blocks, export, retention, rollups};
use stoa_entity::TenantTx;
use stoa_entity::tenant::site;
use stoa_kernel::TenantCtx;
use stoa_kernel::clock::{DAY_MS, Timestamp};
use stoa_kernel::job::JobKind;
use stoa_kernel::ports::SitePlans as _;
use stoa_tenancy::{JobRules, Tenant};

use super::site_job::SiteJob;
use super::worker::Worker;
use crate::config::Config;

/// For how many sites events are summed up at the same time.
const SITES_AT_ONCE: usize = 2;

/// How long after its end a month without events is kept, milliseconds: events may be recorded for a week, and the clocks
/// of processes differ.
const KEPT_EMPTY_MS: i64 = 9 * DAY_MS;

/// The jobs of this module.
pub(super) const JOBS: &[&dyn SiteJob] =
    &[&AnalyticsSums, &AnalyticsExport, &AnalyticsDeletion, &emails::AnalyticsEmails];

/// How long analytics are kept.
#[derive(Clone, Debug)]
pub struct AnalyticsRetention {
    months: u16,
    plans: BTreeMap<String, u16>,
}

impl AnalyticsRetention {
    /// As the settings say.
    pub(crate) fn of(config: &Config) -> Self {
        let plans = config.plans.offered.iter();
        let plans = plans.filter_map(|(name, plan)| Some((name.clone(), plan.analytics_months?))).collect();
        Self { months: config.analytics.months, plans }
    }

    fn months(&self, plan: Option<&str>) -> u16 {
        plan.and_then(|plan| self.plans.get(plan)).copied().unwrap_or(self.months)
    }
}

/// How long a site keeps its analytics, milliseconds.
async fn kept_ms(worker: &Worker, ctx: &TenantCtx) -> anyhow::Result<i64> {
    let rules = &worker.jobs.analytics;
    let plan = if rules.plans.is_empty() { None } else { worker.jobs.tenancy.plan_of(ctx.website()).await? };
    Ok(retention::kept_ms(rules.months(plan.as_deref())))
}

/// Sums up what visitors did.
struct AnalyticsSums;

#[async_trait]
impl SiteJob for AnalyticsSums {
    fn rules(&self) -> JobRules {
        JobRules::long(JobKind::AnalyticsSums, 56, SITES_AT_ONCE)
    }

    async fn next_due(&self, worker: &Worker, ctx: &TenantCtx, _: &TenantTx) -> anyhow::Result<Option<Timestamp>> {
        match worker.jobs.tenancy.databases.analytics(ctx.website()).await? {
            Some(db) => Ok(rollups::next_due(&db, ctx.now()).await?),
            None => Ok(None),
        }
    }

    async fn run(&self, worker: &Worker, tenant: &Tenant) -> anyhow::Result<()> {
        let site = tenant.db.read().await?.find::<site::Entity>().one().await?;
        let time_zone = site.map(|site| site.time_zone).unwrap_or_default();
        if let Some(db) = worker.jobs.tenancy.databases.analytics(tenant.ctx.website()).await? {
            rollups::run(&db, &time_zone, tenant.ctx.now()).await?;
        }
        Ok(())
    }
}

/// Sends what visitors did to a database for analysis, if there is one.
struct AnalyticsExport;

#[async_trait]
impl SiteJob for AnalyticsExport {
    fn rules(&self) -> JobRules {
        JobRules::long(JobKind::AnalyticsExport, 57, SITES_AT_ONCE)
    }

    async fn next_due(&self, worker: &Worker, ctx: &TenantCtx, _: &TenantTx) -> anyhow::Result<Option<Timestamp>> {
        if worker.jobs.event_sink.is_none() {
            return Ok(None);
        }
        match worker.jobs.tenancy.databases.analytics(ctx.website()).await? {
            Some(db) => Ok(export::next_due(&db).await?),
            None => Ok(None),
        }
    }

    async fn run(&self, worker: &Worker, tenant: &Tenant) -> anyhow::Result<()> {
        let db = worker.jobs.tenancy.databases.analytics(tenant.ctx.website()).await?;
        if let (Some(sink), Some(db)) = (&worker.jobs.event_sink, db) {
            export::run(&db, sink.as_ref(), tenant.ctx.now()).await?;
        }
        Ok(())
    }
}

/// Deletes analytics that are too old, and packs events of days that are over.
struct AnalyticsDeletion;

#[async_trait]
impl SiteJob for AnalyticsDeletion {
    fn rules(&self) -> JobRules {
        JobRules::long(JobKind::AnalyticsDeletion, 67, SITES_AT_ONCE)
    }

    async fn next_due(&self, worker: &Worker, ctx: &TenantCtx, _: &TenantTx) -> anyhow::Result<Option<Timestamp>> {
        match worker.jobs.tenancy.databases.analytics(ctx.website()).await? {
            Some(db) => {
                let deletion = retention::next_due(&db, kept_ms(worker, ctx).await?).await?;
                Ok(deletion.into_iter().chain(blocks::next_due(&db).await?).min())
            }
            None => Ok(None),
        }
    }

    async fn run(&self, worker: &Worker, tenant: &Tenant) -> anyhow::Result<()> {
        if let Some(db) = worker.jobs.tenancy.databases.analytics(tenant.ctx.website()).await? {
            retention::run(&db, kept_ms(worker, &tenant.ctx).await?, tenant.ctx.now()).await?;
            blocks::run(&db, tenant.ctx.now()).await?;
        }
        let ended = tenant.ctx.now() - KEPT_EMPTY_MS;
        Ok(worker.jobs.tenancy.databases.drop_analytics_months(ended).await?)
    }
}
