//! Overhead of a call to a plugin during a page render, and during a checkout. Run `cargo xtask plugins` first.
#![expect(clippy::expect_used, reason = "a benchmark that cannot start aborts")]

use std::collections::BTreeMap;
use std::hint::black_box;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use criterion::{Criterion, criterion_group, criterion_main};
use serde_json::json;
use stoa_plugin_host::model::{BlockInput, Money, PaymentAttempt, SavedUse, Value};
use stoa_plugin_host::{Activation, HostConfig, Limits, PluginHost, Secret, Site, SiteContext};

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
    // Calls that repeat would otherwise use up the time of a page, and that of a site.
    let long = Duration::from_secs(3_600);
    let limits = Limits { render: long, site_render: long, page_calls: u32::MAX, ..Limits::default() };
    let config = HostConfig { pool_instances: 64, limits, ..HostConfig::default() };
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

    let values: Vec<Value> = (0..30).map(|number| Value::Text("word ".repeat(40 + number))).collect();
    criterion.bench_function("formatter-many", |bench| {
        bench.iter(|| session.format_many("reading_time", black_box(&values), &[]));
    });
    criterion.bench_function("native-formatter", |bench| bench.iter(|| native_reading_time(black_box(&input))));

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
    criterion.bench_function("native-block", |bench| bench.iter(|| native_callout(black_box(&block))));
    page(criterion, &host, &block);

    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let payments = host.payment("stoa.testcard", &site("stoa.testcard")).expect("the test card is there");
    let attempt = attempt();
    criterion.bench_function("payment", |bench| {
        bench.iter(|| runtime.block_on(payments.create(black_box(&attempt))));
    });
}

/// What the formatter does, without a plugin.
fn native_reading_time(input: &Value) -> Value {
    let Value::Text(text) = input else { return Value::None };
    Value::Text(format!("{} min", text.split_whitespace().count().div_ceil(200).max(1)))
}

/// What the block does, without a plugin.
fn native_callout(block: &BlockInput) -> String {
    let text = |key: &str| {
        let text = block.settings.get(key).and_then(serde_json::Value::as_str).unwrap_or_default();
        text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
    };
    let (tone, title, words) = (text("tone"), text("title"), text("text"));
    format!("<aside class=\"callout callout--{tone}\"><p class=\"callout__title\">{title}</p><p>{words}</p></aside>")
}

/// A page with 20 blocks of two plugins and 500 formatter calls, which a loop makes 30 at a time.
fn page(criterion: &mut Criterion, host: &PluginHost, callout: &BlockInput) {
    let of = |plugin: &str| Activation { plugin_id: plugin.to_owned(), config: json!({}), ..Activation::default() };
    let plugins = ["stoa.callout", "stoa.openinghours", "stoa.readingtime"].map(of);
    let site = Arc::new(Site { activations: plugins.to_vec().into(), ..(*site("stoa.callout")).clone() });
    let hours = BlockInput {
        kind: "opening-hours".to_owned(),
        settings: json!({"hours": [{"days": "every-day", "from": "9:00", "until": "18:00"}]}),
        ..callout.clone()
    };
    let values: Vec<Value> = (0..500).map(|number| Value::Text("word ".repeat(1 + number % 50))).collect();
    criterion.bench_function("page", |bench| {
        bench.iter(|| {
            let session = host.render_session(Arc::clone(&site));
            for _ in 0..10 {
                session.render_block(black_box(callout)).expect("a block");
                session.render_block(black_box(&hours)).expect("a block");
            }
            for part in values.chunks(30) {
                session.format_many("reading_time", black_box(part), &[]).expect("values");
            }
        });
    });
}

criterion_group!(benches, calls);
criterion_main!(benches);
