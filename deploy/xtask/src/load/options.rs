//! Options of `cargo xtask load`.

use std::convert::Infallible;
use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, Subcommand};

use super::faults::Fault;

/// Length of a run of the checks; k6 itself takes longer, since people finish what they have begun.
const SMOKE_SECONDS: u32 = 8;

/// What `cargo xtask load` does.
#[derive(Debug, Subcommand)]
pub(crate) enum LoadCommand {
    /// A short run of everything, which detects what is broken.
    Smoke(Box<RunOptions>),
    /// The rate that the shop is made for.
    Average(Box<RunOptions>),
    /// More than that, for a while.
    Stress(Box<RunOptions>),
    /// Very many people at once, out of nothing.
    Spike(Box<RunOptions>),
    /// The usual rate for hours.
    Soak(Box<RunOptions>),
    /// A rate that rises by steps until the first limit breaks, then two steps between the last rate that held and that
    /// one; 15 minutes at most. `--seconds` is the longest climb, which two more minutes can follow.
    Breakpoint(Box<RunOptions>),
    /// Many people want the same few pieces.
    FlashSale(Box<RunOptions>),
    /// Visitors of many sites of one installation.
    ManySites(Box<RunOptions>),
    /// Say what is slower or faster after a change, beyond the noise. Several runs on each side show what differs
    /// between runs without a change.
    Compare {
        /// Folders of the runs before the change, separated by commas.
        before: Folders,
        /// Folders of the runs after it, separated by commas.
        after: Folders,
        /// Smallest change that counts, in percent.
        #[arg(long, default_value_t = 5.0)]
        at_least: f64,
    },
    /// Run each profile shortly, and the tests of the suite itself, as `cargo xtask test` does.
    Checks,
}

/// Folders of results, separated by commas.
#[derive(Debug, Clone)]
pub(crate) struct Folders(pub(super) Vec<PathBuf>);

impl FromStr for Folders {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(Self(text.split(',').map(PathBuf::from).collect()))
    }
}

/// A profile of load-tests/profiles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Profile {
    Smoke,
    Average,
    Stress,
    Spike,
    Soak,
    Breakpoint,
    FlashSale,
    ManySites,
}

impl Profile {
    /// All of them, in the order in which the checks run them.
    pub(crate) const ALL: [Self; 8] = [
        Self::Smoke,
        Self::Average,
        Self::Stress,
        Self::Spike,
        Self::Soak,
        Self::Breakpoint,
        Self::FlashSale,
        Self::ManySites,
    ];

    /// Whether it is usual that something is sold out.
    pub(crate) const fn sells_out(self) -> bool {
        matches!(self, Self::FlashSale)
    }

    /// Its file name without extension.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Smoke => "smoke",
            Self::Average => "average",
            Self::Stress => "stress",
            Self::Spike => "spike",
            Self::Soak => "soak",
            Self::Breakpoint => "breakpoint",
            Self::FlashSale => "flash-sale",
            Self::ManySites => "many-sites",
        }
    }
}

/// Options of a run. Without `--url` it starts servers of its own.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct RunOptions {
    /// Address of a site that runs elsewhere; nothing is built or started then.
    #[arg(long, requires = "key", conflicts_with_all = ["targets", "nodes", "sites", "faults", "debug", "tls"])]
    pub(crate) url: Option<String>,
    /// Its key: in the admin, "Load tests", or printed by `stoa load allow`.
    #[arg(long, env = "STOA_KEY", hide_env_values = true)]
    pub(crate) key: Option<String>,
    /// Several sites that run elsewhere: a JSON file `[{"url", "weight", "key"}]`.
    #[arg(long, conflicts_with_all = ["nodes", "sites", "faults", "debug", "tls"])]
    pub(crate) targets: Option<PathBuf>,
    /// Address and port of the metrics of a server that runs elsewhere; may be repeated. STOA_METRICS_TOKEN is its
    /// token.
    #[arg(long)]
    pub(crate) metrics: Vec<String>,
    /// Resolve a host name as an address: `shop.example.com=10.0.0.5:443`; several are separated by commas.
    #[arg(long)]
    pub(crate) resolve: Option<String>,
    /// Accept any certificate.
    #[arg(long)]
    pub(crate) insecure_tls: bool,
    /// Number of servers: 1 with SQLite, or 2 with Postgres and Redis behind a proxy.
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=2))]
    pub(crate) nodes: Option<u8>,
    /// Number of sites to fill and visit.
    #[arg(long)]
    pub(crate) sites: Option<u32>,
    /// Products of all sites together.
    #[arg(long)]
    pub(crate) products: Option<u32>,
    /// Their orders.
    #[arg(long)]
    pub(crate) orders: Option<u32>,
    /// Their customers.
    #[arg(long)]
    pub(crate) customers: Option<u32>,
    /// Their pages.
    #[arg(long)]
    pub(crate) pages: Option<u32>,
    /// TLS and HTTP/2 by a proxy before the servers.
    #[arg(long)]
    pub(crate) tls: bool,
    /// Something that fails at a stated time: `database-away@15s+10s`; may be repeated.
    #[arg(long = "fault")]
    pub(crate) faults: Vec<Fault>,
    /// Number of k6 processes, each with its segment of the load.
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=16))]
    pub(crate) processes: Option<u8>,
    /// Length of the run.
    #[arg(long)]
    pub(crate) seconds: Option<u32>,
    /// Factor of all rates.
    #[arg(long)]
    pub(crate) scale: Option<f64>,
    /// Seed of everything that is random.
    #[arg(long)]
    pub(crate) seed: Option<u64>,
    /// First a quiet run; the limits are relative to it. For machines that are shared with others.
    #[arg(long)]
    pub(crate) quiet_run: bool,
    /// The build without optimisation.
    #[arg(long)]
    pub(crate) debug: bool,
    /// Skip the build.
    #[arg(long)]
    pub(crate) as_built: bool,
    /// Folder for the results (default: target/load/<run>).
    #[arg(long)]
    pub(crate) out: Option<PathBuf>,
}

/// A run: its profile and options, and what only the checks set.
#[derive(Debug, Clone)]
pub(crate) struct Options {
    pub(crate) profile: Profile,
    pub(crate) run: RunOptions,
    /// The short length of the checks, against the demo shops.
    pub(crate) smoke: bool,
    /// Whether the servers limit rates as in production.
    pub(crate) rate_limits: bool,
    /// Further environment variables of the servers.
    pub(crate) server_environment: Vec<(&'static str, String)>,
    /// Further environment variables of k6.
    pub(crate) k6_environment: Vec<(&'static str, String)>,
}

impl Options {
    /// A profile without options.
    pub(crate) fn of(profile: Profile) -> Self {
        Self::with(profile, RunOptions::default())
    }

    /// A profile with options.
    pub(super) fn with(profile: Profile, run: RunOptions) -> Self {
        let smoke = profile == Profile::Smoke;
        let (server_environment, k6_environment) = (Vec::new(), Vec::new());
        Self { profile, run, smoke, rate_limits: false, server_environment, k6_environment }
    }

    /// As the checks run it: shortly, against the build without optimisation, and one of the profiles by two k6
    /// processes.
    pub(crate) fn in_checks(profile: Profile) -> Self {
        let processes = (profile == Profile::Average).then_some(2);
        let run = RunOptions { debug: true, processes, ..RunOptions::default() };
        Self { smoke: true, run, ..Self::of(profile) }
    }

    /// Length of the run, if it is not that of the profile.
    pub(super) fn seconds(&self) -> Option<u32> {
        self.run.seconds.or(self.smoke.then_some(SMOKE_SECONDS))
    }

    /// Number of servers: two where a fault is about what only two have.
    pub(super) fn nodes(&self) -> usize {
        let usual = if self.run.faults.iter().any(Fault::needs_nodes) { 2 } else { 1 };
        self.run.nodes.map_or(usual, usize::from)
    }

    /// Number of k6 processes.
    pub(super) fn processes(&self) -> usize {
        self.run.processes.map_or(1, usize::from)
    }

    /// Number of sites to fill; none: the demo shops are visited.
    pub(super) fn seeded_sites(&self) -> Option<u32> {
        let usual = if self.profile == Profile::ManySites { 100 } else { 1 };
        match self.run.sites {
            Some(sites) => Some(sites.max(1)),
            None if self.smoke => None,
            None => Some(usual),
        }
    }

    /// Whether the target runs elsewhere.
    pub(super) fn is_elsewhere(&self) -> bool {
        self.run.url.is_some() || self.run.targets.is_some()
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(subcommand)]
        command: LoadCommand,
    }

    fn parse(line: &str) -> Result<LoadCommand, clap::Error> {
        Line::try_parse_from(line.split(' ')).map(|line| line.command)
    }

    #[test]
    fn profiles_and_their_options() {
        let Ok(LoadCommand::Average(run)) = parse("load average --nodes 2 --fault redis-away@15s --processes 2") else {
            panic!("average has options")
        };
        let options = Options::with(Profile::Average, *run);
        assert_eq!((options.nodes(), options.processes(), options.seeded_sites()), (2, 2, Some(1)));
        assert_eq!(options.run.faults.first().map(Fault::name), Some("redis-away"));
        let Ok(LoadCommand::Compare { before, after, .. }) = parse("load compare a1,a2 b") else {
            panic!("two sides are compared")
        };
        assert_eq!((before.0.len(), after.0.len()), (2, 1));
        assert_eq!(Profile::ALL.map(|profile| Options::in_checks(profile).processes()).iter().sum::<usize>(), 9);
        assert_eq!(Options::in_checks(Profile::ManySites).seeded_sites(), None);
    }

    #[test]
    fn a_target_elsewhere_is_left_alone() {
        assert!(parse("load average --url https://shop.example --key k").is_ok());
        assert!(parse("load average --url https://shop.example --key k --nodes 2").is_err());
        assert!(parse("load average --url https://shop.example --key k --fault disk-full@3s").is_err());
        assert!(parse("load average --nodes 3").is_err());
    }
}
