//! Event hooks and scheduled jobs of a site's plugins.

use std::collections::BTreeSet;

use jiff::civil::Time;
use jiff::tz::TimeZone;
use jiff::{Timestamp as Moment, ToSpan as _};
use stoa_entity::TenantTx;
use stoa_entity::site_events::Subscription;
use stoa_kernel::Failure;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::WebsiteId;
use stoa_kernel::site_event::EventTopic;
use stoa_plugin_host::model::HookEvent;
use stoa_plugin_host::{Cadence, PluginError, PluginErrorKind, Site};
use stoa_site::hooks::{self, DueDelivery, DueRun, WantedJob};

use super::PluginSites;
use super::sites::Known;

/// Pause before a suspended hook is tried again, if the host names none.
const SUSPENDED_MS: i64 = 60_000;

/// What the plugins of a site listen to, and their jobs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SiteHooks {
    /// The topics of each plugin.
    pub listeners: Vec<Subscription>,
    /// The jobs of all plugins.
    pub jobs: Vec<WantedJob>,
}

/// Why a hook or job failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct HookFailure {
    /// For the owner of the site.
    pub reason: String,
    /// The shortest pause before another call, milliseconds.
    pub least_pause_ms: i64,
    /// Whether the plugin was called.
    pub was_called: bool,
}

impl From<&PluginError> for HookFailure {
    fn from(error: &PluginError) -> Self {
        let (least_pause_ms, was_called) = match &error.kind {
            PluginErrorKind::Suspended { retry_after_ms } => {
                (i64::try_from(*retry_after_ms).unwrap_or(SUSPENDED_MS), false)
            }
            PluginErrorKind::Busy | PluginErrorKind::Starved | PluginErrorKind::Host(_) => (0, false),
            PluginErrorKind::Guest(answer) => (answer.retry_after_ms.map_or(0, i64::from), true),
            PluginErrorKind::NotFound => {
                let reason = format!("the plugin {} is not enabled on this site", error.plugin);
                return Self { reason, least_pause_ms: 0, was_called: true };
            }
            _ => (0, true),
        };
        Self { reason: error.for_owner(), least_pause_ms, was_called }
    }
}

impl HookFailure {
    fn of_host(failure: &Failure) -> Self {
        tracing::warn!(error = %failure, "the plugins of a site could not be read");
        Self { reason: "the plugins of the site could not be read".to_owned(), least_pause_ms: 0, was_called: false }
    }
}

impl PluginSites {
    /// What the plugins of a known site listen to, and their jobs. Those of a plugin that cannot be loaded now stay as
    /// they are stored.
    async fn hooks(&self, known: &Known, tx: &TenantTx) -> anyhow::Result<SiteHooks> {
        let refused = || self.host.refused_on(&known.site).map(str::to_owned);
        // One that is refused meanwhile, or not any more, counts as away too.
        let mut away: BTreeSet<String> = known.away.iter().cloned().chain(refused()).collect();
        let mut wanted = self.hooks_of(&known.site);
        away.extend(refused());
        wanted.listeners.retain(|listener| !away.contains(&listener.subscriber));
        wanted.jobs.retain(|job| !away.contains(&job.plugin_id));
        let (listeners, jobs) = hooks::stored_of(tx, &away).await?;
        wanted.listeners.extend(listeners);
        wanted.jobs.extend(jobs);
        Ok(wanted)
    }

    fn hooks_of(&self, site: &Site) -> SiteHooks {
        let listeners = self
            .host
            .event_hooks(site)
            .into_iter()
            .map(|hook| Subscription { subscriber: hook.plugin_id, topics: topics(&hook.topics) });
        let now = self.tenancy.now();
        let jobs = self.host.scheduled_jobs(site).into_iter().map(|job| WantedJob {
            plugin_id: job.plugin_id,
            name: job.name,
            cadence: job.cadence.to_string(),
            next_on: next_run(job.cadence, &site.context.timezone, now, now),
        });
        SiteHooks { listeners: listeners.collect(), jobs: jobs.collect() }
    }

    /// Whether the listeners and schedules in the site's database are not those of its plugins.
    ///
    /// # Errors
    /// When the settings of the site cannot be read.
    pub async fn hooks_differ(&self, website: &WebsiteId, tx: &TenantTx) -> anyhow::Result<bool> {
        // Whether they differ is found out by the job then, outside the transaction.
        let Some(known) = self.known_site(website, tx).await? else { return Ok(true) };
        let wanted = self.hooks(&known, tx).await?;
        Ok(hooks::schedules_differ(tx, &wanted.listeners, &wanted.jobs).await?)
    }

    /// Makes the listeners and schedules in the site's database those of its plugins.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn renew_hooks(&self, website: &WebsiteId) -> anyhow::Result<()> {
        let known = self.site_or_read(website).await?;
        let tenant = self.tenancy.for_system(website, "plugins").await?;
        let tx = tenant.db.read().await?;
        let wanted = self.hooks(&known, &tx).await?;
        let differ = hooks::schedules_differ(&tx, &wanted.listeners, &wanted.jobs).await?;
        drop(tx);
        if differ {
            hooks::renew(&tenant.db, &wanted.listeners, &wanted.jobs).await?;
        }
        Ok(())
    }

    /// The same, after what is remembered of the site is forgotten.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn renew_hooks_anew(&self, website: &WebsiteId) -> anyhow::Result<()> {
        self.forget(website).await;
        self.renew_hooks(website).await
    }

    /// Passes an event to the plugin that listens to it.
    ///
    /// # Errors
    /// When it has to be passed again.
    pub async fn handle_event(&self, website: &WebsiteId, delivery: &DueDelivery) -> Result<(), HookFailure> {
        let site = self.site(website).await.map_err(|failure| HookFailure::of_host(&failure))?;
        let calls = self.host.background(&delivery.subscriber, &site).map_err(|error| HookFailure::from(&error))?;
        let event = HookEvent {
            id: delivery.event_id.clone(),
            topic: delivery.topic.to_string(),
            object_id: delivery.object_id.clone(),
            sequence: u64::try_from(delivery.sequence).unwrap_or(0),
            occurred_ms: u64::try_from(delivery.occurred_on.ms()).unwrap_or(0),
            attempt: u32::try_from(delivery.attempt).unwrap_or(1),
            payload: HookEvent::payload_for(&delivery.subscriber, &delivery.payload),
        };
        calls.handle_event(&event).await.map_err(|error| HookFailure::from(&error))
    }

    /// Runs a job of a plugin.
    ///
    /// # Errors
    /// When it failed.
    pub async fn run_job(&self, website: &WebsiteId, run: &DueRun) -> Result<(), HookFailure> {
        let site = self.site(website).await.map_err(|failure| HookFailure::of_host(&failure))?;
        let calls = self.host.background(&run.plugin_id, &site).map_err(|error| HookFailure::from(&error))?;
        let scheduled_ms = u64::try_from(run.scheduled_on.ms()).unwrap_or(0);
        calls.run_job(&run.name, scheduled_ms).await.map_err(|error| HookFailure::from(&error))
    }

    /// When a job that was due at a time runs next.
    ///
    /// # Errors
    /// When the settings of the site cannot be read, or the cadence is not one.
    pub async fn next_run_of(&self, website: &WebsiteId, run: &DueRun) -> anyhow::Result<Timestamp> {
        let site = self.site(website).await?;
        let cadence: Cadence = run.cadence.parse().map_err(anyhow::Error::msg)?;
        Ok(next_run(cadence, &site.context.timezone, run.due_on, self.tenancy.now()))
    }
}

fn topics(names: &[String]) -> Vec<EventTopic> {
    let mut topics: Vec<EventTopic> = names.iter().filter_map(|name| EventTopic::named(name)).collect();
    topics.sort_by_key(|topic| topic.as_str());
    topics.dedup();
    topics
}

/// The first run after `now` of a job that was due at a time: runs that were missed are not made up for. A time of day
/// that a day does not have, because clocks are put forward, is the next that it has.
pub fn next_run(cadence: Cadence, zone: &str, due_on: Timestamp, now: Timestamp) -> Timestamp {
    match cadence {
        Cadence::Every(ms) => {
            let missed = (now - due_on).max(0) / ms.max(1);
            due_on.saturating_add_ms(ms.saturating_mul(missed.saturating_add(1)))
        }
        Cadence::Daily { hour, minute } => {
            let zone = TimeZone::get(zone).unwrap_or(TimeZone::UTC);
            next_daily(&zone, hour, minute, now).unwrap_or(now.saturating_add_ms(24 * 60 * 60 * 1_000))
        }
    }
}

fn next_daily(zone: &TimeZone, hour: i8, minute: i8, now: Timestamp) -> Option<Timestamp> {
    let time = Time::new(hour, minute, 0, 0).ok()?;
    let local = Moment::from_millisecond(now.ms()).ok()?.to_zoned(zone.clone()).date();
    let days = [local, local.checked_add(1.day()).ok()?, local.checked_add(2.days()).ok()?];
    let mut moments = days.into_iter().filter_map(|day| day.to_datetime(time).to_zoned(zone.clone()).ok());
    moments.find_map(|moment| {
        let moment = Timestamp::from_ms(moment.timestamp().as_millisecond());
        (moment > now).then_some(moment)
    })
}
