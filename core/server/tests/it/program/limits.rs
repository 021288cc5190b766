//! Limits of plugins and of connections, by the settings.

use stoa_kernel::clock::Timestamp;
use stoa_kernel::plugin::PluginRuleKind;
use stoa_plugin_host::{HostConfig, Limits};
use stoa_server::config;
use stoa_server::connection_limits::connections_within;
use stoa_server::plugin_ports::{PluginLimits, host_config};
use stoa_tenancy::{PluginRules, limit_subject, new_plugin_rule};

const MIB: usize = 1024 * 1024;

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

/// The defaults of the settings are those of the host, which its documentation lists.
#[test]
fn default_settings_are_the_limits_of_the_host() {
    let config = config::load(None).unwrap();
    let (ours, theirs) = (host_config(&config, None), HostConfig::default());
    assert_eq!(ours.limits, Limits::default());
    assert_eq!(format!("{ours:?}"), format!("{theirs:?}"));
}

#[test]
fn connection_limit_reserves_files() {
    let mut config = config::load(None).unwrap();
    (config.database.max_open_sites, config.connections.at_once) = (100, 4_000);
    assert_eq!(connections_within(65_536, &config), 4_000);
    assert_eq!(connections_within(4_096, &config), 2_768);
    assert_eq!(connections_within(80, &config), 40);
    assert_eq!(connections_within(0, &config), 1);
}
