//! `cargo xtask load`: loads a site with a profile of load-tests, says what was slow, lost or used up, and writes a
//! report. Without `--url` it starts servers of its own.

mod arrivals;
mod bound;
mod breakpoint;
mod checked;
mod clock;
mod compare;
mod drive;
mod faults;
mod http_proxy;
mod interrupt;
mod k6;
mod limits;
mod metrics;
mod nodes;
mod options;
mod phases;
mod report;
mod resample;
mod scenario;
mod self_test;
mod series;
mod session;
mod stream;
mod summary;
mod tcp_proxy;
mod tls_proxy;
mod verdict;
#[cfg(test)]
mod whole_run;

use std::path::PathBuf;
use std::sync::{Mutex, mpsc};
use std::thread;

use anyhow::{Result, bail};

use crate::repository::Repository;
use crate::{frontend, tools, up, wasm};
pub(crate) use options::LoadCommand;
use options::{Options, Profile, RunOptions};
use report::Report;
pub(crate) use scenario::{Scenario, Shop};
use session::Session;
pub(crate) use verdict::Broken;
use verdict::Verdict;

/// Seed of what is random, if the options name no other.
const USUAL_SEED: u64 = 7;

/// Profiles that the checks run at the same time: k6 waits most of a short run.
const MAX_CONCURRENT: usize = 3;

/// Runs the command.
pub(crate) fn run(repository: &Repository, command: LoadCommand) -> Result<()> {
    let (profile, options): (Profile, Box<RunOptions>) = match command {
        LoadCommand::Smoke(options) => (Profile::Smoke, options),
        LoadCommand::Average(options) => (Profile::Average, options),
        LoadCommand::Stress(options) => (Profile::Stress, options),
        LoadCommand::Spike(options) => (Profile::Spike, options),
        LoadCommand::Soak(options) => (Profile::Soak, options),
        LoadCommand::Breakpoint(options) => (Profile::Breakpoint, options),
        LoadCommand::FlashSale(options) => (Profile::FlashSale, options),
        LoadCommand::ManySites(options) => (Profile::ManySites, options),
        LoadCommand::Compare { before, after, at_least } => {
            println!("{}", compare::run(&before.0, &after.0, at_least / 100.0)?);
            return Ok(());
        }
        LoadCommand::Checks => {
            build(repository, false)?;
            return checks(repository);
        }
    };
    let options = Options::with(profile, *options);
    if !interrupt::is_apart() {
        if !options.is_elsewhere() && !options.run.as_built {
            build(repository, !options.run.debug)?;
        }
        return interrupt::run_apart();
    }
    interrupt::listen()?;
    let outcome = measure(repository, &options)?;
    println!("\n{}", outcome.report.table());
    println!("report: {}", repository.shown(&outcome.folder.join("report.html")));
    if options.is_elsewhere() {
        let name = &outcome.report.measured.name;
        println!("`stoa load clean {name}` removes what the run made, as does \"Load tests\" in the admin");
    }
    match Broken::of(&outcome.verdict) {
        Some(broken) => Err(broken.into()),
        None => Ok(()),
    }
}

/// Builds the server, and everything that it serves.
fn build(repository: &Repository, release: bool) -> Result<()> {
    for package in frontend::PACKAGES {
        package.build(repository)?;
    }
    wasm::build_plugins(repository.root())?;
    up::build_server(repository, release)
}

/// A run that is over.
#[derive(Debug)]
struct Outcome {
    /// Folder of the results.
    folder: PathBuf,
    /// Whether it is passed.
    verdict: Verdict,
    /// Everything that was measured.
    report: Report,
}

/// Runs a profile with everything that its options start.
fn measure(repository: &Repository, options: &Options) -> Result<Outcome> {
    let programs = tools::ensure(repository)?;
    Session::open(repository, &programs, options)?.measure(options)
}

/// Each profile shortly against the demo shops, one of them by the command that people give, and the tests of the suite
/// itself.
pub(crate) fn checks(repository: &Repository) -> Result<()> {
    self_test::parts(repository)?;
    profiles(repository)?;
    self_test::run(repository)
}

fn profiles(repository: &Repository) -> Result<()> {
    let programs = tools::ensure(repository)?;
    // As in production: another host name, TLS and HTTP/2 by a proxy before the server.
    let mut options = Options::in_checks(Profile::Smoke);
    options.run.tls = true;
    let session = Session::open(repository, &programs, &options)?;
    let (sender, queue) = mpsc::channel();
    for profile in Profile::ALL.into_iter().filter(|profile| *profile != Profile::Smoke) {
        sender.send(profile)?;
    }
    drop(sender);
    let queue = Mutex::new(queue);
    let next = || queue.lock().ok().and_then(|queue| queue.recv().ok());
    let run_all = || -> Vec<(Profile, Result<Outcome>)> {
        std::iter::from_fn(|| next().map(|profile| (profile, session.measure(&Options::in_checks(profile))))).collect()
    };
    let (finished, smoke) = thread::scope(|scope| {
        let smoke = scope.spawn(|| self_test::smoke_command(repository));
        let threads: Vec<_> = (0..MAX_CONCURRENT).map(|_| scope.spawn(run_all)).collect();
        let finished = threads.into_iter().flat_map(|thread| thread.join().unwrap_or_default());
        (finished.collect::<Vec<(Profile, Result<Outcome>)>>(), smoke.join())
    });
    let mut failed = Vec::new();
    match smoke {
        Ok(Ok(())) => println!("    smoke: the command starts a server, runs and is passed"),
        Ok(Err(error)) => failed.push(format!("smoke: {error:#}")),
        Err(_) => failed.push("smoke: its thread panicked".to_owned()),
    }
    for (profile, outcome) in &finished {
        match outcome {
            Ok(outcome) if outcome.verdict.is_passed() => println!("    {}: {}", profile.name(), outcome.report.line()),
            Ok(outcome) => {
                println!("    {}:\n{}", profile.name(), outcome.report.table());
                failed.push(format!("{}: {}", profile.name(), outcome.verdict.broken().join("; ")));
            }
            Err(error) => failed.push(format!("{}: {error:#}", profile.name())),
        }
    }
    if finished.len() + 1 != Profile::ALL.len() {
        failed.push("a profile did not end".to_owned());
    }
    if failed.is_empty() {
        return Ok(());
    }
    println!("{}", session.log_tails());
    bail!("{}", failed.join("\n"))
}
