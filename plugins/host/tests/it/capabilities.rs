//! What plugins may and may not reach.

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use serde_json::{Value as Json, json};
use stoa_plugin_host::model::{PaymentOutcome, Value};
use stoa_plugin_host::{
    Activation, HostConfig, HttpTransport, Limits, MemoryStorage, OutboundFailure, OutboundRequest, OutboundResponse,
    PluginErrorKind, PluginHost, Site,
};

use crate::fixtures::{activation, attempt, config, context, dollars, hostile, hostile_folder, load, site};

const PLUGIN: &str = "hostile.payments";

/// A network that records requests.
#[derive(Default)]
struct Recorder {
    sent: Mutex<Vec<OutboundRequest>>,
}

#[async_trait]
impl HttpTransport for Recorder {
    async fn send(&self, request: OutboundRequest) -> Result<OutboundResponse, OutboundFailure> {
        self.sent.lock().expect("lock").push(request);
        Ok(OutboundResponse { status: 201, headers: Vec::new(), body: b"made".to_vec() })
    }
}

async fn create(
    host: &PluginHost,
    site: &Arc<Site>,
    method: &str,
    buyer: Json,
) -> Result<PaymentOutcome, PluginErrorKind> {
    let calls = host.payment(PLUGIN, site).expect("calls");
    calls.create(&attempt(method, buyer)).await.map_err(|error| error.kind)
}

fn with_network(recorder: &Arc<Recorder>, limits: Limits) -> PluginHost {
    let http: Arc<dyn HttpTransport> = Arc::clone(recorder) as Arc<dyn HttpTransport>;
    hostile(HostConfig { http, limits, ..config() })
}

#[tokio::test]
async fn granted_origins_and_host_side_secrets() {
    let recorder = Arc::new(Recorder::default());
    let host = with_network(&recorder, config().limits);
    let urls = json!(["https://api.acme.example/pay", "https://evil.example/", "http://api.acme.example/"]);
    let outcome = create(&host, &site(PLUGIN, json!({})), "fetch", urls).await.expect("outcome");
    assert_eq!(outcome.provider_state, json!(["201 made", "not-allowed", "not-allowed"]));
    let sent = recorder.sent.lock().expect("lock");
    assert_eq!(sent.len(), 1);
    assert_eq!(sent[0].url, "https://api.acme.example/pay");
    assert_eq!(sent[0].headers, [("authorization".to_owned(), "Bearer key-123".to_owned())]);
    assert_eq!(sent[0].body, b"${secret:undeclared}|${secret:api_key}", "no secret is put into text");
}

/// The hostile payment provider with other lines in the part of its manifest on permissions.
fn with_places(recorder: &Arc<Recorder>, folder: &std::path::Path, places: &str) -> PluginHost {
    let copy = folder.join("plugin");
    std::fs::create_dir(&copy).expect("folder");
    for file in ["plugin.toml", "plugin.wasm"] {
        std::fs::copy(hostile_folder().join(PLUGIN).join(file), copy.join(file)).expect("copy");
    }
    let manifest = std::fs::read_to_string(copy.join("plugin.toml")).expect("manifest");
    std::fs::write(copy.join("plugin.toml"), format!("{manifest}\n{places}\n")).expect("manifest");
    let http: Arc<dyn HttpTransport> = Arc::clone(recorder) as Arc<dyn HttpTransport>;
    load(folder.to_owned(), HostConfig { http, ..config() })
}

#[tokio::test]
async fn secrets_stand_at_the_places_of_the_manifest() {
    for (place, authorization) in [
        ("header = \"authorization\"\nprefix = \"Bearer \"", "Bearer key-123"),
        ("header = \"authorization\"", "Bearer ${secret:api_key}"),
        ("json = \"/key\"", "Bearer ${secret:api_key}"),
    ] {
        let recorder = Arc::new(Recorder::default());
        let folder = tempfile::tempdir().expect("temporary folder");
        let places = format!("[[permissions.secret_uses]]\nsecret = \"api_key\"\n{place}");
        let host = with_places(&recorder, folder.path(), &places);
        let urls = json!(["https://api.acme.example/pay"]);
        create(&host, &site(PLUGIN, json!({})), "fetch", urls).await.expect("outcome");
        let sent = recorder.sent.lock().expect("lock");
        assert_eq!(sent[0].headers, [("authorization".to_owned(), authorization.to_owned())], "{place}");
        assert_eq!(sent[0].body, b"${secret:undeclared}|${secret:api_key}", "{place}");
    }
}

#[tokio::test]
async fn request_with_an_unset_secret_is_not_sent() {
    let recorder = Arc::new(Recorder::default());
    let host = with_network(&recorder, config().limits);
    let unset = Activation { secrets: std::collections::BTreeMap::new(), ..activation(PLUGIN, json!({})) };
    let site = Arc::new(Site { context: context("site-1"), activations: vec![unset].into() });
    let outcome = create(&host, &site, "fetch", json!(["https://api.acme.example/pay"])).await.expect("outcome");
    assert_eq!(outcome.provider_state, json!(["not-allowed"]));
    assert!(recorder.sent.lock().expect("lock").is_empty());
}

#[tokio::test]
async fn site_can_restrict_grants() {
    let recorder = Arc::new(Recorder::default());
    let host = with_network(&recorder, config().limits);
    let activation = Activation { http_grant: Some(Vec::new()), ..activation(PLUGIN, json!({})) };
    let site = Arc::new(Site { context: context("site-1"), activations: vec![activation].into() });
    let outcome = create(&host, &site, "fetch", json!(["https://api.acme.example/pay"])).await.expect("outcome");
    assert_eq!(outcome.provider_state, json!(["not-allowed"]));
    assert!(recorder.sent.lock().expect("lock").is_empty());
}

#[tokio::test]
async fn request_limit() {
    let recorder = Arc::new(Recorder::default());
    let host = with_network(&recorder, Limits { http_requests: 2, ..config().limits });
    let url = "https://api.acme.example/";
    let outcome = create(&host, &site(PLUGIN, json!({})), "fetch", json!([url, url, url])).await.expect("outcome");
    assert_eq!(outcome.provider_state, json!(["201 made", "201 made", "budget-exhausted"]));
}

#[tokio::test]
async fn storage_per_site_and_quota() {
    let host = hostile(HostConfig { storage: Some(Arc::new(MemoryStorage::default())), ..config() });
    let site = site(PLUGIN, json!({}));
    let first = create(&host, &site, "storage", json!({})).await.expect("outcome");
    assert_eq!(first.provider_state, json!({ "before": null, "small": true, "large": false }));
    let second = create(&host, &site, "storage", json!({})).await.expect("outcome");
    assert_eq!(second.provider_state["before"], json!("attempt 1"));
    let other = Arc::new(Site { context: context("site-2"), activations: vec![activation(PLUGIN, json!({}))].into() });
    let elsewhere = create(&host, &other, "storage", json!({})).await.expect("outcome");
    assert_eq!(elsewhere.provider_state["before"], Json::Null);
}

#[tokio::test]
async fn without_storage_nothing_persists() {
    let host = hostile(HostConfig { storage: None, ..config() });
    let outcome = create(&host, &site(PLUGIN, json!({})), "storage", json!({})).await.expect("outcome");
    assert_eq!(outcome.provider_state, json!({ "before": null, "small": false, "large": false }));
}

#[tokio::test]
async fn secret_names_and_random_byte_limit() {
    let host = hostile(config());
    let outcome = create(&host, &site(PLUGIN, json!({})), "secret", json!({})).await.expect("outcome");
    assert_eq!(outcome.provider_state, json!({ "declared": true, "undeclared": false, "random": 256 }));
}

// spec: plugins.safety
#[tokio::test]
async fn outcomes_that_break_the_contract_suspend_new_payments() {
    let host = hostile(config());
    let site = site(PLUGIN, json!({}));
    for _ in 0..5 {
        let kind = create(&host, &site, "overcharge", json!({})).await.expect_err("more than was asked for");
        assert!(matches!(kind, PluginErrorKind::Invalid(_)), "{kind}");
    }
    let kind = create(&host, &site, "fine", json!({})).await.expect_err("suspended");
    assert!(matches!(kind, PluginErrorKind::Suspended { .. }), "{kind}");
    assert!(host.payments_resting("site-1", PLUGIN).is_some());
    let calls = host.payment(PLUGIN, &site).expect("calls");
    calls.fetch_status(&attempt("fine", json!({}))).await.expect("existing payments are always tried");
}

#[tokio::test]
async fn inconsistent_outcomes_rejected() {
    let host = hostile(config());
    let site = site(PLUGIN, json!({}));
    for (method, word) in [
        ("overcharge", "captured total 2501"),
        ("currency", "XTS"),
        ("state", "provider state"),
        ("redirect", "redirect"),
    ] {
        let kind = create(&host, &site, method, json!({})).await.expect_err(method);
        assert!(matches!(&kind, PluginErrorKind::Invalid(reason) if reason.contains(word)), "{method}: {kind}");
    }
    let calls = host.payment(PLUGIN, &site).expect("calls");
    let error = calls.refund(&attempt("fine", json!({})), &dollars(100), "r1", "").await.expect_err("never captured");
    assert!(error.to_string().contains("above captured"), "{error}");
}

#[test]
fn guest_reads_own_settings_only() {
    let host = hostile(config());
    let site = Arc::new(Site {
        context: context("site-1"),
        activations: vec![
            activation("stoa.other", json!({ "theirs": true })),
            activation("hostile.formatters", json!({ "mine": 1 })),
        ]
        .into(),
    });
    let answer = host.render_session(site).format("config", &Value::None, &[]);
    assert_eq!(answer, Ok(Value::Text("{\"mine\":1}".to_owned())));
}
