//! The settings of the web layer, from those of the operator.

use std::time::Duration;

use stoa_http::{HttpSettings, MinimumRate};
use stoa_kernel::website::WebsiteStatus;
use stoa_site::media::{OEmbedServices, SmugmugService};
use stoa_tenancy::SignUpRules;

use crate::config::Config;

/// The settings; `bound` is the port that the program listens on.
pub(super) fn http_settings(config: &Config, bound: u16) -> HttpSettings {
    HttpSettings {
        platform_host: config.server.platform_host.clone(),
        scheme: if config.server.scheme == "https" { "https" } else { "http" },
        public_port: config.public_port(bound),
        proxies: config.proxies(),
        pace: MinimumRate {
            bytes_per_second: config.connections.body_bytes_per_second,
            pause: Duration::from_secs(config.connections.body_pause_seconds),
        },
        rate_limit_factor: config.server.rate_limit_factor,
        sign_up: SignUpRules { open: config.accounts.open, sites_per_account: config.accounts.sites_per_account },
        new_site_status: match config.accounts.new_site_status.as_str() {
            "trial" => WebsiteStatus::Trial,
            _ => WebsiteStatus::Paid,
        },
        new_site_plan: Some(config.plans.new_site.clone()).filter(|plan| !plan.is_empty()),
        plan_titles: config.plans.offered.iter().map(|(name, plan)| (name.clone(), plan.title.clone())).collect(),
        film_services: OEmbedServices {
            youtube: config.uploads.youtube_oembed.clone(),
            vimeo: config.uploads.vimeo_oembed.clone(),
        },
        smugmug: SmugmugService {
            url: config.uploads.smugmug_url.clone(),
            key: config.uploads.smugmug_key.expose().to_owned(),
        },
        analytics: config.analytics.rules(&config.server),
        load_tests: config.load_tests.rules(),
    }
}
