//! How long calls take. Not part of the ordinary tests: see plugins/README.md for how to measure.

use std::time::{Duration, Instant};

use serde_json::json;
use stoa_plugin_host::model::{BlockInput, Value};
use stoa_plugin_host::{HostConfig, PluginHost};

use crate::scene::{attempt, bundled_folder, config, site};

const ROUNDS: usize = 2_000;

fn host() -> PluginHost {
    PluginHost::load_dir(&bundled_folder(), HostConfig { pool_instances: 256, ..config() }).expect("host")
}

fn report(what: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let at = |percent: usize| times[(times.len() - 1) * percent / 100].as_secs_f64() * 1e6;
    println!("{what:<44} p50 {:>8.1} µs   p99 {:>8.1} µs", at(50), at(99));
}

fn measure(rounds: usize, mut round: impl FnMut()) -> Vec<Duration> {
    for _ in 0..rounds / 10 {
        round();
    }
    (0..rounds)
        .map(|_| {
            let started = Instant::now();
            round();
            started.elapsed()
        })
        .collect()
}

#[test]
#[ignore = "a measurement"]
fn figures() {
    let started = Instant::now();
    let uncached = PluginHost::load_dir(&bundled_folder(), HostConfig { compile_cache: None, ..config() });
    println!("load and compile {} plugins: {:?}", uncached.expect("host").plugins().count(), started.elapsed());
    host();
    let started = Instant::now();
    let host = host();
    println!("load them from the compile cache: {:?}", started.elapsed());

    let input = Value::Text("sixteen letters!".to_owned());
    let reading = site("stoa.readingtime", json!({}));
    report(
        "formatter, 16 bytes, new instance",
        measure(ROUNDS, || {
            host.render_session(reading.clone()).format("reading_time", &input, &[]).expect("answer");
        }),
    );
    let session = host.render_session(reading.clone());
    report(
        "formatter, 16 bytes, same instance",
        measure(ROUNDS, || {
            session.format("reading_time", &input, &[]).expect("answer");
        }),
    );
    let long = Value::Text("word ".repeat(820));
    let session = host.render_session(reading);
    report(
        "formatter, 4 KiB, same instance",
        measure(ROUNDS, || {
            session.format("reading_time", &long, &[]).expect("answer");
        }),
    );

    let callout = site("stoa.callout", json!({}));
    let block = BlockInput {
        kind: "callout".to_owned(),
        instance_id: "b".to_owned(),
        settings: json!({ "title": "Closed on Monday", "text": "We are taking stock. ".repeat(90), "tone": "info" }),
        ..BlockInput::default()
    };
    report(
        "block, 2 KB of settings, new instance",
        measure(ROUNDS, || {
            host.render_session(callout.clone()).render_block(&block).expect("output");
        }),
    );
    let session = host.render_session(callout);
    report(
        "block, 2 KB of settings, same instance",
        measure(ROUNDS, || {
            session.render_block(&block).expect("output");
        }),
    );

    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("runtime");
    let calls = host.payment("stoa.testcard", &site("stoa.testcard", json!({}))).expect("calls");
    let attempt = attempt("card", json!({ "cardNumber": "4242424242424242" }));
    report(
        "payment create, instance per call",
        measure(ROUNDS, || {
            runtime.block_on(calls.create(&attempt)).expect("outcome");
        }),
    );
}
