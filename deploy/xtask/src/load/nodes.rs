//! The installation that a run loads: one server on SQLite, or two with Postgres and Redis behind a proxy.

use std::ffi::OsString;
use std::sync::{Mutex, MutexGuard, PoisonError};

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};

use super::faults::{Fault, FaultyDisk};
use super::options::Options;
use super::tcp_proxy::Gate;
use super::tls_proxy::{self, Proxy};
use crate::database::{Databases, Durability};
use crate::repository::Repository;
use crate::server::{DemoServer, Setup, Storage, free_port};
use crate::shell;

/// Host of the platform without TLS; each browser and k6 resolves names below it as this machine.
const PLAIN_HOST: &str = "localhost";

/// Owner of the seeded sites and the demo shops. The accounts exist only in data that ends with the command.
const SEEDED_OWNER: (&str, &str) = ("load@load.invalid", "load-tests-only-2026");
const DEMO_OWNER: (&str, &str) = ("owner@stoa.example", "stoa-demo-2026");

/// A discount code of each seeded shop.
const SEEDED_CODE: &str = "LOAD10";

/// The demo shops.
const DEMO_SITES: [&str; 2] = ["juniper", "kissaten"];

/// How long the sites allow load tests, and how many calls a second.
const ALLOWED: [&str; 4] = ["--for", "8h", "--calls", "1000"];

/// One server.
#[derive(Debug)]
pub(crate) struct Node {
    pub(super) server: Mutex<DemoServer>,
    pub(super) metrics_port: u16,
}

impl Node {
    fn lock(&self) -> MutexGuard<'_, DemoServer> {
        self.server.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Where visitors go and what k6 has to know for it.
#[derive(Debug, Clone)]
pub(super) struct Target {
    /// For the report.
    pub(super) shown: String,
    /// Sites with their weights and keys.
    pub(super) sites: Value,
    /// Environment variables of k6.
    pub(super) environment: Vec<(&'static str, OsString)>,
}

impl Target {
    /// The same with its first site only.
    pub(super) fn first_site(&self) -> Self {
        let first: Vec<Value> = self.sites.as_array().into_iter().flatten().take(1).cloned().collect();
        Self { sites: Value::Array(first), ..self.clone() }
    }
}

/// Running servers; they and their databases end with this value.
#[derive(Debug)]
pub(crate) struct Nodes {
    repository: Repository,
    storage: Storage,
    host: &'static str,
    public_port: u16,
    seeded_sites: Option<u32>,
    // Dropped in this order: the servers before what they need.
    pub(super) nodes: Vec<Node>,
    proxy: Option<Proxy>,
    pub(super) gate: Option<Gate>,
    pub(super) databases: Option<Databases>,
    pub(super) disk: Option<FaultyDisk>,
}

/// Completes the environments of the nodes: behind a proxy at a port, if there is one. Returns the ports of their metrics.
fn set_up(
    setups: &mut [Setup],
    options: &Options,
    proxy_port: Option<u16>,
    disk: Option<&FaultyDisk>,
) -> Result<Vec<u16>> {
    let mut metrics_ports = Vec::new();
    // Files that are uploaded at one node are served by the other.
    let shared_folder = setups.first().map(|setup| setup.data.path().as_os_str().to_owned());
    for setup in setups {
        let metrics_port = free_port()?;
        metrics_ports.push(metrics_port);
        let environment = &mut setup.environment;
        environment.push(("STOA_METRICS__BIND", format!("127.0.0.1:{metrics_port}").into()));
        environment.extend(shared_folder.clone().map(|folder| ("STOA_DATA_DIR", folder)));
        if options.rate_limits {
            environment.push(("STOA_SERVER__RATE_LIMIT_FACTOR", "1".into()));
        }
        if let Some(port) = proxy_port {
            let settings = tls_proxy::server_settings(port, options.run.tls);
            environment.extend(settings.into_iter().map(|(name, value)| (name, value.into())));
        }
        if let Some(disk) = disk {
            environment.extend(disk.environment());
        }
        environment.extend(options.server_environment.iter().map(|(name, value)| (*name, value.into())));
    }
    Ok(metrics_ports)
}

impl Nodes {
    /// Starts what the options say, and fills it.
    pub(crate) fn start(repository: &Repository, options: &Options) -> Result<Self> {
        let (count, tls, faults) = (options.nodes(), options.run.tls, &options.run.faults);
        let databases = if count > 1 { Some(Databases::start(Durability::Full)?) } else { None };
        let gate = match &databases {
            Some(databases) if faults.iter().any(Fault::needs_gate) => {
                Some(Gate::to(databases.postgres_address()).context("Postgres cannot be reached")?)
            }
            _ => None,
        };
        let storage = match &databases {
            None => Storage::Sqlite,
            Some(databases) => {
                let direct = databases.postgres_url();
                let postgres = gate.as_ref().map_or(Ok(direct.clone()), |gate| gate.url_through(&direct))?;
                Storage::Shared { postgres, redis: databases.redis_url() }
            }
        };
        let is_proxied = tls || count > 1;
        let mut setups: Vec<Setup> =
            (0..count).map(|_| Setup::new(!options.run.debug, &storage)).collect::<Result<_>>()?;
        let first_port = setups.first().context("there is no node")?.port;
        let public_port = if is_proxied { free_port()? } else { first_port };
        let disk = match setups.first() {
            Some(setup) if count == 1 && faults.iter().any(Fault::needs_disk) => {
                // Without the server's log, which stands beside it.
                Some(FaultyDisk::build(repository, &setup.data.path().join("db"))?)
            }
            _ => None,
        };
        let metrics_ports = set_up(&mut setups, options, is_proxied.then_some(public_port), disk.as_ref())?;
        let ports: Vec<u16> = setups.iter().map(|setup| setup.port).collect();
        // One after another: the first migrates the databases and makes the demo shops.
        let mut nodes = Vec::new();
        for (setup, metrics_port) in setups.into_iter().zip(metrics_ports) {
            let server = Mutex::new(DemoServer::start_as(repository, setup)?);
            nodes.push(Node { server, metrics_port });
        }
        let proxy = if is_proxied { Some(Proxy::start(repository, public_port, &ports, tls)?) } else { None };
        let host = if tls { tls_proxy::PLATFORM_HOST } else { PLAIN_HOST };
        let seeded_sites = options.seeded_sites();
        let repository = repository.clone();
        let started =
            Self { repository, storage, host, public_port, seeded_sites, nodes, proxy, gate, databases, disk };
        if let Some(sites) = seeded_sites {
            started.seed(sites, options)?;
        }
        faults.iter().try_for_each(|fault| fault.check(&started))?;
        Ok(started)
    }

    /// Starts a node again as it was started.
    pub(super) fn restart(&self, index: usize) -> Result<()> {
        self.nodes.get(index).context("there is no such node")?.lock().start_again(&self.repository)
    }

    /// Host and port of the metrics of each node.
    pub(super) fn metrics(&self) -> Vec<String> {
        self.nodes.iter().map(|node| format!("127.0.0.1:{}", node.metrics_port)).collect()
    }

    /// The ends of the logs.
    pub(super) fn log_tails(&self) -> String {
        let tails = self.nodes.iter().map(|node| format!("the end of a server's log:\n{}", node.lock().log_tail()));
        tails.collect::<Vec<_>>().join("\n")
    }

    /// Runs `stoa …` beside the servers and returns what it prints.
    pub(super) fn stoa(&self, arguments: &[&str]) -> Result<String> {
        let mut command = {
            let first = self.nodes.first().context("there is no node")?.lock();
            first.beside(&self.repository)
        };
        shell::output(command.args(arguments).env("STOA_LOAD_PASSWORD", SEEDED_OWNER.1))
    }

    fn seed(&self, sites: u32, options: &Options) -> Result<()> {
        let run = &options.run;
        let numbers = [
            ("--sites", sites.to_string()),
            ("--products", run.products.unwrap_or(sites.saturating_mul(300)).to_string()),
            ("--orders", run.orders.unwrap_or(sites.saturating_mul(1_000)).to_string()),
            ("--customers", run.customers.unwrap_or(sites.saturating_mul(400)).to_string()),
            ("--pages", run.pages.unwrap_or(sites.saturating_mul(20)).to_string()),
            ("--seed", run.seed.unwrap_or(super::USUAL_SEED).to_string()),
        ];
        let mut arguments = vec!["load", "seed", "--yes"];
        arguments.extend(numbers.iter().flat_map(|(name, number)| [*name, number.as_str()]));
        println!("{}", self.stoa(&arguments)?.trim_end());
        Ok(())
    }

    /// Allows load tests at the sites and tells where they are.
    pub(super) fn target(&self) -> Result<Target> {
        let identifiers: Vec<String> = match self.seeded_sites {
            Some(sites) => (1..=sites).map(|number| format!("load-{number:04}")).collect(),
            None => DEMO_SITES.map(str::to_owned).to_vec(),
        };
        let mut arguments = vec!["load", "allow"];
        arguments.extend(identifiers.iter().map(String::as_str));
        arguments.extend(ALLOWED);
        let keys = self.stoa(&arguments)?;
        let scheme =
            if self.proxy.as_ref().is_some_and(|proxy| proxy.certificate().is_some()) { "https" } else { "http" };
        let url = |site: &str| format!("{scheme}://{site}.{}:{}", self.host, self.public_port);
        let mut sites = Vec::new();
        for identifier in &identifiers {
            let key = key_of(&keys, identifier)
                .with_context(|| format!("`stoa load allow` printed no key of {identifier}"))?;
            sites.push(json!({"url": url(identifier), "weight": 1, "key": key}));
        }
        let owner = if self.seeded_sites.is_some() { SEEDED_OWNER } else { DEMO_OWNER };
        let mut environment: Vec<(&'static str, OsString)> =
            vec![("STOA_OWNER_EMAIL", owner.0.into()), ("STOA_OWNER_PASSWORD", owner.1.into())];
        if self.seeded_sites.is_some() {
            environment.push(("STOA_CODES", SEEDED_CODE.into()));
        }
        if let Some(certificate) = self.proxy.as_ref().and_then(Proxy::certificate) {
            environment.push(("SSL_CERT_FILE", certificate.into()));
            let hosts = identifiers.iter().map(|site| format!("{site}.{}", self.host)).chain([self.host.to_owned()]);
            let resolved: Vec<String> = hosts.map(|host| format!("{host}=127.0.0.1:{}", self.public_port)).collect();
            environment.push(("STOA_RESOLVE", resolved.join(",").into()));
        }
        let address = format!("{scheme}://{}:{}", self.host, self.public_port);
        let way = match self.storage {
            Storage::Sqlite => "one server on SQLite",
            Storage::Postgres(_) => "one server on Postgres",
            Storage::Shared { .. } => "two servers with Postgres and Redis behind nginx",
        };
        Ok(Target { shown: format!("{address}, {way}"), sites: Value::Array(sites), environment })
    }
}

/// The key of a site in what `stoa load allow` prints: a line `identifier key` for each.
pub(super) fn key_of<'a>(printed: &'a str, identifier: &str) -> Option<&'a str> {
    printed.lines().find_map(|line| {
        let mut words = line.split_whitespace();
        (words.next() == Some(identifier)).then(|| words.next()).flatten()
    })
}

/// Targets that run elsewhere.
pub(super) fn elsewhere(options: &Options) -> Result<Target> {
    let run = &options.run;
    let sites = match (&run.url, &run.key, &run.targets) {
        (Some(url), Some(key), _) => json!([{"url": url, "weight": 1, "key": key}]),
        (_, _, Some(file)) => {
            let text = std::fs::read_to_string(file).with_context(|| format!("{} cannot be read", file.display()))?;
            serde_json::from_str(&text).with_context(|| format!("{} is not JSON", file.display()))?
        }
        _ => bail!("--url and --key, or --targets, name what to load"),
    };
    let count = sites.as_array().map_or(0, Vec::len);
    let shown = match &run.url {
        Some(url) => url.clone(),
        None => format!("{count} targets"),
    };
    Ok(Target { shown, sites, environment: Vec::new() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_of_sites() {
        let printed = "juniper ltk_abc\nkissaten ltk_def\n";
        assert_eq!(key_of(printed, "kissaten"), Some("ltk_def"));
        assert_eq!(key_of(printed, "kiss"), None);
    }

    #[test]
    fn targets_elsewhere() {
        let mut options = Options::of(super::super::options::Profile::Average);
        assert!(elsewhere(&options).is_err());
        options.run.url = Some("https://shop.example".to_owned());
        options.run.key = Some("k".to_owned());
        let target = elsewhere(&options).unwrap();
        assert_eq!(target.shown, "https://shop.example");
        assert_eq!(target.sites.get(0).and_then(|site| site.get("key")), Some(&json!("k")));
    }
}
