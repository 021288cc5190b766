//! Tests of the suite itself: a slowness, an oversold product and an answer of another site that are planted into a
//! running shop are each found by a run. They fail when the suite does not find them.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::PoisonError;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use serde_json::Value;
use walkdir::WalkDir;

use super::http_proxy::{HttpProxy, Leak, Plan, SlowCall};
use super::nodes::Nodes;
use super::options::{Options, Profile, RunOptions};
use super::{Outcome, compare, k6};
use crate::prerequisites::{self, Need};
use crate::repository::Repository;
use crate::{shell, tools};

/// Who comes in a run.
#[derive(Clone, Copy)]
struct Shoppers {
    /// Factor of the rate.
    scale: f64,
    /// How many of as many visits see a product, fill a cart and order.
    funnel: &'static str,
}

/// Every call takes as long, in each run: longer than a build without optimisation needs on a machine that is busy.
const USUAL: Duration = Duration::from_millis(300);
/// The same plus 30 percent.
const SLOWER: Duration = Duration::from_millis(390);
/// The call that takes longer, by its name in the statistics and as a request: one that each page makes, since a
/// comparison needs thirty of them.
const SLOW_CALL: (&str, &str) = ("visitor event", "POST /api/census/RecordHit");
/// Smallest change of a call that counts. Calls that the server itself answers later than [`USUAL`] vary by less.
const MIN_CHANGE: f64 = 0.2;
/// Length of a run in seconds; people finish what they have begun.
const SECONDS: u32 = 7;
const MANY_VISITS: Shoppers = Shoppers { scale: 2.0, funnel: "10,0,0,0" };
const ONLY_ORDERS: Shoppers = Shoppers { scale: 1.0, funnel: "10,10,10,10" };
/// Another site of the server.
const OTHER_SITE: &str = "kissaten.localhost";
/// One in so many pages is that of the other site.
const LEAKS: u64 = 9;

/// Each unit of an order counts as a million: more than there can have been.
const OVERSELL: &str = "CREATE TRIGGER planted_oversell AFTER INSERT ON order_item BEGIN \
     UPDATE order_item SET quantity = NEW.quantity * 1000000 WHERE website_id = NEW.website_id AND id = NEW.id; END";
/// Runs a statement on the files in its further arguments, beside the server that has them open.
const SQL: &str = "import sqlite3, sys\n\
     for file in sys.argv[2:]:\n    \
         with sqlite3.connect(file, timeout=20) as connection:\n        \
             connection.execute(sys.argv[1])\n";

/// A demo shop behind the proxy.
struct Shop<'a> {
    repository: &'a Repository,
    proxy: HttpProxy,
    key: String,
    nodes: Nodes,
}

/// Runs the tests of the parts that need no server, and asks k6 whether it would run each profile and figure.
pub(super) fn parts(repository: &Repository) -> Result<()> {
    let programs = tools::ensure(repository)?;
    k6::inspect_all(repository, &programs, &["profiles", "figures"])?;
    let mut k6 = shell::command(programs.join("k6"), repository.root());
    k6.args(["run", "--no-usage-report", "--quiet", "--address", "127.0.0.1:0"]);
    shell::run(k6.arg(repository.path("load-tests/tests/parts.ts"))).context("a part of the suite is wrong")
}

/// Runs the smoke profile as a person does: a command of its own, which starts a server, allows the test there and stops
/// the server.
pub(super) fn smoke_command(repository: &Repository) -> Result<()> {
    let results = tempfile::Builder::new().prefix("stoa-load-").tempdir().context("no temporary folder")?;
    let program = std::env::current_exe().context("the path of this program is unknown")?;
    let mut command = shell::command(program, repository.root());
    command.args(["load", "smoke", "--debug", "--as-built", "--out"]).arg(results.path());
    let output = command.stdin(Stdio::null()).output().context("could not start the command")?;
    let (said, errors) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    ensure!(output.status.success(), "the command failed ({}):\n{said}\n{errors}", output.status);
    ensure!(said.lines().any(|line| line == "passed"), "the command says no verdict:\n{said}");
    ensure!(results.path().join("report.html").is_file(), "the command wrote no report:\n{said}");
    Ok(())
}

/// Runs the tests with what is planted.
pub(crate) fn run(repository: &Repository) -> Result<()> {
    prerequisites::ensure(&[Need::Python])?;
    let shop = Shop::open(repository)?;
    let result = shop.finds_slowness().and_then(|()| shop.finds_oversell_and_leak());
    result.inspect_err(|_| println!("{}", shop.nodes.log_tails()))
}

impl<'a> Shop<'a> {
    fn open(repository: &'a Repository) -> Result<Self> {
        let proxy = HttpProxy::listen()?;
        let mut options = Options::in_checks(Profile::Smoke);
        // Links and addresses in pages lead through the proxy.
        options.server_environment = vec![("STOA_SERVER__PUBLIC_PORT", proxy.port().to_string())];
        let nodes = Nodes::start(repository, &options)?;
        let sites = nodes.target()?.sites;
        let text = |name: &str| sites.get(0).and_then(|site| site.get(name)).and_then(Value::as_str);
        let port = text("url").and_then(|url| url.rsplit(':').next()).and_then(|port| port.parse().ok());
        proxy.forward_to(port.context("the server has no port")?);
        let key = text("key").context("the shop has no key")?.to_owned();
        Ok(Self { repository, proxy, key, nodes })
    }

    fn measure(&self, plan: Plan, shoppers: Shoppers) -> Result<Outcome> {
        self.proxy.set(plan);
        let mut options = Options::in_checks(Profile::Smoke);
        options.run = RunOptions {
            url: Some(format!("http://juniper.localhost:{}", self.proxy.port())),
            key: Some(self.key.clone()),
            seconds: Some(SECONDS),
            scale: Some(shoppers.scale),
            debug: true,
            ..RunOptions::default()
        };
        options.k6_environment = vec![("STOA_FUNNEL", shoppers.funnel.to_owned())];
        super::measure(self.repository, &options)
    }

    fn finds_slowness(&self) -> Result<()> {
        let before = self.measure(Plan { least: USUAL, ..Plan::default() }, MANY_VISITS)?;
        let wrong = before.verdict.violated_rules();
        ensure!(wrong.is_empty() && before.verdict.foreign == 0, "nothing was planted: {:?}", before.verdict.broken());
        let slow = SlowCall { line: SLOW_CALL.1, least: SLOWER };
        let after = self.measure(Plan { least: USUAL, slow: Some(slow), ..Plan::default() }, MANY_VISITS)?;
        let slower = compare::slower(&[before.folder], &[after.folder], MIN_CHANGE)?;
        ensure!(slower == [SLOW_CALL.0], "{} is slower by 30 percent, but found were {slower:?}", SLOW_CALL.0);
        println!("    a call that is slower by 30 percent is found, and no other");
        Ok(())
    }

    fn finds_oversell_and_leak(&self) -> Result<()> {
        let server = self.nodes.nodes.first().context("there is no server")?;
        let files = site_files(server.server.lock().unwrap_or_else(PoisonError::into_inner).data())?;
        let mut python = shell::command("python3", self.repository.root());
        shell::run(python.args(["-c", SQL, OVERSELL]).args(files)).context("the oversell was not planted")?;
        let leak = Leak { every: LEAKS, host: OTHER_SITE };
        let outcome = self.measure(Plan { leak: Some(leak), ..Plan::default() }, ONLY_ORDERS)?;
        let verdict = outcome.verdict;
        let wrong = verdict.violated_rules();
        ensure!(wrong.contains("nothing-oversold"), "the planted oversell was not found: {:?}", verdict.broken());
        ensure!(verdict.foreign > 0, "the answers of another site were not found: {:?}", verdict.broken());
        println!("    an oversold product is found, and {} answers of another site", verdict.foreign);
        Ok(())
    }
}

/// The SQLite files of sites, without those of analytics.
fn site_files(data: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in WalkDir::new(data.join("db/sites")) {
        let path = entry.context("the files of the sites cannot be listed")?.into_path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name.ends_with(".sqlite") && !name.ends_with(".analytics.sqlite") {
            files.push(path);
        }
    }
    ensure!(!files.is_empty(), "there are no files of sites in {}", data.display());
    Ok(files)
}
