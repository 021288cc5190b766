//! Components of released versions of the interface, frozen by digest, beside those of the newest.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::json;
use sha2::{Digest as _, Sha256};
use stoa_plugin_host::model::{
    BlockInput, InstallmentAvailability, InstallmentItem, InstallmentRequest, PaymentAttempt, PaymentIntent,
    PaymentNext, PaymentStatus, SavedUse, Value,
};
use stoa_plugin_host::{GuestErrorCode, PluginErrorKind, PluginHost, Site};

use crate::fixtures::{activation, attempt, config, context, dollars, hostile_folder, load};

/// SHA-256 of the interface 0.1.0 without comments.
const FROZEN: &str = "bc38aadfeae78cc56c039fee78aa63df97d985d9988fe10f0e620a0f7f7cafe1";
const IDS: [&str; 5] = ["golden.predicates", "stoa.callout", "stoa.manual", "stoa.quarters", "stoa.readingtime"];

fn golden_folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tests/golden/0.1.0")
}

/// Golden components of 0.1.0 and a provider of 0.2.0 in one host, for one site.
fn both(folder: &Path) -> (PluginHost, Arc<Site>) {
    for id in IDS {
        std::os::unix::fs::symlink(golden_folder().join(id), folder.join(id)).expect("link");
    }
    std::os::unix::fs::symlink(hostile_folder().join("tests.functions"), folder.join("tests.functions")).expect("link");
    let host = load(folder.to_owned(), config());
    assert_eq!(host.rejected(), [], "every released component loads");
    let activations: Vec<_> = IDS.into_iter().chain(["tests.functions"]).map(|id| activation(id, json!({}))).collect();
    (host, Arc::new(Site { context: context("site-1"), activations: activations.into() }))
}

#[test]
fn golden_components_are_never_built_again() {
    let sums = std::fs::read_to_string(golden_folder().join("SHA256SUMS")).expect("sums");
    let mut found = Vec::new();
    for line in sums.lines() {
        let (digest, path) = line.split_once("  ").expect("a digest and a path");
        let bytes = std::fs::read(golden_folder().join(path)).expect("component");
        assert_eq!(hex::encode(Sha256::digest(&bytes)), digest, "{path} was changed");
        found.push(path.trim_end_matches("/plugin.wasm").to_owned());
    }
    assert_eq!(found, IDS);
}

/// Golden components use a part of the interface, such as no request and no storage; the rest is frozen as it is
/// written, but for comments.
#[test]
fn the_interface_0_1_0_is_never_changed() {
    let wit = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../wit/0.1.0/stoa-plugin.wit");
    let wit = std::fs::read_to_string(wit).expect("the interface");
    let lines = wit.lines().map(|line| line.split("//").next().unwrap_or_default().trim());
    let code = lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n");
    assert_eq!(hex::encode(Sha256::digest(&code)), FROZEN, "new abilities are new interfaces");
}

#[test]
fn kinds_of_pages_of_0_1_answer() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let (host, site) = both(folder.path());
    assert_eq!(host.plugin("stoa.callout").map(|plugin| plugin.api.as_str()), Some("0.1"));
    let session = host.render_session(Arc::clone(&site));
    let text = |text: &str| Value::Text(text.to_owned());
    assert_eq!(session.format("reading_time", &text(&"word ".repeat(440)), &[]), Ok(text("2 min read")));
    let many = session.format_many("reading_time", &[text("a"), text("b")], &[]).expect("values");
    assert_eq!(many.len(), 2);
    assert_eq!(session.test("is_long", &text("short"), &[]), Ok(false));
    assert_eq!(session.test("is_long", &text("short"), &[Value::Integer(3)]), Ok(true));
    let input = BlockInput {
        kind: "callout".to_owned(),
        instance_id: "block-1".to_owned(),
        settings: json!({ "title": "Closed", "text": "On Monday." }),
        ..BlockInput::default()
    };
    let output = session.render_block(&input).expect("output");
    assert!(output.html.contains("On Monday."), "{}", output.html);
    drop(session);
    let calls = host.installments(&site, "US").expect("calls");
    let request = InstallmentRequest {
        items: vec![InstallmentItem {
            reference: "item-1".to_owned(),
            unit_price: dollars(4000),
            quantity: 1,
            category: String::new(),
            tags: Vec::new(),
            physical: true,
            available: true,
            subscription: false,
        }],
        total: Some(dollars(4000)),
        country: "US".to_owned(),
        language: "en".to_owned(),
        minimum: Some(dollars(1000)),
        maximum: Some(dollars(100_000)),
        payments: None,
    };
    let offer = calls.quote(&request).expect("offer");
    assert_eq!((offer.availability, offer.payments), (InstallmentAvailability::InRange, 4));
    assert!(calls.modal("en_US").expect("page").html.len() > 100);
}

/// The host speaks one type of attempt: an adapter turns it into the JSON of 0.1.0.
#[tokio::test]
async fn payments_of_two_versions_are_served_at_once() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let (host, site) = both(folder.path());
    let methods: Vec<String> = host.payment_methods(&site, "USD").into_iter().map(|method| method.method).collect();
    assert!(["bank-transfer", "clock"].iter().all(|name| methods.iter().any(|known| known == name)), "{methods:?}");

    let old = host.payment("stoa.manual", &site).expect("calls of 0.1.0");
    let transfer = PaymentAttempt { intent: Some(PaymentIntent::Capture), ..attempt("bank-transfer", json!({})) };
    let created = old.create(&transfer).await.expect("outcome");
    assert_eq!(created.status, PaymentStatus::Pending);
    assert_eq!(created.saved_method, None);
    let stored = PaymentAttempt { provider_state: created.provider_state, ..transfer };
    let asked = old.fetch_status(&stored).await.expect("outcome");
    assert_eq!(asked.status, PaymentStatus::Pending);
    let saved = PaymentAttempt { saved: SavedUse::OffSession("m_1".to_owned()), ..stored };
    let error = old.create(&saved).await.expect_err("0.1.0 has no saved methods");
    let PluginErrorKind::Guest(error) = error.kind else { panic!("{error}") };
    assert_eq!(error.code, GuestErrorCode::NotSupported);

    let new = host.payment("tests.functions", &site).expect("calls of 0.2.0");
    let outcome = new.create(&attempt("clock", json!({}))).await.expect("outcome");
    assert_eq!((outcome.status, outcome.next), (PaymentStatus::Pending, PaymentNext::None));
    assert_eq!(outcome.provider_state["exponent"], json!(2));
}
