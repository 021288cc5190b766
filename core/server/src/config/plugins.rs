//! Checks of the settings of plugins.

use std::path::Path;

use stoa_plugin_author::PublicKey;

use super::PluginsConfig;

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
        let limits = &self.limits;
        let memory = (1..=MOST_MEMORY).contains(&limits.memory_megabytes);
        require(memory, "plugins.limits.memory_megabytes", "should be 1 to 4096");
        let memory = (1..=MOST_MEMORY).contains(&limits.interpreted_memory_megabytes);
        require(memory, "plugins.limits.interpreted_memory_megabytes", "should be 1 to 4096");
        let compile_memory = (LEAST_COMPILE_MEMORY..=MOST_COMPILE_MEMORY).contains(&self.compile.memory_megabytes);
        let counts = [
            ("plugins.packages.loaded_megabytes", self.packages.loaded_megabytes > 0),
            ("plugins.packages.idle_seconds", self.packages.idle_seconds > 0),
            ("plugins.payment_instances", self.payment_instances > 0),
            ("plugins.background_instances", self.background_instances > 0),
            ("plugins.calls_per_site", self.calls_per_site > 0),
            ("plugins.payments_per_site", self.payments_per_site > 0),
            ("plugins.limits.formatter_milliseconds", limits.formatter_milliseconds > 0),
            ("plugins.limits.page_milliseconds", limits.page_milliseconds > 0),
            ("plugins.limits.interpreted_formatter_milliseconds", limits.interpreted_formatter_milliseconds > 0),
            ("plugins.limits.interpreted_page_milliseconds", limits.interpreted_page_milliseconds > 0),
            ("plugins.limits.interpreted_payment_milliseconds", limits.interpreted_payment_milliseconds > 0),
            ("plugins.limits.payment_milliseconds", limits.payment_milliseconds > 0),
            ("plugins.limits.job_seconds", limits.job_seconds > 0),
            ("plugins.limits.job_milliseconds", limits.job_milliseconds > 0),
            ("plugins.limits.transfer_kilobytes", limits.transfer_kilobytes > 0),
            ("plugins.limits.block_kilobytes", limits.block_kilobytes > 0),
            ("plugins.limits.client_kilobytes", limits.client_kilobytes > 0),
            ("plugins.limits.http_seconds", limits.http_seconds > 0),
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
        let is_longer = limits.payment_seconds > limits.http_seconds;
        require(is_longer, "plugins.limits.payment_seconds", "should be more than plugins.limits.http_seconds");
    }
}
