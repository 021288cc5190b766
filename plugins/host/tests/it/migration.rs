//! Settings of an earlier version.

use serde_json::{Value, json};
use std::time::{Duration, Instant};
use stoa_plugin_host::{HostConfig, Limits, PluginErrorKind, PluginHost, SavedSettings};

use crate::fixtures::{bundled, config, hostile, site};

const PLUGIN: &str = "test.settings";

async fn migrated(host: &PluginHost, words: i64, within: Option<Duration>) -> Result<Value, PluginErrorKind> {
    let site = site(PLUGIN, json!({}));
    let settings = json!({ "wordsPerMinute": words });
    let saved = SavedSettings { version: 1, settings: &settings, owner: "site-1", within };
    host.migrate_settings(PLUGIN, &site, saved).await.map_err(|error| error.kind)
}

// spec: plugins.settings.migration
#[tokio::test(flavor = "multi_thread")]
async fn a_version_makes_its_settings_of_those_of_an_earlier_one_within_limits() {
    let limits = Limits { waiting_call_running: Duration::from_millis(200), ..config().limits };
    let host = hostile(HostConfig { limits, ..config() });
    assert_eq!(host.plugin(PLUGIN).expect("loaded").settings_version, 2);
    let settings = migrated(&host, 100, None).await.expect("settings");
    assert_eq!([&settings["pace"], &settings["unit"]], [&json!(6_000), &json!("hour, from 1, {}")]);
    let refused = migrated(&host, 111, None).await.expect_err("an answer of the plugin");
    assert!(matches!(&refused, PluginErrorKind::Guest(error) if error.message.contains("too odd")), "{refused}");
    let list = migrated(&host, 112, None).await.expect_err("no object");
    assert!(matches!(&list, PluginErrorKind::Invalid(reason) if reason.contains("no object")), "{list}");
    assert!(matches!(migrated(&host, 113, None).await, Err(PluginErrorKind::Trap(_))));
    assert!(matches!(migrated(&host, 114, None).await, Err(PluginErrorKind::Timeout(_))));
    assert!(migrated(&host, 100, None).await.is_ok(), "few failures suspend nothing");
}

// spec: plugins.settings.migration
#[tokio::test(flavor = "multi_thread")]
async fn a_migration_that_hangs_ends_in_time_and_is_suspended_after_five_failures() {
    let host = hostile(config());
    assert!(migrated(&host, 100, None).await.is_ok(), "its code is loaded");
    for _ in 0..5 {
        let started = Instant::now();
        let late = migrated(&host, 114, Some(Duration::from_millis(400))).await.expect_err("it hangs");
        assert!(matches!(late, PluginErrorKind::Timeout(_)), "{late}");
        assert!(started.elapsed() < Duration::from_secs(10), "the plugin itself may take 20 seconds");
    }
    let next = migrated(&host, 100, None).await;
    assert!(matches!(next, Err(PluginErrorKind::Suspended { .. })), "{next:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_plugin_with_settings_of_one_version_makes_none() {
    let host = bundled();
    let own = site("stoa.readingtime", json!({}));
    let settings = json!({ "a": 1 });
    let saved = SavedSettings { version: 1, settings: &settings, owner: "site-1", within: None };
    let none = host.migrate_settings("stoa.readingtime", &own, saved).await;
    assert!(matches!(none.map_err(|error| error.kind), Err(PluginErrorKind::NotProvided(_))));
}

fn block_settings(host: &PluginHost, hours: &str) -> Result<Value, PluginErrorKind> {
    configured_block_settings(host, json!({}), hours)
}

fn configured_block_settings(host: &PluginHost, config: Value, hours: &str) -> Result<Value, PluginErrorKind> {
    let session = host.render_session(site(PLUGIN, config));
    let made = session.migrate_block_settings("weekly-hours", 1, &json!({ "hours": hours }));
    made.map_err(|error| error.kind)
}

// spec: plugins.blocks.migration
#[test]
fn a_block_makes_its_settings_of_those_of_an_earlier_version() {
    let host = hostile(config());
    let session = host.render_session(site(PLUGIN, json!({})));
    assert_eq!(session.settings_version_of_block("weekly-hours"), Some(2));
    assert!(session.settings_schema_of_block("weekly-hours").is_some_and(|schema| schema["properties"].is_object()));
    let made = json!({ "days": [{ "text": "9 to 5" }], "made": "weekly-hours of 1" });
    for _ in 0..2 {
        assert_eq!(block_settings(&host, "9 to 5").expect("settings"), made);
    }
    let refused = block_settings(&host, "odd").expect_err("an answer of the plugin");
    assert!(matches!(&refused, PluginErrorKind::Guest(error) if error.message.contains("odd hours")), "{refused}");
    let list = block_settings(&host, "list").expect_err("no object");
    assert!(matches!(&list, PluginErrorKind::Invalid(reason) if reason.contains("no object")), "{list}");
    for (hours, said) in [("unsaved", "U+0000"), ("deep", "too deep")] {
        let refused = block_settings(&host, hours).expect_err("what no page can have");
        assert!(matches!(&refused, PluginErrorKind::Invalid(reason) if reason.contains(said)), "{refused}");
    }
    assert!(matches!(block_settings(&host, "stop"), Err(PluginErrorKind::Trap(_))));
}

// spec: plugins.blocks.migration
#[test]
fn a_block_that_makes_broken_settings_is_suspended_after_five_of_them() {
    let host = hostile(config());
    for _ in 0..5 {
        assert!(matches!(block_settings(&host, "list"), Err(PluginErrorKind::Invalid(_))));
    }
    let next = block_settings(&host, "9 to 5");
    assert!(matches!(next, Err(PluginErrorKind::Suspended { .. })), "{next:?}");
}

// spec: plugins.blocks.migration
#[test]
fn remembered_settings_of_a_block_are_those_for_the_settings_of_its_plugin() {
    let host = hostile(config());
    for pace in [100, 200, 100] {
        let own = json!({ "pace": pace });
        let made = configured_block_settings(&host, own.clone(), "of the plugin").expect("settings");
        assert_eq!(made["made"], own.to_string());
    }
}

// spec: plugins.blocks.migration
#[test]
fn a_block_of_one_version_makes_no_settings() {
    let host = bundled();
    let session = host.render_session(site("stoa.callout", json!({})));
    assert_eq!(session.settings_version_of_block("callout"), Some(1));
    assert_eq!(session.settings_version_of_block("nothing"), None);
    let none = session.migrate_block_settings("callout", 1, &json!({})).map_err(|error| error.kind);
    assert!(matches!(none, Err(PluginErrorKind::NotProvided(_))));
}
