//! Overhead of a call to a plugin during a page render, and during a checkout. Run `cargo xtask plugins` first.
#![expect(clippy::expect_used, reason = "a benchmark that cannot start aborts")]

use std::collections::BTreeMap;
use std::hint::black_box;
use std::path::Path;
use std::sync::Arc;

use criterion::{Criterion, criterion_group, criterion_main};
use serde_json::json;
use stoa_plugin_host::model::{BlockInput, Money, PaymentAttempt, SavedUse, Value};
use stoa_plugin_host::{Activation, HostConfig, PluginHost, Secret, Site, SiteContext};

fn site(plugin: &str) -> Arc<Site> {
    let secrets = BTreeMap::from([("webhook_secret".to_owned(), Secret::new("a secret"))]);
    let activation = Activation { plugin_id: plugin.to_owned(), config: json!({}), secrets, ..Activation::default() };
    let context = SiteContext {
        site_id: "site-1".to_owned(),
        locale: "en-US".to_owned(),
        currency: "USD".to_owned(),
        currency_exponent: 2,
        timezone: "UTC".to_owned(),
        offset_minutes: 0,
        live: true,
        preview: false,
        now_ms: 1_790_000_000_000,
    };
    Arc::new(Site { context, activations: vec![activation].into() })
}

fn attempt() -> PaymentAttempt {
    PaymentAttempt {
        attempt_id: "attempt-1".to_owned(),
        order_id: "order-1".to_owned(),
        idempotency_key: "key-1".to_owned(),
        amount: Money { minor: 4_200, currency: "USD".to_owned() },
        method: "card".to_owned(),
        return_url: "https://shop.example/return".to_owned(),
        cancel_url: "https://shop.example/checkout".to_owned(),
        webhook_url: "https://shop.example/webhook".to_owned(),
        intent: None,
        buyer: json!({"cardNumber": "4242424242424242"}).into(),
        lines: Vec::new(),
        saved: SavedUse::No,
        provider_state: serde_json::Value::Null,
    }
}

fn calls(criterion: &mut Criterion) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/plugins");
    let config = HostConfig { pool_instances: 64, ..HostConfig::default() };
    let host = PluginHost::load_dir(&folder, config).expect("run `cargo xtask plugins` first");

    let input = Value::Text("word ".repeat(40));
    let reading = site("stoa.readingtime");
    criterion.bench_function("formatter", |bench| {
        bench.iter(|| host.render_session(Arc::clone(&reading)).format("reading_time", black_box(&input), &[]));
    });
    let session = host.render_session(Arc::clone(&reading));
    criterion.bench_function("formatter-again", |bench| {
        bench.iter(|| session.format("reading_time", black_box(&input), &[]));
    });

    let callout = site("stoa.callout");
    let block = BlockInput {
        kind: "callout".to_owned(),
        instance_id: "b".to_owned(),
        settings: json!({"title": "Closed on Monday", "text": "We are taking stock. ".repeat(90), "tone": "info"}),
        ..BlockInput::default()
    };
    criterion.bench_function("block", |bench| {
        bench.iter(|| host.render_session(Arc::clone(&callout)).render_block(black_box(&block)));
    });
    let session = host.render_session(callout);
    criterion.bench_function("block-again", |bench| bench.iter(|| session.render_block(black_box(&block))));

    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let payments = host.payment("stoa.testcard", &site("stoa.testcard")).expect("the test card is there");
    let attempt = attempt();
    criterion.bench_function("payment", |bench| {
        bench.iter(|| runtime.block_on(payments.create(black_box(&attempt))));
    });
}

criterion_group!(benches, calls);
criterion_main!(benches);
