//! Limits of plugins on the sites of each plan: those of the settings, and what the operator has set while servers run.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use stoa_plugin_host::Limits;
use stoa_tenancy::PluginRules;

use crate::config::{Config, PlanConfig, PlanPluginsConfig, PluginLimitsConfig};

const KIB: usize = 1024;
const MIB: usize = 1024 * KIB;

/// Limits that a site has in place of those of the host.
#[derive(Clone, Debug)]
pub struct OwnLimits {
    /// The name for people of the plan that they are of; none if they are those of all sites.
    pub plan: Option<String>,
    /// The limits.
    pub limits: Arc<Limits>,
}

/// See the module.
pub struct PluginLimits {
    general: PluginLimitsConfig,
    plans: BTreeMap<String, Plan>,
    /// Memory of an instance for which servers have room, bytes: the most of the settings.
    room: usize,
}

/// A plan of the settings.
struct Plan {
    title: String,
    own: Option<PlanPluginsConfig>,
}

impl PluginLimits {
    /// The limits of the settings.
    pub fn of(config: &Config) -> Self {
        let plan = |(name, plan): (&String, &PlanConfig)| {
            (name.clone(), Plan { title: plan.title.clone(), own: plan.plugins.clone() })
        };
        let general = config.plugins.limits.clone();
        let plans: BTreeMap<String, Plan> = config.plans.offered.iter().map(plan).collect();
        let room = most_memory(&general).max(most_memory_of_plans(&general, &plans));
        Self { general, plans, room }
    }

    /// The most memory that a plan of the settings gives an instance, bytes; 0 if none has limits of plugins.
    pub fn largest_memory_of_plans(&self) -> usize {
        most_memory_of_plans(&self.general, &self.plans)
    }

    /// Whether the plan of a site has to be known for its limits.
    pub(super) fn depend_on_plans(&self, rules: &PluginRules) -> bool {
        rules.has_limits_of_plans() || self.plans.values().any(|plan| plan.own.is_some())
    }

    /// The limits of a site with this plan, if they are not those of the host. What was set for its plan counts more
    /// than the settings of the plan, and these more than what was set for all sites.
    pub fn of_site(&self, plan: Option<&str>, rules: &PluginRules) -> Option<OwnLimits> {
        let plan = plan.and_then(|name| Some((name, self.plans.get(name)?)));
        let of_settings = plan.and_then(|(_, plan)| plan.own.as_ref());
        let for_all = set_by(rules, None);
        let for_plan = plan.and_then(|(name, _)| set_by(rules, Some(name)));
        let mut limits = None;
        for changes in [for_all.as_ref(), of_settings, for_plan.as_ref()].into_iter().flatten() {
            limits = Some(changes.over(limits.as_ref().unwrap_or(&self.general)));
        }
        let limits = self.within_room(host_limits(&limits?));
        let is_of_plan = of_settings.is_some() || for_plan.is_some();
        let plan = plan.filter(|_| is_of_plan).map(|(_, plan)| plan.title.clone());
        Some(OwnLimits { plan, limits: Arc::new(limits) })
    }

    /// Instances have the room that they had when the server started.
    fn within_room(&self, limits: Limits) -> Limits {
        let memory = limits.memory.min(self.room);
        let interpreted_memory = limits.interpreted_memory.min(self.room);
        Limits { memory, interpreted_memory, ..limits }
    }

    /// What is wrong with a limit that the operator wants to set, in words; none if it can be set.
    pub fn problem(&self, key: &str, value: i64) -> Option<String> {
        let changes = match PlanPluginsConfig::of(std::iter::once((key, value))) {
            Ok(changes) => changes,
            Err(reason) => return Some(reason),
        };
        let limits = changes.over(&self.general);
        if let Some(bad) = limits.problems("plugins.limits").first() {
            return Some(bad.message.clone());
        }
        let room = self.room / MIB;
        let is_too_large = most_memory(&limits) > self.room;
        is_too_large.then(|| format!("servers have room for {room} MB, the most of the settings: raise it there"))
    }
}

/// What was set for a plan or for all sites. A key that only a later version of the program knows changes nothing.
fn set_by(rules: &PluginRules, plan: Option<&str>) -> Option<PlanPluginsConfig> {
    let known = |limit: &(&str, i64)| PlanPluginsConfig::of(std::iter::once(*limit)).is_ok();
    let mut found = rules.limits_of(plan).filter(known).peekable();
    found.peek()?;
    PlanPluginsConfig::of(found).ok()
}

fn most_memory(limits: &PluginLimitsConfig) -> usize {
    limits.memory_megabytes.max(limits.interpreted_memory_megabytes).saturating_mul(MIB)
}

fn most_memory_of_plans(general: &PluginLimitsConfig, plans: &BTreeMap<String, Plan>) -> usize {
    let own = plans.values().filter_map(|plan| plan.own.as_ref());
    own.map(|own| most_memory(&own.over(general))).max().unwrap_or(0)
}

/// Limits of the settings as the host takes them.
pub(super) fn host_limits(config: &PluginLimitsConfig) -> Limits {
    Limits {
        memory: config.memory_megabytes.saturating_mul(MIB),
        storage: config.storage_megabytes.saturating_mul(MIB),
        formatter_call: Duration::from_millis(config.formatter_milliseconds),
        render: Duration::from_millis(config.page_milliseconds),
        page_calls: config.page_calls,
        site_render: Duration::from_secs(config.site_seconds),
        interpreted_memory: config.interpreted_memory_megabytes.saturating_mul(MIB),
        interpreted_formatter_call: Duration::from_millis(config.interpreted_formatter_milliseconds),
        interpreted_render: Duration::from_millis(config.interpreted_page_milliseconds),
        interpreted_page_calls: config.interpreted_page_calls,
        interpreted_storage: config.interpreted_storage_megabytes.saturating_mul(MIB),
        interpreted_log_bytes: config.interpreted_log_kilobytes.saturating_mul(KIB),
        interpreted_log_lines: config.interpreted_log_lines,
        interpreted_http_requests: config.interpreted_http_requests,
        interpreted_running: Duration::from_millis(config.interpreted_payment_milliseconds),
        waiting_call: Duration::from_secs(config.payment_seconds),
        waiting_call_running: Duration::from_millis(config.payment_milliseconds),
        job: Duration::from_secs(config.job_seconds),
        job_running: Duration::from_millis(config.job_milliseconds),
        transfer: config.transfer_kilobytes.saturating_mul(KIB),
        block_html: config.block_kilobytes.saturating_mul(KIB),
        client_script: config.client_kilobytes.saturating_mul(KIB),
        formatter_answer: config.formatter_kilobytes.saturating_mul(KIB),
        provider_state: config.state_kilobytes.saturating_mul(KIB),
        log_bytes: config.log_kilobytes.saturating_mul(KIB),
        log_lines: config.log_lines,
        reads: config.reads,
        http_requests: config.http_requests,
        http_timeout: Duration::from_secs(config.http_seconds),
        http_body: config.http_kilobytes.saturating_mul(KIB),
        stream: config.stream_kilobytes.saturating_mul(KIB),
    }
}
