//! What the values of settings must be.

use super::{BadSetting, Config, MAX_FILE_MEGABYTES, MAX_IMAGE_MEGABYTES, parse_network};
use crate::secrets::SHORTEST;

/// Longest time for which analytics are kept, months.
const MAX_ANALYTICS_MONTHS: u16 = 120;
/// Upper bound of the configurable session length, days: browsers do not keep cookies longer.
const MAX_SESSION_DAYS: u32 = 400;
/// Minimum length of a token in characters.
const MIN_TOKEN_LENGTH: usize = 16;

impl Config {
    /// The settings that are invalid.
    pub(super) fn problems(&self) -> Vec<BadSetting> {
        let mut bad = Vec::new();
        let mut require = |holds: bool, key: &str, message: &str| {
            if !holds {
                bad.push(BadSetting { key: key.to_owned(), message: message.to_owned() });
            }
        };
        self.check_server(&mut require);
        self.check_edge(&mut require);
        self.plugins.check(&mut require);
        for (name, plan) in &self.plans.offered {
            if let Some(own) = &plan.plugins {
                own.over(&self.plugins.limits).check(&format!("plans.offered.{name}.plugins"), &mut require);
            }
        }
        self.check_stores(&mut require);
        self.check_plans(&mut require);
        self.check_mail(&mut require);
        self.check_captcha(&mut require);
        self.analytics.check(&mut require);
        self.load_tests.check(&mut require);
        require(is_web_address(&self.places.url), "places.url", "should be a web address");
        let key = self.secrets.key.expose();
        require(key.is_empty() || key.len() >= SHORTEST, "secrets.key", "should have at least 32 characters");
        require(matches!(self.log.format.as_str(), "text" | "json"), "log.format", "should be text or json");
        bad
    }

    /// Checks the address, the host of the platform, and how long people stay signed in.
    fn check_server(&self, require: &mut impl FnMut(bool, &str, &str)) {
        require(
            self.bind_address().is_some(),
            "server.bind",
            "should be an address and a port, such as 127.0.0.1:8080",
        );
        require(
            matches!(self.accounts.new_site_status.as_str(), "paid" | "trial"),
            "accounts.new_site_status",
            "should be paid or trial",
        );
        require(!self.server.platform_host.is_empty(), "server.platform_host", "should be a host name");
        require(matches!(self.server.scheme.as_str(), "http" | "https"), "server.scheme", "should be http or https");
        for (key, days) in [
            ("sessions.contributor_days", self.sessions.contributor_days),
            ("sessions.site_user_days", self.sessions.site_user_days),
        ] {
            require((1..=MAX_SESSION_DAYS).contains(&days), key, "should be 1 to 400");
        }
    }

    /// Checks the settings of proxies, connections and the metrics address.
    fn check_edge(&self, require: &mut impl FnMut(bool, &str, &str)) {
        require((1..=10).contains(&self.server.proxy_hops), "server.proxy_hops", "should be 1 to 10");
        require(self.server.drain_seconds <= 300, "server.drain_seconds", "should be 0 to 300");
        let networks = self.server.proxy_networks.iter().all(|network| parse_network(network).is_some());
        require(networks, "server.proxy_networks", "should be addresses or networks, such as 10.0.0.0/8");
        let connections = &self.connections;
        for (name, seconds) in [
            ("head", connections.head_seconds),
            ("idle", connections.idle_seconds),
            ("send", connections.send_seconds),
            ("body_pause", connections.body_pause_seconds),
        ] {
            let within = (1..=3600).contains(&seconds);
            require(within, &format!("connections.{name}_seconds"), "should be 1 to 3600");
        }
        require(connections.from_one_address > 0, "connections.from_one_address", "should be at least 1");
        require(connections.at_once > 0, "connections.at_once", "should be at least 1");
        let metrics = &self.metrics;
        let address = self.metrics_address();
        let readable = metrics.bind.is_empty() || address.is_some();
        require(readable, "metrics.bind", "should be an address and a port, such as 127.0.0.1:9464, or empty");
        let is_local = address.is_none_or(|address| address.ip().is_loopback());
        let length = metrics.token.expose().len();
        require(
            length >= MIN_TOKEN_LENGTH || (length == 0 && is_local),
            "metrics.token",
            "should have at least 16 characters; it may be empty if metrics.bind is a loopback address",
        );
    }

    /// Checks the settings of databases, jobs, Redis and files.
    fn check_stores(&self, require: &mut impl FnMut(bool, &str, &str)) {
        let database = self.database.url.expose();
        let postgres = database.starts_with("postgres://") || database.starts_with("postgresql://");
        require(database.is_empty() || postgres, "database.url", "should be empty or start with postgres://");
        require(self.database.max_connections > 0, "database.max_connections", "should be at least 1");
        require(self.database.max_open_sites > 0, "database.max_open_sites", "should be at least 1");
        require(self.database.idle_seconds > 0, "database.idle_seconds", "should be at least 1");
        require((1..=100).contains(&self.jobs.rest), "jobs.rest", "should be 1 to 100");
        let redis = self.redis.url.expose();
        let redis_scheme = redis.starts_with("redis://") || redis.starts_with("rediss://");
        require(redis.is_empty() || redis_scheme, "redis.url", "should be empty or start with redis://");
        require(matches!(self.storage.kind.as_str(), "local" | "s3"), "storage.kind", "should be local or s3");
        if self.storage.kind == "s3" {
            require(!self.storage.bucket.is_empty(), "storage.bucket", "is needed when storage.kind is s3");
        }
    }

    /// Checks the sizes of files, for how long analytics are kept, and the plans of sites.
    fn check_plans(&self, require: &mut impl FnMut(bool, &str, &str)) {
        let mut sizes = vec![("uploads".to_owned(), self.uploads.picture_megabytes, self.uploads.file_megabytes)];
        for (name, plan) in &self.plans.offered {
            let key = format!("plans.offered.{name}");
            require(!plan.title.trim().is_empty(), &format!("{key}.title"), "should be the name of the plan");
            sizes.push((key, plan.picture_megabytes.unwrap_or(1), plan.file_megabytes.unwrap_or(1)));
        }
        for (key, picture, file) in sizes {
            let kinds = [("picture", picture, MAX_IMAGE_MEGABYTES), ("file", file, MAX_FILE_MEGABYTES)];
            for (kind, megabytes, most) in kinds {
                let within = (1..=most).contains(&megabytes);
                require(within, &format!("{key}.{kind}_megabytes"), &format!("should be 1 to {most}"));
            }
        }
        let of_plans = self.plans.offered.iter().map(|(name, plan)| (format!("plans.offered.{name}"), plan));
        let months =
            of_plans.filter_map(|(key, plan)| Some((format!("{key}.analytics_months"), plan.analytics_months?)));
        for (key, months) in months.chain([("analytics.months".to_owned(), self.analytics.months)]) {
            require((1..=MAX_ANALYTICS_MONTHS).contains(&months), &key, "should be 1 to 120");
        }
        let new_site = &self.plans.new_site;
        let offered = new_site.is_empty() || self.plans.offered.contains_key(new_site);
        require(offered, "plans.new_site", "should be one of plans.offered, or empty");
    }

    fn check_mail(&self, require: &mut impl FnMut(bool, &str, &str)) {
        require(matches!(self.mail.kind.as_str(), "outbox" | "smtp"), "mail.kind", "should be outbox or smtp");
        if self.mail.kind == "smtp" {
            let smtp = self.mail.smtp_url.expose();
            let scheme = smtp.starts_with("smtp://") || smtp.starts_with("smtps://");
            require(scheme, "mail.smtp_url", "should start with smtp:// or smtps://");
        }
        require(self.mail.from.contains('@'), "mail.from", "should be an e-mail address");
        require((2..=50).contains(&self.mail.connections), "mail.connections", "should be 2 to 50");
        for (key, seconds, most) in [
            ("mail.connect_seconds", self.mail.connect_seconds, 60),
            ("mail.answer_seconds", self.mail.answer_seconds, 300),
            ("mail.first_pause_seconds", self.mail.first_pause_seconds, 3_600),
        ] {
            require((1..=most).contains(&seconds), key, &format!("should be 1 to {most}"));
        }
    }

    fn check_captcha(&self, require: &mut impl FnMut(bool, &str, &str)) {
        let captcha = &self.captcha;
        let kinds = ["off", "checkbox", "enterprise"];
        require(kinds.contains(&captcha.kind.as_str()), "captcha.kind", "should be off, checkbox or enterprise");
        if captcha.kind != "off" {
            require(!captcha.site_key.is_empty(), "captcha.site_key", "is needed with a captcha");
            require(!captcha.secret.is_empty(), "captcha.secret", "is needed with a captcha");
            for (url, key) in [(&captcha.script_url, "captcha.script_url"), (&captcha.verify_url, "captcha.verify_url")]
            {
                require(is_web_address(url), key, "should be a web address");
            }
        }
        let plain = |origin: &String| {
            let host = origin.strip_prefix("https://").or_else(|| origin.strip_prefix("http://"));
            host.is_some_and(|host| {
                !host.is_empty() && host.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-:*".contains(&byte))
            })
        };
        let origins = captcha.origins.iter().all(plain);
        require(origins, "captcha.origins", "should be origins such as https://www.gstatic.com");
    }
}

fn is_web_address(url: &str) -> bool {
    url.starts_with("https://") || url.starts_with("http://")
}
