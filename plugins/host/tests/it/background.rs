//! Event hooks and scheduled jobs.

use std::sync::Arc;

use serde_json::{Value as Json, json};
use stoa_plugin_host::model::HookEvent;
use stoa_plugin_host::{
    Activation, BackgroundCalls, Cadence, GuestErrorCode, HostConfig, MemoryStorage, PluginError, PluginErrorKind,
    PluginStorage, Site, StorageArea,
};

use crate::fixtures::{activation, config, context, hostile, site};

const RECORDER: &str = "test.recorder";

/// The calls of the recorder with these settings, and where it stores what it gets.
fn recorder(settings: Json) -> (BackgroundCalls, Arc<MemoryStorage>) {
    let storage = Arc::new(MemoryStorage::default());
    let host = hostile(HostConfig { storage: Some(Arc::clone(&storage) as Arc<dyn PluginStorage>), ..config() });
    (host.background(RECORDER, &site(RECORDER, settings)).expect("calls"), storage)
}

fn event(attempt: u32) -> HookEvent {
    HookEvent {
        id: "evt_1".to_owned(),
        topic: "order.paid".to_owned(),
        object_id: "ord_1".to_owned(),
        sequence: 7,
        occurred_ms: 1_790_000_000_000,
        attempt,
        payload: json!({"customer": {"name": "${secret:api_key}"}}),
    }
}

async fn lines(storage: &MemoryStorage) -> Json {
    let area = StorageArea { site_id: "site-1".to_owned(), plugin_id: RECORDER.to_owned() };
    let bytes = storage.get(&area, "lines").await.expect("storage").unwrap_or_default();
    serde_json::from_slice(&bytes).unwrap_or_default()
}

#[tokio::test]
async fn a_hook_gets_the_event_with_its_attempt() {
    let (calls, storage) = recorder(json!({}));
    calls.handle_event(&event(3)).await.expect("handled");
    calls.run_job("tally", 1_790_000_900_000).await.expect("run");
    let lines = lines(&storage).await;
    assert_eq!([&lines[0]["id"], &lines[0]["attempt"], &lines[0]["sequence"]], [&json!("evt_1"), &json!(3), &json!(7)]);
    let name = lines[0]["payload"]["customer"]["name"].as_str().expect("a name");
    assert_eq!(name, "$ {secret:api_key}", "what people type is no placeholder of a secret");
    assert_eq!(lines[1], json!({"job": "tally", "scheduledMs": 1_790_000_900_000_u64}));
}

#[tokio::test]
async fn a_failing_hook_is_suspended_and_its_job_is_not() {
    let (calls, _) = recorder(json!({"fails": "order.paid"}));
    for _ in 0..6 {
        let error = calls.handle_event(&event(1)).await.expect_err("told to fail");
        assert!(matches!(&error.kind, PluginErrorKind::Guest(error) if error.code == GuestErrorCode::UpstreamFailed));
    }
    let (calls, _) = recorder(json!({"traps": true}));
    let mut errors: Vec<PluginError> = Vec::new();
    for _ in 0..6 {
        errors.push(calls.handle_event(&event(1)).await.expect_err("told to stop"));
    }
    assert!(matches!(errors[0].kind, PluginErrorKind::Trap(_)), "{}", errors[0]);
    assert!(matches!(errors[5].kind, PluginErrorKind::Suspended { .. }), "{}", errors[5]);
    let error = calls.run_job("tally", 1).await.expect_err("told to stop");
    assert!(matches!(error.kind, PluginErrorKind::Trap(_)), "a circuit of its own: {error}");
}

#[test]
fn hooks_and_jobs_of_a_site() {
    let host = hostile(config());
    let enabled = site(RECORDER, json!({}));
    let hooks = host.event_hooks(&enabled);
    assert!(hooks.len() == 1 && hooks[0].topics.contains(&"stock.out".to_owned()), "{hooks:?}");
    let jobs = host.scheduled_jobs(&enabled);
    assert_eq!((jobs[0].name.as_str(), jobs[0].cadence), ("tally", Cadence::Every(900_000)));
    let without = site("hostile.blocks", json!({}));
    assert!(host.event_hooks(&without).is_empty() && host.scheduled_jobs(&without).is_empty());
    assert!(host.background(RECORDER, &without).is_err());
}

#[tokio::test]
async fn a_hook_is_told_of_granted_data_alone() {
    let storage = Arc::new(MemoryStorage::default());
    let host = hostile(HostConfig { storage: Some(Arc::clone(&storage) as Arc<dyn PluginStorage>), ..config() });
    let own = Activation { data_grant: Some(vec!["products".to_owned()]), ..activation(RECORDER, json!({})) };
    let narrowed = Arc::new(Site { context: context("site-1"), activations: vec![own].into() });
    let hooks = host.event_hooks(&narrowed);
    let about_products = |topic: &String| topic.starts_with("stock.") || topic.starts_with("product.");
    assert!(hooks.len() == 1 && hooks[0].topics.iter().all(about_products), "{hooks:?}");
    // An event that was waiting when the permission was taken back.
    host.background(RECORDER, &narrowed).expect("calls").handle_event(&event(1)).await.expect("dropped");
    assert_eq!(lines(&storage).await, Json::Null, "it was not told");
}
