//! Shared by all tests: built plugins, a host, a site.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value as Json;
use stoa_plugin_host::model::{Money, PaymentAttempt, SavedUse};
use stoa_plugin_host::{
    Activation, CompileCache, HostConfig, Limits, MemoryStorage, PluginHost, Secret, Site, SiteContext,
};

/// The bundled plugins, or the folder that `STOA_PLUGIN_DIR` names.
pub(crate) fn bundled_folder() -> PathBuf {
    built(std::env::var_os("STOA_PLUGIN_DIR").map_or_else(|| target().join("plugins"), PathBuf::from))
}

/// The hostile plugins are in a folder next to the bundled ones.
pub(crate) fn hostile_folder() -> PathBuf {
    let mut folder = bundled_folder().into_os_string();
    folder.push("-hostile");
    built(PathBuf::from(folder))
}

fn built(folder: PathBuf) -> PathBuf {
    assert!(folder.is_dir(), "no plugins in {}: run `cargo xtask plugins`", folder.display());
    folder
}

fn target() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../target")
}

/// A configuration for a small machine. Time limits are generous, so that only tests about time exceed them. The cache
/// of compiled plugins is shared with the tests of the server.
pub(crate) fn config() -> HostConfig {
    HostConfig {
        limits: Limits {
            formatter_call: Duration::from_secs(20),
            render: Duration::from_secs(20),
            interpreted_formatter_call: Duration::from_secs(20),
            interpreted_render: Duration::from_secs(20),
            waiting_call: Duration::from_secs(20),
            waiting_call_running: Duration::from_secs(20),
            ..Limits::default()
        },
        pool_instances: 32,
        compile_cache: Some(CompileCache { folder: target().join("plugin-cache"), key: b"tests".to_vec() }),
        storage: Some(Arc::new(MemoryStorage::default())),
        ..HostConfig::default()
    }
}

pub(crate) fn bundled() -> PluginHost {
    load(bundled_folder(), config())
}

pub(crate) fn hostile(config: HostConfig) -> PluginHost {
    load(hostile_folder(), config)
}

pub(crate) fn load(folder: PathBuf, config: HostConfig) -> PluginHost {
    PluginHost::load_dir(&folder, config).expect("the plugin folder loads")
}

/// A site with one enabled plugin.
pub(crate) fn site(plugin: &str, config: Json) -> Arc<Site> {
    Arc::new(Site { context: context("site-1"), activations: vec![activation(plugin, config)].into() })
}

pub(crate) fn activation(plugin: &str, config: Json) -> Activation {
    Activation {
        plugin_id: plugin.to_owned(),
        config,
        secrets: [
            ("webhook_secret".to_owned(), Secret::new("whsec")),
            ("api_key".to_owned(), Secret::new("key-123")),
            ("undeclared".to_owned(), Secret::new("not for plugins")),
        ]
        .into(),
        ..Activation::default()
    }
}

pub(crate) fn context(site_id: &str) -> SiteContext {
    SiteContext {
        site_id: site_id.to_owned(),
        locale: "en-US".to_owned(),
        currency: "USD".to_owned(),
        currency_exponent: 2,
        timezone: "UTC".to_owned(),
        offset_minutes: 0,
        live: true,
        preview: false,
        now_ms: 1_790_000_000_000,
    }
}

pub(crate) fn dollars(minor: i64) -> Money {
    Money::new(minor, "USD")
}

/// An attempt over 25 dollars.
pub(crate) fn attempt(method: &str, buyer: Json) -> PaymentAttempt {
    PaymentAttempt {
        attempt_id: "attempt 1".to_owned(),
        order_id: "order-1".to_owned(),
        idempotency_key: "create-1".to_owned(),
        amount: dollars(2500),
        method: method.to_owned(),
        return_url: "https://shop.example/checkout/return?order=1".to_owned(),
        cancel_url: "https://shop.example/cart".to_owned(),
        webhook_url: "https://shop.example/hooks/stoa.testcard".to_owned(),
        intent: None,
        buyer: buyer.into(),
        lines: Vec::new(),
        saved: SavedUse::No,
        provider_state: Json::Null,
    }
}
