//! Settings: defaults, then a file, then environment variables; validated as a whole before anything starts.

mod analytics;
mod checks;
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

/// The default settings, which also serve as the reference.
pub const DEFAULTS: &str = include_str!("config.default.toml");

/// Upper bound of the configurable image size limit, megabytes.
pub const MAX_IMAGE_MEGABYTES: u64 = 100;
/// Upper bound of the configurable size limit of other files, megabytes.
pub const MAX_FILE_MEGABYTES: u64 = 300;

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
        unstable: bool,
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
        http_requests: u32, http_seconds: u64, http_kilobytes: usize, stream_kilobytes: usize,
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
