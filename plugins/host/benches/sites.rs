//! What many sites with many plugins cost: prints a name and a value in each line. Run `cargo xtask plugins` first.
#![expect(clippy::expect_used, clippy::print_stdout, reason = "a measurement that cannot start aborts, and prints")]

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use serde_json::json;
use stoa_plugin_host::model::{BlockInput, Value};
use stoa_plugin_host::{Activation, CompileCache, HostConfig, PluginHost, Secret, Site, SiteContext};

const SITES: usize = 1_000;
const PLUGINS: usize = 10;
/// Pages that are drawn at the same time, each with an instance of a plugin. The pool keeps some more for pages.
const LIVE: usize = 80;

fn host(cache: &Path) -> PluginHost {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/plugins");
    let compile_cache = Some(CompileCache { folder: cache.to_owned(), key: b"of this measurement".to_vec() });
    let config = HostConfig { compile_cache, ..HostConfig::default() };
    PluginHost::load_dir(&folder, config).expect("run `cargo xtask plugins` first")
}

fn site(number: usize, plugins: &[String]) -> Arc<Site> {
    let secrets = BTreeMap::from([("webhook_secret".to_owned(), Secret::new("a secret"))]);
    let activation = |plugin: &String| Activation {
        plugin_id: plugin.clone(),
        config: json!({}),
        secrets: secrets.clone(),
        ..Activation::default()
    };
    let context = SiteContext {
        site_id: format!("site-{number}"),
        locale: "en-US".to_owned(),
        currency: "USD".to_owned(),
        currency_exponent: 2,
        timezone: "UTC".to_owned(),
        offset_minutes: 0,
        live: true,
        preview: false,
        now_ms: 1_790_000_000_000,
    };
    Arc::new(Site { context, activations: plugins.iter().map(activation).collect::<Vec<_>>().into() })
}

/// Memory of this process, KiB.
fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or_default();
    line.trim().trim_end_matches(" kB").parse().unwrap_or_default()
}

fn main() {
    let cache = tempfile::tempdir().expect("a folder");
    drop(host(cache.path()));
    let begin = Instant::now();
    let host = host(cache.path());
    println!("start {}", begin.elapsed().as_micros());
    let mut plugins: Vec<String> = host.plugins().map(|plugin| plugin.id.clone()).collect();
    let asked = ["stoa.callout".to_owned(), "stoa.readingtime".to_owned()];
    plugins.retain(|plugin| !asked.contains(plugin));
    plugins.truncate(PLUGINS - asked.len());
    plugins.extend(asked);
    println!("plugins {}", plugins.len());
    let block = BlockInput {
        kind: "callout".to_owned(),
        instance_id: "b".to_owned(),
        settings: json!({"title": "Closed on Monday", "text": "We are taking stock.", "tone": "info"}),
        ..BlockInput::default()
    };
    let ask = |site: &Arc<Site>| {
        let session = host.render_session(Arc::clone(site));
        session.render_block(&block).expect("a block");
        session.format("reading_time", &Value::Text("word ".repeat(40)), &[]).expect("a value");
    };
    // The first calls of the process pay for the pool.
    ask(&site(SITES, &plugins));
    let sites: Vec<Arc<Site>> = (0..SITES).map(|number| site(number, &plugins)).collect();
    let before = resident();
    let begin = Instant::now();
    sites.iter().for_each(ask);
    println!("first-calls {}", begin.elapsed().as_micros());
    println!("kept-kib {}", resident().saturating_sub(before));
    let (before, text) = (resident(), Value::Text("word ".repeat(40)));
    let live = sites.iter().take(LIVE).map(|site| {
        let session = host.render_session(Arc::clone(site));
        session.format("reading_time", &text, &[]).expect("a value");
        session
    });
    let live: Vec<_> = live.collect();
    println!("live-kib {}", resident().saturating_sub(before));
    println!("live {}", live.len());
    drop(live);
    let _until_now = host.take_peak_memory("stoa.callout");
    ask(&site(SITES, &plugins));
    println!("instance-bytes {}", host.take_peak_memory("stoa.callout"));
}
