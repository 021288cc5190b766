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
pub(super) struct OwnLimits {
    /// The name for people of the plan that they are of; none if they are those of all sites.
    pub(super) plan: Option<String>,
    /// The limits.
    pub(super) limits: Arc<Limits>,
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
    pub(super) fn largest_memory_of_plans(&self) -> usize {
        most_memory_of_plans(&self.general, &self.plans)
    }

    /// Whether the plan of a site has to be known for its limits.
    pub(super) fn depend_on_plans(&self, rules: &PluginRules) -> bool {
        rules.has_limits_of_plans() || self.plans.values().any(|plan| plan.own.is_some())
    }

    /// The limits of a site with this plan, if they are not those of the host. What was set for its plan counts more
    /// than the settings of the plan, and these more than what was set for all sites.
    pub(super) fn of_site(&self, plan: Option<&str>, rules: &PluginRules) -> Option<OwnLimits> {
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
    pub(crate) fn problem(&self, key: &str, value: i64) -> Option<String> {
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

#[cfg(test)]
mod tests {
    use stoa_kernel::clock::Timestamp;
    use stoa_kernel::plugin::PluginRuleKind;
    use stoa_plugin_host::Limits;
    use stoa_tenancy::{PluginRules, limit_subject, new_plugin_rule};

    use super::{MIB, PluginLimits};
    use crate::config;

    fn limits(settings: &str) -> PluginLimits {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), settings).unwrap();
        PluginLimits::of(&config::load(Some(file.path())).unwrap())
    }

    fn rules(set: &[(Option<&str>, &str, i64)]) -> PluginRules {
        let row = |(plan, key, value): &(Option<&str>, &str, i64)| {
            let rule = new_plugin_rule(PluginRuleKind::Limit, &limit_subject(*plan, key), Timestamp::from_ms(0));
            stoa_entity::platform::plugin_rule::Model { value: Some(*value), ..rule }
        };
        PluginRules::of(set.iter().map(row).collect())
    }

    const PLANS: &str = "[plans.offered.large]\ntitle = 'Large'\n[plans.offered.large.plugins]\npage_calls = 7\n\
                         interpreted_memory_megabytes = 256\n[plans.offered.small]\ntitle = 'Small'\n";

    // spec: plugins.limits.plan
    #[test]
    fn a_plan_has_the_general_limits_but_for_its_own() {
        let none = PluginRules::default();
        let limits = limits(PLANS);
        let large = limits.of_site(Some("large"), &none).unwrap();
        let expected = Limits { page_calls: 7, interpreted_memory: 256 * MIB, ..Limits::default() };
        assert_eq!((large.plan.as_deref(), &*large.limits), (Some("Large"), &expected));
        for plan in [None, Some("small"), Some("gone")] {
            assert!(limits.of_site(plan, &none).is_none(), "{plan:?} has those of the host");
        }
        assert_eq!(limits.largest_memory_of_plans(), 256 * MIB, "the pool has room for it");
    }

    // spec: plugins.limits.plan
    #[test]
    fn what_the_operator_sets_counts_for_all_sites_or_those_of_a_plan() {
        let limits = limits(PLANS);
        let rules = rules(&[
            (None, "page_calls", 9),
            (None, "reads", 3),
            (None, "wishes", 1),
            (Some("small"), "page_calls", 5),
            (Some("large"), "interpreted_memory_megabytes", 4_096),
        ]);
        let of = |plan| limits.of_site(plan, &rules).unwrap();
        let (other, small, large) = (of(None), of(Some("small")), of(Some("large")));
        assert_eq!((other.plan.as_deref(), other.limits.page_calls, other.limits.reads), (None, 9, 3));
        assert_eq!((small.plan.as_deref(), small.limits.page_calls, small.limits.reads), (Some("Small"), 5, 3));
        assert_eq!((large.limits.page_calls, large.limits.reads), (7, 3), "the plan's own settings count more");
        assert_eq!(large.limits.interpreted_memory, 256 * MIB, "the server has no room for more");
    }

    // spec: plugins.limits.plan
    #[test]
    fn limits_that_cannot_be_set_are_refused_in_words() {
        let limits = limits(PLANS);
        assert_eq!(limits.problem("page_calls", 5), None);
        for (key, value, words) in [
            ("pages", 5, "unknown field `pages`, expected one of `memory_megabytes`"),
            ("page_calls", 0, "should be at least 1"),
            ("memory_megabytes", 5_000, "should be 1 to 4096"),
            ("memory_megabytes", 257, "servers have room for 256 MB"),
        ] {
            let problem = limits.problem(key, value).unwrap_or_default();
            assert!(problem.contains(words), "{key}: {problem}");
        }
    }
}
