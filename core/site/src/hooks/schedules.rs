//! When the jobs of plugins run. The worker says which jobs there are and when each runs next.

use std::collections::BTreeSet;

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use sea_orm::sea_query::Condition;
use stoa_entity::site_events::{self, Subscription};
use stoa_entity::tenant::{event_listener, plugin_run, plugin_schedule};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::PluginRunId;
use stoa_kernel::site_event::{PluginRunStatus, SubscriberKind};
use stoa_kernel::{TenantCtx, boxed};

use crate::SiteError;

/// Runs kept of each job.
const KEPT_RUNS: u64 = 20;
const MAX_ERROR_LENGTH: usize = 500;
/// Error of a run whose process ended.
const ENDED: &str = "the server ended during this run";

/// A job that a plugin of the site has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WantedJob {
    /// The plugin.
    pub plugin_id: String,
    /// Name of the job.
    pub name: String,
    /// How often it runs, as text.
    pub cadence: String,
    /// Its next run if it is new or its cadence has changed, UTC milliseconds.
    pub next_on: Timestamp,
}

/// A run that is due.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DueRun {
    /// The plugin.
    pub plugin_id: String,
    /// Name of the job.
    pub name: String,
    /// How often it runs, as text.
    pub cadence: String,
    /// When it was due, or asked for, UTC milliseconds.
    pub scheduled_on: Timestamp,
    /// When it is due according to its cadence, UTC milliseconds.
    pub due_on: Timestamp,
}

/// The end of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunEnd {
    /// When it ended, UTC milliseconds.
    pub ended_on: Timestamp,
    /// When the job runs next, UTC milliseconds.
    pub next_on: Timestamp,
    /// Why it failed.
    pub error: Option<String>,
}

/// Whether the stored listeners and schedules are not those of the site's plugins.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn schedules_differ(tx: &TenantTx, hooks: &[Subscription], jobs: &[WantedJob]) -> Result<bool, SiteError> {
    let listeners = event_listener::Column::Kind.eq(SubscriberKind::Plugin);
    let listeners = tx.find::<event_listener::Entity>().filter(listeners).all().await?;
    let is_wanted = |row: &event_listener::Model| {
        hooks.iter().any(|hook| hook.subscriber == row.subscriber && hook.topics.contains(&row.topic))
    };
    let topics: usize = hooks.iter().map(|hook| hook.topics.len()).sum();
    if listeners.len() != topics || !listeners.iter().all(is_wanted) {
        return Ok(true);
    }
    let rows = tx.find::<plugin_schedule::Entity>().all().await?;
    let is_wanted = |row: &plugin_schedule::Model| jobs.iter().any(|job| is_of(row, job) && job.cadence == row.cadence);
    Ok(rows.len() != jobs.len() || !rows.iter().all(is_wanted))
}

/// The stored listeners and jobs of plugins that cannot be loaded now, so that they stay: what happens meanwhile must
/// not be lost to them.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn stored_of(
    tx: &TenantTx,
    plugins: &BTreeSet<String>,
) -> Result<(Vec<Subscription>, Vec<WantedJob>), SiteError> {
    let (mut hooks, mut jobs) = (Vec::new(), Vec::new());
    for plugin in plugins {
        let own = Condition::all()
            .add(event_listener::Column::Kind.eq(SubscriberKind::Plugin))
            .add(event_listener::Column::Subscriber.eq(plugin.as_str()));
        let rows = tx.find::<event_listener::Entity>().filter(own).all().await?;
        let topics = rows.into_iter().map(|row| row.topic).collect();
        hooks.push(Subscription { subscriber: plugin.clone(), topics });
        let own = plugin_schedule::Column::PluginId.eq(plugin.as_str());
        for row in tx.find::<plugin_schedule::Entity>().filter(own).all().await? {
            let (plugin_id, name, cadence, next_on) = (row.plugin_id, row.name, row.cadence, row.due_on);
            jobs.push(WantedJob { plugin_id, name, cadence, next_on });
        }
    }
    Ok((hooks, jobs))
}

fn is_of(row: &plugin_schedule::Model, job: &WantedJob) -> bool {
    row.plugin_id == job.plugin_id && row.name == job.name
}

/// Makes listeners and schedules those of the site's plugins.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn renew(db: &TenantDb, hooks: &[Subscription], jobs: &[WantedJob]) -> Result<(), SiteError> {
    let tx = db.write().await?;
    site_events::renew_listeners(&tx, SubscriberKind::Plugin, hooks).await?;
    let rows = tx.find::<plugin_schedule::Entity>().all().await?;
    for row in rows.iter().filter(|row| !jobs.iter().any(|job| is_of(row, job))) {
        tx.delete::<plugin_schedule::Entity>(own(&row.plugin_id, &row.name)).exec().await?;
    }
    for job in jobs {
        match rows.iter().find(|row| is_of(row, job)) {
            Some(row) if row.cadence == job.cadence => {}
            Some(_) => {
                tx.update::<plugin_schedule::Entity>(own(&job.plugin_id, &job.name))
                    .set(plugin_schedule::Column::Cadence, job.cadence.as_str())
                    .set(plugin_schedule::Column::DueOn, job.next_on)
                    .exec()
                    .await?;
            }
            None => {
                tx.insert(plugin_schedule::ActiveModel {
                    website_id: Set(tx.website().clone()),
                    plugin_id: Set(job.plugin_id.clone()),
                    name: Set(job.name.clone()),
                    cadence: Set(job.cadence.clone()),
                    due_on: Set(job.next_on),
                    asked_on: Set(None),
                })
                .await?;
            }
        }
    }
    Ok(tx.commit().await?)
}

pub(super) fn own(plugin: &str, name: &str) -> Condition {
    Condition::all().add(plugin_schedule::Column::PluginId.eq(plugin)).add(plugin_schedule::Column::Name.eq(name))
}

fn runs_of(plugin: &str, name: &str) -> Condition {
    Condition::all().add(plugin_run::Column::PluginId.eq(plugin)).add(plugin_run::Column::Name.eq(name))
}

/// When the next run is due, UTC milliseconds.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn next_run_due(tx: &TenantTx) -> Result<Option<Timestamp>, SiteError> {
    let rows = tx.find::<plugin_schedule::Entity>().all().await?;
    Ok(rows.into_iter().map(|row| row.asked_on.map_or(row.due_on, |asked_on| asked_on.min(row.due_on))).min())
}

/// The runs that are due, the oldest first.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn due_runs(ctx: &TenantCtx, tx: &TenantTx) -> Result<Vec<DueRun>, SiteError> {
    let due = Condition::any()
        .add(plugin_schedule::Column::DueOn.lte(ctx.now()))
        .add(plugin_schedule::Column::AskedOn.is_not_null());
    let rows = tx.find::<plugin_schedule::Entity>().filter(due);
    let rows = rows.order_by_asc(plugin_schedule::Column::DueOn).all().await?;
    let run = |row: plugin_schedule::Model| {
        let is_due = row.due_on <= ctx.now();
        let scheduled_on = if is_due { row.due_on } else { row.asked_on.unwrap_or(row.due_on) };
        let (plugin_id, name, cadence, due_on) = (row.plugin_id, row.name, row.cadence, row.due_on);
        DueRun { plugin_id, name, cadence, scheduled_on, due_on }
    };
    Ok(rows.into_iter().map(run).collect())
}

/// Records that a run begins. Earlier runs of the job that have no end were interrupted.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn begin_run(ctx: &TenantCtx, tx: &TenantTx, run: &DueRun) -> Result<PluginRunId, SiteError> {
    let open = runs_of(&run.plugin_id, &run.name).add(plugin_run::Column::Status.eq(PluginRunStatus::Running));
    tx.update::<plugin_run::Entity>(open)
        .set(plugin_run::Column::Status, PluginRunStatus::Failed)
        .set(plugin_run::Column::EndedOn, Some(ctx.now()))
        .set(plugin_run::Column::Error, Some(ENDED))
        .exec()
        .await?;
    let id = PluginRunId::generate();
    tx.insert(plugin_run::ActiveModel {
        website_id: Set(tx.website().clone()),
        id: Set(id.clone()),
        plugin_id: Set(run.plugin_id.clone()),
        name: Set(run.name.clone()),
        scheduled_on: Set(run.scheduled_on),
        began_on: Set(ctx.now()),
        ended_on: Set(None),
        status: Set(PluginRunStatus::Running),
        error: Set(None),
    })
    .await?;
    Ok(id)
}

/// Records the end of a run, and when the job runs next.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn end_run(tx: &TenantTx, run: &DueRun, id: &PluginRunId, end: &RunEnd) -> Result<(), SiteError> {
    let status = if end.error.is_some() { PluginRunStatus::Failed } else { PluginRunStatus::Succeeded };
    let error = end.error.as_deref().map(|text| text.chars().take(MAX_ERROR_LENGTH).collect::<String>());
    tx.update::<plugin_run::Entity>(plugin_run::Column::Id.eq(id.clone()))
        .set(plugin_run::Column::Status, status)
        .set(plugin_run::Column::EndedOn, Some(end.ended_on))
        .set(plugin_run::Column::Error, error)
        .exec()
        .await?;
    let unchanged = own(&run.plugin_id, &run.name).add(plugin_schedule::Column::DueOn.eq(run.due_on));
    tx.update::<plugin_schedule::Entity>(unchanged).set(plugin_schedule::Column::DueOn, end.next_on).exec().await?;
    // A contributor who asks meanwhile gets another run.
    let asked = own(&run.plugin_id, &run.name).add(plugin_schedule::Column::AskedOn.lte(run.scheduled_on));
    tx.update::<plugin_schedule::Entity>(asked).set(plugin_schedule::Column::AskedOn, None::<Timestamp>).exec().await?;
    let of_job = tx.find::<plugin_run::Entity>().filter(runs_of(&run.plugin_id, &run.name));
    let kept = of_job.order_by_desc(plugin_run::Column::Id).limit(KEPT_RUNS).all().await?;
    if let Some(oldest) = kept.last().filter(|_| kept.len() as u64 == KEPT_RUNS) {
        let older = runs_of(&run.plugin_id, &run.name).add(plugin_run::Column::Id.lt(oldest.id.clone()));
        tx.delete::<plugin_run::Entity>(older).exec().await?;
    }
    Ok(())
}

/// Deletes what is kept of a plugin that is removed with its data: deliveries, schedules and runs.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn remove_plugin(tx: &TenantTx, plugin: &str) -> Result<(), SiteError> {
    site_events::forget_subscriber(tx, SubscriberKind::Plugin, plugin).await?;
    tx.delete::<plugin_schedule::Entity>(plugin_schedule::Column::PluginId.eq(plugin)).exec().await?;
    tx.delete::<plugin_run::Entity>(plugin_run::Column::PluginId.eq(plugin)).exec().await?;
    Ok(())
}
