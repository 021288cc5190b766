//! Settings of visitors' analytics.

use std::collections::BTreeMap;

use axum::http::HeaderName;
use stoa_analytics::schemas::SourceEnvironment;
use stoa_http::AnalyticsRules;
use stoa_render::VisitorScript;

use super::{AnalyticsConfig, ServerConfig};

impl AnalyticsConfig {
    pub(super) fn check(&self, require: &mut impl FnMut(bool, &str, &str)) {
        let is_known = SourceEnvironment::named(&self.environment).is_some();
        require(is_known, "analytics.environment", "should be dev, qa, staging or prod");
        let header = self.country_header.is_empty() || self.header().is_some();
        require(header, "analytics.country_header", "should be the name of a header, such as CF-IPCountry");
        for (name, host) in self.hosts() {
            let key = format!("analytics.{name}_host");
            let plain = host.strip_prefix("https://").or_else(|| host.strip_prefix("http://"));
            let is_origin = plain.is_some_and(|plain| {
                !plain.is_empty() && plain.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-:".contains(&byte))
            });
            require(host.is_empty() || is_origin, &key, "should be an origin such as https://events.example.com");
        }
        let exports = self.export_url.is_empty()
            || self.export_url.starts_with("https://")
            || self.export_url.starts_with("http://");
        require(exports, "analytics.export_url", "should be a web address, or empty");
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'.';
        let is_table = !self.export_table.is_empty() && self.export_table.bytes().all(plain);
        require(is_table, "analytics.export_table", "should be the name of a table, such as stoa.events");
        let is_domain = |domain: &String| {
            domain.contains('.')
                && domain.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'.')
        };
        let domains = self.cookie_parent_domains.iter().all(is_domain);
        require(domains, "analytics.cookie_parent_domains", "should be domains such as example.com");
    }

    fn hosts(&self) -> [(&'static str, &str); 3] {
        [("dev", &self.dev_host), ("staging", &self.staging_host), ("prod", &self.prod_host)]
    }

    fn header(&self) -> Option<HeaderName> {
        HeaderName::try_from(&self.country_header).ok()
    }

    /// What pages tell the script that records visits.
    pub(crate) fn script(&self) -> VisitorScript {
        let hosts = self.hosts().map(|(name, host)| (name.to_owned(), host.to_owned()));
        VisitorScript {
            url: stoa_http::public::static_files::visitor_script(),
            environment: self.environment.clone(),
            hosts: BTreeMap::from(hosts),
            cookie_domains: self.cookie_parent_domains.clone(),
        }
    }

    /// What the intake of events follows. The country header can be forged unless a proxy sets it.
    pub(crate) fn rules(&self, server: &ServerConfig) -> AnalyticsRules {
        let own = match SourceEnvironment::named(&self.environment) {
            Some(SourceEnvironment::Dev) => &self.dev_host,
            Some(SourceEnvironment::Qa | SourceEnvironment::Staging) => &self.staging_host,
            _ => &self.prod_host,
        };
        AnalyticsRules {
            environment: SourceEnvironment::named(&self.environment).unwrap_or(SourceEnvironment::Prod),
            country_header: self.header().filter(|_| server.trust_proxy),
            event_origin: Some(own.clone()).filter(|host| !host.is_empty()),
            has_session_recorder: self.session_recorder,
        }
    }
}
