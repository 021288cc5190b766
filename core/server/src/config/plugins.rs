//! Checks of the settings of plugins.

use std::path::Path;

use serde_json::{Map, Value};
use stoa_plugin_author::PublicKey;

use super::{BadSetting, PlanPluginsConfig, PluginLimitsConfig, PluginsConfig};

/// Each instance reserves 4 GiB of address space, of which a process has 128 TiB.
const MOST_INSTANCES: u32 = 10_000;
/// Memories of 32 bits end here.
const MOST_MEMORY: usize = 4_096;
/// A small plugin needs about half of it.
const LEAST_COMPILE_MEMORY: u64 = 128;
const MOST_COMPILE_MEMORY: u64 = 65_536;

impl PluginsConfig {
    pub(super) fn check(&self, require: &mut impl FnMut(bool, &str, &str)) {
        let at_least_one = "should be at least 1";
        let instances = (2..=MOST_INSTANCES).contains(&self.instances);
        require(instances, "plugins.instances", "should be 2 to 10000");
        self.limits.check("plugins.limits", require);
        let compile_memory = (LEAST_COMPILE_MEMORY..=MOST_COMPILE_MEMORY).contains(&self.compile.memory_megabytes);
        let counts = [
            ("plugins.packages.loaded_megabytes", self.packages.loaded_megabytes > 0),
            ("plugins.packages.idle_seconds", self.packages.idle_seconds > 0),
            ("plugins.payment_instances", self.payment_instances > 0),
            ("plugins.background_instances", self.background_instances > 0),
            ("plugins.calls_per_site", self.calls_per_site > 0),
            ("plugins.payments_per_site", self.payments_per_site > 0),
        ];
        for (key, holds) in counts {
            require(holds, key, at_least_one);
        }
        for index in &self.indexes {
            let is_address = index.source.starts_with("https://") || index.source.starts_with("http://");
            let is_source = is_address || Path::new(&index.source).is_absolute();
            require(
                is_source,
                "plugins.indexes",
                "source should be an absolute path, or an address that starts with https://",
            );
            let is_key = index.key.parse::<PublicKey>().is_ok();
            require(is_key, "plugins.indexes", "key should be the public key of the index, ed25519:…");
        }
        require(compile_memory, "plugins.compile.memory_megabytes", "should be 128 to 65536");
        require(self.compile.seconds > 0, "plugins.compile.seconds", at_least_one);
        require(self.compile.at_once > 0, "plugins.compile.at_once", at_least_one);
    }
}

impl PluginLimitsConfig {
    /// What is wrong with limits whose keys begin with `prefix`.
    pub(crate) fn problems(&self, prefix: &str) -> Vec<BadSetting> {
        let mut bad = Vec::new();
        let mut require = |holds: bool, key: &str, message: &str| {
            if !holds {
                bad.push(BadSetting { key: key.to_owned(), message: message.to_owned() });
            }
        };
        self.check(prefix, &mut require);
        bad
    }

    /// Checks limits whose keys begin with `prefix`.
    pub(super) fn check(&self, prefix: &str, require: &mut impl FnMut(bool, &str, &str)) {
        for (key, megabytes) in [
            ("memory_megabytes", self.memory_megabytes),
            ("interpreted_memory_megabytes", self.interpreted_memory_megabytes),
        ] {
            let is_possible = (1..=MOST_MEMORY).contains(&megabytes);
            require(is_possible, &format!("{prefix}.{key}"), "should be 1 to 4096");
        }
        let counts = [
            ("formatter_milliseconds", self.formatter_milliseconds > 0),
            ("page_milliseconds", self.page_milliseconds > 0),
            ("page_calls", self.page_calls > 0),
            ("site_seconds", self.site_seconds > 0),
            ("interpreted_formatter_milliseconds", self.interpreted_formatter_milliseconds > 0),
            ("interpreted_page_milliseconds", self.interpreted_page_milliseconds > 0),
            ("interpreted_page_calls", self.interpreted_page_calls > 0),
            ("interpreted_payment_milliseconds", self.interpreted_payment_milliseconds > 0),
            ("payment_milliseconds", self.payment_milliseconds > 0),
            ("job_seconds", self.job_seconds > 0),
            ("job_milliseconds", self.job_milliseconds > 0),
            ("transfer_kilobytes", self.transfer_kilobytes > 0),
            ("block_kilobytes", self.block_kilobytes > 0),
            ("client_kilobytes", self.client_kilobytes > 0),
            ("http_seconds", self.http_seconds > 0),
        ];
        for (key, holds) in counts {
            require(holds, &format!("{prefix}.{key}"), "should be at least 1");
        }
        let is_longer = self.payment_seconds > self.http_seconds;
        let message = format!("should be more than {prefix}.http_seconds");
        require(is_longer, &format!("{prefix}.payment_seconds"), &message);
    }
}

impl PlanPluginsConfig {
    /// Limits by their keys.
    ///
    /// # Errors
    /// A key that a plan cannot set, with those that it can, or a value that is too large.
    pub(crate) fn of<'a>(values: impl Iterator<Item = (&'a str, i64)>) -> Result<Self, String> {
        let named: Map<String, Value> = values.map(|(key, value)| (key.to_owned(), Value::from(value))).collect();
        serde_json::from_value(Value::Object(named)).map_err(|error| error.to_string())
    }

    /// The limits of all plugins with those of this plan in their places.
    pub(crate) fn over(&self, general: &PluginLimitsConfig) -> PluginLimitsConfig {
        macro_rules! own {
            ($($key:ident),* $(,)?) => {
                PluginLimitsConfig { $($key: self.$key.unwrap_or(general.$key),)* ..general.clone() }
            };
        }
        own!(
            memory_megabytes,
            storage_megabytes,
            formatter_milliseconds,
            page_milliseconds,
            page_calls,
            site_seconds,
            payment_milliseconds,
            log_kilobytes,
            log_lines,
            http_requests,
            interpreted_memory_megabytes,
            interpreted_storage_megabytes,
            interpreted_formatter_milliseconds,
            interpreted_page_milliseconds,
            interpreted_page_calls,
            interpreted_payment_milliseconds,
            interpreted_log_kilobytes,
            interpreted_log_lines,
            interpreted_http_requests,
            job_milliseconds,
            reads,
        )
    }
}
