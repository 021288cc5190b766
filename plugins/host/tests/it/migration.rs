//! Settings of an earlier version.

use serde_json::{Value, json};
use std::time::Duration;
use stoa_plugin_host::{HostConfig, Limits, PluginErrorKind, PluginHost};

use crate::fixtures::{bundled, config, hostile, site};

const PLUGIN: &str = "test.settings";

async fn migrated(host: &PluginHost, words: i64) -> Result<Value, PluginErrorKind> {
    let site = site(PLUGIN, json!({}));
    let saved = json!({ "wordsPerMinute": words });
    host.migrate_settings(PLUGIN, &site, (1, &saved)).await.map_err(|error| error.kind)
}

// spec: plugins.settings.migration
#[tokio::test(flavor = "multi_thread")]
async fn a_version_makes_its_settings_of_those_of_an_earlier_one_within_limits() {
    let limits = Limits { waiting_call_running: Duration::from_millis(200), ..config().limits };
    let host = hostile(HostConfig { limits, ..config() });
    assert_eq!(host.plugin(PLUGIN).expect("loaded").settings_version, 2);
    let settings = migrated(&host, 100).await.expect("settings");
    assert_eq!([&settings["pace"], &settings["unit"]], [&json!(6_000), &json!("hour, from 1, {}")]);
    let refused = migrated(&host, 111).await.expect_err("an answer of the plugin");
    assert!(matches!(&refused, PluginErrorKind::Guest(error) if error.message.contains("too odd")), "{refused}");
    let list = migrated(&host, 112).await.expect_err("no object");
    assert!(matches!(&list, PluginErrorKind::Invalid(reason) if reason.contains("no object")), "{list}");
    assert!(matches!(migrated(&host, 113).await, Err(PluginErrorKind::Trap(_))));
    assert!(matches!(migrated(&host, 114).await, Err(PluginErrorKind::Timeout(_))));
    assert!(migrated(&host, 100).await.is_ok(), "its failures suspend nothing");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_plugin_with_settings_of_one_version_makes_none() {
    let host = bundled();
    let own = site("stoa.readingtime", json!({}));
    let none = host.migrate_settings("stoa.readingtime", &own, (1, &json!({ "a": 1 }))).await;
    assert!(matches!(none.map_err(|error| error.kind), Err(PluginErrorKind::NotProvided(_))));
}
