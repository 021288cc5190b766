//! Settings: defaults, then a file, then environment variables; validated as a whole before anything starts.

mod analytics;
mod load_tests;
mod plugins;

use std::collections::BTreeMap;
use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};

use figment::Figment;
use figment::providers::{Env, Format as _, Toml};
use ipnet::IpNet;
use serde::Deserialize;
use stoa_http::Proxies;

use crate::secrets::SHORTEST;

/// The default settings, which also serve as the reference.
pub const DEFAULTS: &str = include_str!("config.default.toml");

/// Upper bound of the configurable image size limit, megabytes.
pub const MAX_IMAGE_MEGABYTES: u64 = 100;
/// Upper bound of the configurable size limit of other files, megabytes.
pub const MAX_FILE_MEGABYTES: u64 = 300;

/// Longest time for which analytics are kept, months.
const MAX_ANALYTICS_MONTHS: u16 = 120;

/// Upper bound of the configurable session length, days: browsers do not keep cookies longer.
const MAX_SESSION_DAYS: u32 = 400;

/// A value that is never printed.
#[derive(Clone, Default, Deserialize)]
#[serde(transparent)]
pub struct Secret(String);

impl Secret {
    /// The value itself.
    pub fn expose(&self) -> &str {
        &self.0
    }

    /// Whether the setting is empty.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(if self.0.is_empty() { "(empty)" } else { "(secret)" })
    }
}

/// All settings.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "config.default.toml describes each setting")]
pub struct Config {
    pub data_dir: PathBuf,
    pub server: ServerConfig,
    /// Time limits and maximum numbers of connections.
    pub connections: ConnectionsConfig,
    /// Where metrics are served.
    pub metrics: MetricsConfig,
    pub accounts: AccountsConfig,
    pub sessions: SessionsConfig,
    pub database: DatabaseConfig,
    pub jobs: JobsConfig,
    pub disk: DiskConfig,
    pub redis: RedisConfig,
    pub storage: StorageConfig,
    pub plans: PlansConfig,
    pub analytics: AnalyticsConfig,
    pub load_tests: LoadTestsConfig,
    pub uploads: UploadsConfig,
    /// How smaller versions of images are made.
    pub pictures: PicturesConfig,
    pub mail: MailConfig,
    pub captcha: CaptchaConfig,
    pub places: PlacesConfig,
    pub plugins: PluginsConfig,
    pub themes: ThemesConfig,
    pub languages: LanguagesConfig,
    pub secrets: SecretsConfig,
    pub log: LogConfig,
}

macro_rules! sections {
    ($($name:ident { $($(#[$attribute:meta])* $field:ident: $kind:ty,)* })*) => {$(
        /// A section of the settings; `config.default.toml` describes each.
        #[derive(Clone, Debug, Deserialize)]
        #[serde(deny_unknown_fields)]
        #[expect(missing_docs, reason = "config.default.toml describes each setting")]
        pub struct $name { $($(#[$attribute])* pub $field: $kind,)* }
    )*};
}

sections! {
    ServerConfig {
        bind: String, platform_host: String, scheme: String, public_port: u16, trust_proxy: bool, proxy_hops: usize,
        proxy_networks: Vec<String>, rate_limit_factor: u32, drain_seconds: u64,
    }
    ConnectionsConfig {
        head_seconds: u64, idle_seconds: u64, send_seconds: u64, body_bytes_per_second: u64, body_pause_seconds: u64,
        from_one_address: usize, at_once: usize,
    }
    MetricsConfig { bind: String, token: Secret, }
    AccountsConfig { open: bool, sites_per_account: u64, new_site_status: String, erase_ended_trials: bool, }
    SessionsConfig { contributor_days: u32, site_user_days: u32, }
    DatabaseConfig { url: Secret, max_connections: u32, max_open_sites: u64, idle_seconds: u64, }
    JobsConfig { rest: u32, }
    DiskConfig { reserve_megabytes: u64, }
    RedisConfig { url: Secret, }
    StorageConfig {
        kind: String, endpoint: String, region: String, bucket: String, access_key: Secret, secret_key: Secret,
    }
    PlansConfig { new_site: String, #[serde(default)] offered: BTreeMap<String, PlanConfig>, }
    PlanConfig {
        title: String, picture_megabytes: Option<u64>, file_megabytes: Option<u64>, site_megabytes: Option<u64>,
        analytics_months: Option<u16>, plugins: Option<PlanPluginsConfig>,
    }
    PlanPluginsConfig {
        memory_megabytes: Option<usize>, storage_megabytes: Option<usize>, formatter_milliseconds: Option<u64>,
        page_milliseconds: Option<u64>, page_calls: Option<u32>, site_seconds: Option<u64>,
        payment_milliseconds: Option<u64>,
        log_kilobytes: Option<usize>, log_lines: Option<usize>, http_requests: Option<u32>,
        interpreted_memory_megabytes: Option<usize>, interpreted_storage_megabytes: Option<usize>,
        interpreted_formatter_milliseconds: Option<u64>, interpreted_page_milliseconds: Option<u64>,
        interpreted_page_calls: Option<u32>, interpreted_payment_milliseconds: Option<u64>,
        interpreted_log_kilobytes: Option<usize>, interpreted_log_lines: Option<usize>,
        interpreted_http_requests: Option<u32>,
        job_milliseconds: Option<u64>, reads: Option<u32>,
    }
    UploadsConfig {
        picture_megabytes: u64, file_megabytes: u64, site_megabytes: u64, private_addresses: Vec<IpAddr>,
        youtube_oembed: String, vimeo_oembed: String, smugmug_url: String, smugmug_key: Secret,
    }
    PicturesConfig { avif: bool, }
    MailConfig {
        kind: String, smtp_url: Secret, from: String, connections: usize, connect_seconds: u64, answer_seconds: u64,
        first_pause_seconds: u64,
    }
    CaptchaConfig { kind: String, site_key: String, secret: Secret, script_url: String, verify_url: String, origins: Vec<String>, }
    PlacesConfig { key: Secret, url: String, }
    PluginsConfig {
        dir: String, cache: String, instances: u32, payment_instances: u32, interpreted_instances: u32,
        background_instances: u32, payment_queue: usize, calls_per_site: usize, payments_per_site: usize,
        #[serde(default)] indexes: Vec<PluginIndexConfig>,
        packages: PluginPackagesConfig, compile: PluginCompileConfig, limits: PluginLimitsConfig,
    }
    PluginIndexConfig { source: String, key: String, }
    PluginPackagesConfig { uploads: bool, per_site: u64, loaded_megabytes: u64, idle_seconds: u64, }
    PluginCompileConfig { memory_megabytes: u64, seconds: u64, at_once: usize, program: String, }
    PluginLimitsConfig {
        memory_megabytes: usize, storage_megabytes: usize, formatter_milliseconds: u64, page_milliseconds: u64,
        page_calls: u32, site_seconds: u64,
        interpreted_memory_megabytes: usize, interpreted_storage_megabytes: usize,
        interpreted_formatter_milliseconds: u64, interpreted_page_milliseconds: u64, interpreted_page_calls: u32,
        interpreted_payment_milliseconds: u64, interpreted_log_kilobytes: usize, interpreted_log_lines: usize,
        interpreted_http_requests: u32,
        payment_seconds: u64, payment_milliseconds: u64, job_seconds: u64, job_milliseconds: u64,
        transfer_kilobytes: usize, block_kilobytes: usize, client_kilobytes: usize,
        formatter_kilobytes: usize, state_kilobytes: usize, log_kilobytes: usize, log_lines: usize, reads: u32,
        http_requests: u32, http_seconds: u64, http_kilobytes: usize,
    }
    ThemesConfig { dir: String, }
    LanguagesConfig { pseudo: bool, }
    AnalyticsConfig {
        months: u16, environment: String, country_header: String, dev_host: String, staging_host: String,
        prod_host: String, cookie_parent_domains: Vec<String>, session_recorder: bool,
        export_url: String, export_table: String, export_user: String, export_password: Secret,
    }
    LoadTestsConfig { allowed: bool, max_calls_per_second: u32, }
    SecretsConfig { key: Secret, }
    LogConfig { format: String, filter: String, }
}

/// Minimum length of a token in characters.
const MIN_TOKEN_LENGTH: usize = 16;

fn parse_network(text: &str) -> Option<IpNet> {
    text.parse().ok().or_else(|| text.parse::<IpAddr>().ok().map(IpNet::from))
}

/// An invalid setting.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadSetting {
    /// Its key, such as `server.bind`.
    pub key: String,
    /// What is wrong with it.
    pub message: String,
}

/// All invalid settings.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct ConfigError(pub Vec<BadSetting>);

impl fmt::Display for ConfigError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, bad) in self.0.iter().enumerate() {
            let separator = if position == 0 { "" } else { "\n" };
            write!(formatter, "{separator}{}: {}", bad.key, bad.message)?;
        }
        Ok(())
    }
}

/// Variables that begin like settings and are read by commands.
const OF_COMMANDS: [&str; 3] = ["CONFIG", "LOAD_PASSWORD", "OWNER_PASSWORD"];

/// Reads and validates the settings.
///
/// # Errors
/// Every invalid setting, by key; values of secrets are never in the message.
pub fn load(file: Option<&Path>) -> Result<Config, ConfigError> {
    let mut figment = Figment::from(Toml::string(DEFAULTS));
    if let Some(file) = file {
        if !file.is_file() {
            let message = format!("{} is not a file", file.display());
            return Err(ConfigError(vec![BadSetting { key: "config".to_owned(), message }]));
        }
        figment = figment.merge(Toml::file_exact(file));
    }
    let known = |key: &figment::value::UncasedStr| {
        !OF_COMMANDS.iter().any(|variable| key == *variable) && !key.starts_with("E2E") && !key.starts_with("TEST")
    };
    let environment = Env::prefixed("STOA_").filter(known).split("__");
    let config: Config = figment
        .merge(environment)
        .extract()
        .map_err(|errors| ConfigError(errors.into_iter().map(|error| invalid_value(&error)).collect()))?;
    let bad = config.problems();
    if bad.is_empty() { Ok(config) } else { Err(ConfigError(bad)) }
}

fn invalid_value(error: &figment::Error) -> BadSetting {
    let message = match &error.kind {
        figment::error::Kind::InvalidType(_, wanted) | figment::error::Kind::InvalidValue(_, wanted) => {
            format!("should be {wanted}")
        }
        figment::error::Kind::UnknownField(field, _) => format!("there is no setting '{field}' here"),
        other => other.to_string(),
    };
    BadSetting { key: error.path.join("."), message }
}

impl Config {
    fn problems(&self) -> Vec<BadSetting> {
        let mut bad = Vec::new();
        let mut require = |holds: bool, key: &str, message: &str| {
            if !holds {
                bad.push(BadSetting { key: key.to_owned(), message: message.to_owned() });
            }
        };
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
        self.check_edge(&mut require);
        self.plugins.check(&mut require);
        for (name, plan) in &self.plans.offered {
            if let Some(own) = &plan.plugins {
                own.over(&self.plugins.limits).check(&format!("plans.offered.{name}.plugins"), &mut require);
            }
        }
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
        let captcha = &self.captcha;
        let kinds = ["off", "checkbox", "enterprise"];
        require(kinds.contains(&captcha.kind.as_str()), "captcha.kind", "should be off, checkbox or enterprise");
        if captcha.kind != "off" {
            require(!captcha.site_key.is_empty(), "captcha.site_key", "is needed with a captcha");
            require(!captcha.secret.is_empty(), "captcha.secret", "is needed with a captcha");
            for (url, key) in [(&captcha.script_url, "captcha.script_url"), (&captcha.verify_url, "captcha.verify_url")]
            {
                require(url.starts_with("https://") || url.starts_with("http://"), key, "should be a web address");
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
        self.analytics.check(&mut require);
        self.load_tests.check(&mut require);
        let url = &self.places.url;
        require(url.starts_with("https://") || url.starts_with("http://"), "places.url", "should be a web address");
        let key = self.secrets.key.expose();
        require(key.is_empty() || key.len() >= SHORTEST, "secrets.key", "should have at least 32 characters");
        require(matches!(self.log.format.as_str(), "text" | "json"), "log.format", "should be text or json");
        bad
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

    /// The trusted proxies.
    pub fn proxies(&self) -> Proxies {
        Proxies {
            trusted: self.server.trust_proxy,
            hops: self.server.proxy_hops,
            networks: self.server.proxy_networks.iter().filter_map(|network| parse_network(network)).collect(),
        }
    }

    /// Address that metrics are served at; none when they are turned off.
    pub fn metrics_address(&self) -> Option<SocketAddr> {
        self.metrics.bind.parse().ok()
    }

    /// Address to listen on.
    pub fn bind_address(&self) -> Option<SocketAddr> {
        self.server.bind.parse().ok()
    }

    /// The port that browsers use, when it is not the default port of the scheme.
    pub fn public_port(&self, bound: u16) -> Option<u16> {
        let port = if self.server.public_port == 0 { bound } else { self.server.public_port };
        let own = if self.server.scheme == "https" { 443 } else { 80 };
        (port != own).then_some(port)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(changes: &str) -> Vec<String> {
        let config: Result<Config, _> = Figment::from(Toml::string(DEFAULTS)).merge(Toml::string(changes)).extract();
        match config {
            Ok(config) => config.problems().into_iter().map(|bad| bad.key).collect(),
            Err(errors) => errors.into_iter().map(|error| invalid_value(&error).key).collect(),
        }
    }

    #[test]
    fn default_config_is_valid() {
        assert_eq!(problems(""), Vec::<String>::new());
    }

    #[test]
    fn invalid_values_named_by_key() {
        let changes = "[server]\nbind = 'nowhere'\nscheme = 'gopher'\n[secrets]\nkey = 'short'\n";
        assert_eq!(problems(changes), ["server.bind", "server.scheme", "secrets.key"]);
        assert_eq!(problems("[server]\npublic_port = 'x'\n"), ["server.public_port"]);
    }

    #[test]
    fn public_metrics_require_token() {
        let open = "[metrics]\nbind = '0.0.0.0:9464'\n";
        assert_eq!(problems(open), ["metrics.token"]);
        assert_eq!(problems(&format!("{open}token = 'sixteen and more characters'\n")), Vec::<String>::new());
        assert_eq!(problems("[metrics]\nbind = '[::1]:1'\n"), Vec::<String>::new());
        assert_eq!(problems("[metrics]\nbind = ''\n"), Vec::<String>::new());
        assert_eq!(problems("[metrics]\ntoken = 'short'\n"), ["metrics.token"]);
    }

    #[test]
    fn proxy_and_connection_settings_validated() {
        let changes = "[server]\nproxy_hops = 0\nproxy_networks = ['10.0.0.0/8', 'here']\n[connections]\nat_once = 0\n\
                       head_seconds = 0\n";
        let named = ["server.proxy_hops", "server.proxy_networks", "connections.head_seconds", "connections.at_once"];
        assert_eq!(problems(changes), named);
        assert_eq!(problems("[server]\nproxy_networks = ['192.0.2.1', 'fd00::/8']\n"), Vec::<String>::new());
    }

    #[test]
    fn plan_settings_validated() {
        let small = "[plans]\nnew_site = 'small'\n[plans.offered.small]\ntitle = 'Small'\nsite_megabytes = 2000\n";
        assert_eq!(problems(small), Vec::<String>::new());
        let bad = "[plans]\nnew_site = 'large'\n[plans.offered.small]\ntitle = ' '\npicture_megabytes = 500\n";
        assert_eq!(
            problems(bad),
            ["plans.offered.small.title", "plans.offered.small.picture_megabytes", "plans.new_site"]
        );
        assert_eq!(problems("[plans.offered.small]\ntitle = 'S'\nsites = 3\n"), ["plans.offered.small.sites"]);
    }

    #[test]
    fn plugin_limits_validated() {
        assert_eq!(problems("[plugins]\ninstances = 1\n"), ["plugins.instances"]);
        let idle = "[plugins.packages]\nloaded_megabytes = 0\n[plugins.compile]\nmemory_megabytes = 32\nat_once = 0\n";
        assert_eq!(
            problems(idle),
            ["plugins.packages.loaded_megabytes", "plugins.compile.memory_megabytes", "plugins.compile.at_once"]
        );
        let index = "[[plugins.indexes]]\nsource = \"plugins\"\nkey = \"key\"\n";
        assert_eq!(problems(index), ["plugins.indexes", "plugins.indexes"]);
        let slow = "[plugins.limits]\nhttp_seconds = 20\nformatter_milliseconds = 0\n";
        assert_eq!(problems(slow), ["plugins.limits.formatter_milliseconds", "plugins.limits.payment_seconds"]);
    }

    #[test]
    fn session_lengths_validated() {
        let never = "[sessions]\ncontributor_days = 0\nsite_user_days = 401\n";
        assert_eq!(problems(never), ["sessions.contributor_days", "sessions.site_user_days"]);
    }

    #[test]
    fn debug_output_hides_secrets() {
        assert_eq!(format!("{:?}", Secret("hunter2".to_owned())), "(secret)");
    }
}
