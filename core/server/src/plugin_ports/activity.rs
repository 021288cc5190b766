//! What plugins do on sites: collected in memory, and written to the databases of the sites every half minute, and at
//! the end of the program.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait as _;
use sea_orm::sea_query::Condition;
use stoa_entity::TenantTx;
use stoa_entity::json_column::JsonOf;
use stoa_entity::tenant::{plugin_activity, plugin_log};
use stoa_kernel::clock::{Clock, HOUR_MS, Timestamp};
use stoa_kernel::id::{PluginLogId, WebsiteId};
use stoa_kernel::plugin_change::PluginLogLevel;
use stoa_kernel::{Failure, boxed};
use stoa_plugin_host::{ActivityPort, CallCounts, LogLine, PluginOnSite};
use stoa_tenancy::Tenancy;
use tokio::sync::mpsc;

use super::samples::{Sample, SampledEntry, Samples, keep};

/// How often what was collected is written.
const ROUND: Duration = Duration::from_secs(30);
/// Plugins on sites that are collected for at a time. Of further ones nothing is kept until the next round.
const MAX_COLLECTED: usize = 20_000;
/// Lines of a plugin that a site keeps.
pub const MOST_LINES: usize = 500;
/// Longest line that is kept, characters.
const MAX_LINE_LENGTH: usize = 2_000;
/// Hours of calls that a site keeps.
const HOURS_KEPT: i64 = 7 * 24;

/// Something of a plugin that fails repeatedly.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SuspendedEntry {
    /// The site.
    pub website: WebsiteId,
    /// The plugin.
    pub plugin: String,
    /// Why, in words for the owner.
    pub reason: String,
}

/// What a plugin did on a site that is not written yet.
#[derive(Debug, Default)]
pub struct Collected {
    /// Its calls by hour, since 1970, and kind.
    pub counts: BTreeMap<(i64, &'static str), CallCounts>,
    /// Its last lines.
    pub lines: VecDeque<Line>,
}

/// A line of the log of a plugin.
#[derive(Debug)]
pub struct Line {
    /// When it was written, UTC milliseconds.
    pub at: i64,
    /// How important it is.
    pub level: PluginLogLevel,
    /// The version of the plugin.
    pub version: String,
    /// The text.
    pub text: String,
}

/// See the module.
pub struct PluginActivity {
    clock: Arc<dyn Clock>,
    collected: Mutex<HashMap<WebsiteId, HashMap<String, Collected>>>,
    samples: Samples,
    suspended: mpsc::UnboundedSender<SuspendedEntry>,
    /// Held while what was collected for all sites is written.
    round: tokio::sync::Mutex<()>,
}

impl PluginActivity {
    /// Collects by this clock. What is suspended is sent to the receiver.
    pub fn new(clock: Arc<dyn Clock>) -> (Arc<Self>, mpsc::UnboundedReceiver<SuspendedEntry>) {
        let (suspended, receiver) = mpsc::unbounded_channel();
        let (collected, samples, round) = (Mutex::default(), Samples::default(), tokio::sync::Mutex::default());
        (Arc::new(Self { clock, collected, samples, suspended, round }), receiver)
    }

    fn collected(&self) -> MutexGuard<'_, HashMap<WebsiteId, HashMap<String, Collected>>> {
        self.collected.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn collect(&self, caller: PluginOnSite<'_>, add: impl FnOnce(&mut Collected)) {
        // Trials of packages are on no site.
        let Ok(website) = caller.site.parse::<WebsiteId>() else { return };
        let mut collected = self.collected();
        if collected.len() >= MAX_COLLECTED && !collected.contains_key(&website) {
            return;
        }
        add(collected.entry(website).or_default().entry(caller.plugin.to_owned()).or_default());
    }

    /// Forgets what a plugin did that is removed with its data.
    pub(super) fn forget(&self, website: &WebsiteId, plugin: &str) {
        if let Some(plugins) = self.collected().get_mut(website) {
            plugins.remove(plugin);
        }
        self.samples.forget(website, plugin);
    }

    /// Takes an input of a plugin for trials of later versions. It must have no data of a person.
    pub(super) fn sample(&self, place: SampledEntry<'_>, sample: impl FnOnce() -> Sample) {
        self.samples.take(place, self.clock.now(), sample);
    }

    /// Takes what was collected for a site, by plugin, to write it.
    pub fn take(&self, website: &WebsiteId) -> HashMap<String, Collected> {
        self.collected().remove(website).unwrap_or_default()
    }

    /// Writes what was collected for a site.
    #[boxed]
    pub(super) async fn write(&self, tenancy: &Tenancy, website: &WebsiteId) -> Result<(), Failure> {
        let plugins = self.take(website);
        let samples = self.samples.hand_out(website, self.clock.now());
        if plugins.is_empty() && samples.is_empty() {
            return Ok(());
        }
        // Of a deleted site, nothing is written: its file would be made again.
        if !tenancy.tenants.is_known(website).await? {
            return Ok(());
        }
        let tenant = tenancy.for_system(website, "plugins").await?;
        // These rows are no work for jobs.
        let tx = tenant.db.without_notice().write().await?;
        for (plugin, collected) in plugins {
            write_counts(&tx, &plugin, collected.counts).await?;
            write_lines(&tx, &plugin, collected.lines).await?;
        }
        tx.commit().await?;
        if samples.is_empty() {
            return Ok(());
        }
        // Another process may write the same inputs: that costs nothing but these.
        let tx = tenant.db.without_notice().write().await?;
        keep(&tx, samples).await?;
        Ok(tx.commit().await?)
    }

    /// Writes what was collected for all sites. When this returns, a round that was under way is complete as well.
    pub(crate) async fn flush(&self, tenancy: &Tenancy) {
        let _round = self.round.lock().await;
        let mut websites: BTreeSet<WebsiteId> = self.collected().keys().cloned().collect();
        websites.extend(self.samples.websites());
        for website in websites {
            if let Err(error) = self.write(tenancy, &website).await {
                tracing::warn!(site.id = website.as_str(), %error, "what plugins did is not recorded");
            }
        }
    }

    /// Writes what was collected, as long as the program runs.
    pub(crate) async fn run(collecting: Weak<Self>, tenancy: Weak<Tenancy>) {
        let mut round = tokio::time::interval(ROUND);
        loop {
            round.tick().await;
            let (Some(activity), Some(tenancy)) = (collecting.upgrade(), tenancy.upgrade()) else { return };
            activity.flush(&tenancy).await;
        }
    }
}

impl ActivityPort for PluginActivity {
    fn calls(&self, caller: PluginOnSite<'_>, kind: &'static str, calls: &CallCounts) {
        let hour = self.clock.now().ms().div_euclid(HOUR_MS);
        self.collect(caller, |collected| collected.counts.entry((hour, kind)).or_default().merge(calls));
    }

    fn line(&self, caller: PluginOnSite<'_>, line: LogLine<'_>) {
        let level = PluginLogLevel::named(line.level);
        let now = self.clock.now().ms();
        self.collect(caller, |collected| {
            // Lines of one call keep their order.
            let at = collected.lines.back().map_or(now, |last| now.max(last.at + 1));
            if collected.lines.len() >= MOST_LINES {
                collected.lines.pop_front();
            }
            collected.lines.push_back(Line {
                at,
                level: level.unwrap_or(PluginLogLevel::Info),
                version: caller.version.to_owned(),
                // One NUL would cost the lines of all plugins of the site where the database cannot store it.
                text: line.text.chars().filter(|character| *character != '\0').take(MAX_LINE_LENGTH).collect(),
            });
        });
    }

    fn suspended(&self, site: &str, plugin: &str, entry: &str, reason: &str) {
        let Ok(website) = site.parse::<WebsiteId>() else { return };
        let reason = format!("{entry}: {reason}");
        // The receiver is dropped when the program ends.
        let _ = self.suspended.send(SuspendedEntry { website, plugin: plugin.to_owned(), reason });
    }
}

async fn write_counts(
    tx: &TenantTx,
    plugin: &str,
    counts: BTreeMap<(i64, &'static str), CallCounts>,
) -> Result<(), Failure> {
    let Some(((latest, _), _)) = counts.last_key_value() else { return Ok(()) };
    let of_plugin = || Condition::all().add(plugin_activity::Column::PluginId.eq(plugin));
    let old = of_plugin().add(plugin_activity::Column::Hour.lt(latest - HOURS_KEPT));
    tx.delete::<plugin_activity::Entity>(old).exec().await?;
    let hours: Vec<i64> = counts.keys().map(|(hour, _)| *hour).collect();
    let known = of_plugin().add(plugin_activity::Column::Hour.is_in(hours));
    let known = tx.find::<plugin_activity::Entity>().filter(known).order_by_asc(plugin_activity::Column::Hour);
    let known = known.order_by_asc(plugin_activity::Column::Kind).for_update().all().await?;
    for ((hour, kind), more) in counts {
        let before = known.iter().find(|row| row.hour == hour && row.kind == kind);
        let mut sum = before.map(counts_of).unwrap_or_default();
        sum.merge(&more);
        let row = plugin_activity::ActiveModel {
            website_id: Set(tx.website().clone()),
            plugin_id: Set(plugin.to_owned()),
            hour: Set(hour),
            kind: Set(kind.to_owned()),
            calls: Set(i64::try_from(sum.calls).unwrap_or(i64::MAX)),
            failures: Set(i64::try_from(sum.failures).unwrap_or(i64::MAX)),
            durations: Set(JsonOf(sum.durations().to_vec())),
        };
        if before.is_some() {
            tx.save(row).await?;
        } else {
            tx.insert(row).await?;
        }
    }
    Ok(())
}

/// The calls of a row.
pub(super) fn counts_of(row: &plugin_activity::Model) -> CallCounts {
    let number = |count: i64| u64::try_from(count).unwrap_or(0);
    CallCounts::new(number(row.calls), number(row.failures), row.durations.0.clone())
}

/// The first hour of a time span that ends now.
pub(super) fn hours_before(now: Timestamp, hours: i64) -> i64 {
    now.ms().div_euclid(HOUR_MS) - hours + 1
}

async fn write_lines(tx: &TenantTx, plugin: &str, lines: VecDeque<Line>) -> Result<(), Failure> {
    if lines.is_empty() {
        return Ok(());
    }
    let rows = lines.into_iter().map(|line| plugin_log::ActiveModel {
        website_id: Set(tx.website().clone()),
        id: Set(PluginLogId::generate()),
        plugin_id: Set(plugin.to_owned()),
        at: Set(Timestamp::from_ms(line.at)),
        level: Set(line.level),
        version: Set(line.version),
        text: Set(line.text),
    });
    tx.insert_many(rows.collect()).await?;
    let own = Condition::all().add(plugin_log::Column::PluginId.eq(plugin));
    let newest = tx.find::<plugin_log::Entity>().filter(own.clone()).order_by_desc(plugin_log::Column::At);
    let newest = newest.limit(u64::try_from(MOST_LINES).unwrap_or(u64::MAX)).all().await?;
    if newest.len() == MOST_LINES
        && let Some(oldest_kept) = newest.last()
    {
        let older = own.add(plugin_log::Column::At.lt(oldest_kept.at));
        tx.delete::<plugin_log::Entity>(older).exec().await?;
    }
    Ok(())
}
