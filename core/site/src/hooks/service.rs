//! Jobs of plugins, for contributors.

use stoa_entity::TenantDb;
use stoa_entity::audit::{self, AuditAction};
use stoa_entity::tenant::{plugin_run, plugin_schedule};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::site_event::PluginRunStatus;
use stoa_kernel::{Action, Resource, TenantCtx, boxed};

use super::schedules::own;
use crate::SiteError;

/// Runs listed of each job.
const MAX_LISTED_RUNS: usize = 10;

/// A job of a plugin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PluginJob {
    /// The plugin.
    pub plugin_id: String,
    /// Its name.
    pub name: String,
    /// How often it runs, as text: `every:<milliseconds>` or `daily:<hh:mm>`.
    pub cadence: String,
    /// Its next run, UTC milliseconds.
    pub due_on: Timestamp,
    /// Whether a contributor asked for a run that has not begun.
    pub is_asked: bool,
    /// Its last runs, newest first.
    pub runs: Vec<PluginRun>,
}

/// A run of a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PluginRun {
    /// Its id.
    pub id: String,
    /// When it was due, UTC milliseconds.
    pub scheduled_on: Timestamp,
    /// When it began, UTC milliseconds.
    pub began_on: Timestamp,
    /// When it ended, UTC milliseconds.
    pub ended_on: Option<Timestamp>,
    /// How it ended.
    pub status: PluginRunStatus,
    /// Why it failed.
    pub error: Option<String>,
}

impl From<plugin_run::Model> for PluginRun {
    fn from(row: plugin_run::Model) -> Self {
        Self {
            id: row.id.into(),
            scheduled_on: row.scheduled_on,
            began_on: row.began_on,
            ended_on: row.ended_on,
            status: row.status,
            error: row.error,
        }
    }
}

/// The jobs of the site's plugins, with their last runs.
///
/// # Errors
/// When the caller may not read plugins.
#[boxed]
pub async fn jobs(ctx: &TenantCtx, db: &TenantDb) -> Result<Vec<PluginJob>, SiteError> {
    ctx.authorise(Resource::Plugins, Action::Read)?;
    let tx = db.read().await?;
    let schedules = tx.find::<plugin_schedule::Entity>().order_by_asc(plugin_schedule::Column::PluginId);
    let schedules = schedules.order_by_asc(plugin_schedule::Column::Name).all().await?;
    let runs = tx.find::<plugin_run::Entity>().order_by_desc(plugin_run::Column::Id).all().await?;
    let job = |row: plugin_schedule::Model| {
        let own = runs.iter().filter(|run| run.plugin_id == row.plugin_id && run.name == row.name);
        PluginJob {
            runs: own.take(MAX_LISTED_RUNS).cloned().map(PluginRun::from).collect(),
            plugin_id: row.plugin_id,
            name: row.name,
            cadence: row.cadence,
            due_on: row.due_on,
            is_asked: row.asked_on.is_some(),
        }
    };
    Ok(schedules.into_iter().map(job).collect())
}

/// Makes a job run now, besides its schedule.
///
/// # Errors
/// [`SiteError::NotFound`], or when the caller may not change plugins.
#[boxed]
pub async fn run_now(ctx: &TenantCtx, db: &TenantDb, plugin: &str, name: &str) -> Result<(), SiteError> {
    ctx.authorise(Resource::Plugins, Action::Write)?;
    let tx = db.write().await?;
    let asked = tx
        .update::<plugin_schedule::Entity>(own(plugin, name))
        .set(plugin_schedule::Column::AskedOn, Some(ctx.now()))
        .exec()
        .await?;
    if asked == 0 {
        return Err(SiteError::NotFound);
    }
    audit::note(ctx, &tx, AuditAction::PluginRunJob, &format!("{plugin}/{name}")).await?;
    Ok(tx.commit().await?)
}
