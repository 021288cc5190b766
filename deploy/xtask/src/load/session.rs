//! An installation, and the runs against it.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};

use super::drive::{self, Course, Driven};
use super::k6::K6;
use super::limits::Limits;
use super::nodes::{self, Nodes, Target};
use super::options::{Options, Profile};
use super::report::{self, Measured, Report};
use super::series::Series;
use super::stream::{Shared, with};
use super::verdict::{self, Finding};
use super::{Outcome, USUAL_SEED, arrivals, clock, interrupt};
use crate::figures;
use crate::repository::Repository;

/// Length and rate of a quiet run: one visit a second, far below what a machine can do.
const QUIET_SECONDS: u32 = 150;
const QUIET_SCALE: f64 = 0.5;
/// Everyone orders and hurries, so that each step to an order is made a hundred times.
const QUIET_VISITS: [(&str, &str); 2] = [("STOA_FUNNEL", "10,10,10,10"), ("STOA_THINK", "0.1")];

/// Seconds for which a run goes on at the target after its load.
const AFTERWARDS: u32 = 600;

/// What is loaded.
#[derive(Debug)]
pub(super) struct Session<'a> {
    repository: &'a Repository,
    programs: &'a Path,
    /// None for a target that runs elsewhere.
    nodes: Option<Nodes>,
    target: Target,
}

impl<'a> Session<'a> {
    /// Starts what the options say.
    pub(super) fn open(repository: &'a Repository, programs: &'a Path, options: &Options) -> Result<Self> {
        let nodes = if options.is_elsewhere() { None } else { Some(Nodes::start(repository, options)?) };
        let target = nodes.as_ref().map_or_else(|| nodes::elsewhere(options), Nodes::target)?;
        Ok(Self { repository, programs, nodes, target })
    }

    /// The ends of the logs of the servers.
    pub(super) fn log_tails(&self) -> String {
        self.nodes.as_ref().map(Nodes::log_tails).unwrap_or_default()
    }

    /// Runs a profile and writes its report.
    pub(super) fn measure(&self, options: &Options) -> Result<Outcome> {
        let mut limits = Limits::load(self.repository)?;
        if options.run.debug {
            limits = limits.for_unoptimised_build();
        }
        if options.profile.sells_out() {
            limits = limits.where_things_sell_out();
        }
        if options.run.quiet_run {
            println!("==> a quiet run, for limits relative to it");
            let mut quiet = Options { profile: Profile::Average, ..options.clone() };
            quiet.run.faults.clear();
            quiet.run.seconds = Some(QUIET_SECONDS);
            quiet.run.scale = Some(QUIET_SCALE);
            quiet.run.out = None;
            quiet.k6_environment.extend(QUIET_VISITS.map(|(name, value)| (name, value.to_owned())));
            let (_, measured) = self.load(&quiet, &limits, "quiet")?;
            if interrupt::is_asked_to_end() {
                bail!("ended in the quiet run");
            }
            limits = limits.relative_to(&measured.series);
        }
        let (folder, measured) = self.load(options, &limits, options.profile.name())?;
        let report = Report::of(measured, limits);
        report::write(&folder, &report)?;
        Ok(Outcome { folder, verdict: report.verdict.clone(), report })
    }

    /// The folder for what a run measures.
    fn create_folder(&self, options: &Options, name: &str) -> Result<PathBuf> {
        let folder = match &options.run.out {
            Some(folder) => std::path::absolute(folder).context("the folder's path cannot be read")?,
            None => self.repository.target("load").join(name),
        };
        fs::create_dir_all(&folder).with_context(|| format!("could not create {}", folder.display()))?;
        Ok(folder)
    }

    fn load(&self, options: &Options, limits: &Limits, kind: &str) -> Result<(PathBuf, Measured)> {
        let is_one_site = self.nodes.is_some() && options.profile != Profile::ManySites && options.run.sites.is_none();
        let target = if is_one_site { self.target.first_site() } else { self.target.clone() };
        let name = format!("{kind}-{}", clock::stamp(clock::now_ms()));
        let folder = self.create_folder(options, &name)?;
        // Keys and passes do not belong among results.
        let private = tempfile::Builder::new().prefix("stoa-load-").tempdir().context("no temporary folder")?;
        let private = private.path();
        let mut k6 = K6 {
            repository: self.repository,
            programs: self.programs,
            folder: &folder,
            private,
            environment: environment(options, &target, &name, private)?,
            part: "",
        };
        interrupt::run_begins();
        begin(&mut k6, options, private)?;

        println!("==> {name}: {}", target.shown);
        let start_ms = clock::now_ms();
        let series: Shared = Arc::new(Mutex::new(Series::new(start_ms)));
        let driven = drive::run(self.nodes.as_ref(), &k6, &Course { options, limits, series: &series });
        // What was begun is ended at the target, however the load ended.
        let findings = ask_about(&mut k6, private, &series);
        let Driven { said, mut troubles, legs } = driven?;
        let findings = match findings {
            // The report of an interrupted run is written all the same.
            Err(error) if interrupt::is_asked_to_end() => {
                troubles.push(format!("the target was not asked about its data: {error:#}"));
                Vec::new()
            }
            findings => findings?,
        };
        let mut command = shown(options);
        if interrupt::is_asked_to_end() {
            command.push_str(" (ended early)");
        }
        let series = std::mem::take(&mut *series.lock().unwrap_or_else(PoisonError::into_inner));
        let measured = Measured {
            name,
            profile: options.profile,
            target: target.shown,
            machine: figures::heading(self.repository),
            command,
            faults: options.run.faults.clone(),
            series,
            said,
            findings,
            troubles,
            legs,
        };
        Ok((folder, measured))
    }
}

/// Tells the target that a run begins, and how long it lasts.
fn begin(k6: &mut K6<'_>, options: &Options, private: &Path) -> Result<()> {
    let usual = k6.environment.clone();
    let seconds = match options.seconds() {
        Some(seconds) => Some(seconds),
        None => arrivals::longest(&k6.inspect(options.profile.name())?),
    };
    if let Some(seconds) = seconds {
        // The run is still asked about after the load.
        k6.environment.push(("STOA_SECONDS", seconds.saturating_add(AFTERWARDS).to_string().into()));
    }
    k6.ask("steps/start", "STOA_STARTED", "started.json")?;
    k6.environment = usual;
    k6.environment.push(("STOA_STARTED", private.join("started.json").into()));
    Ok(())
}

/// Asks the target about its data and ends the run there.
fn ask_about(k6: &mut K6<'_>, private: &Path, series: &Shared) -> Result<Vec<Finding>> {
    let orders: BTreeMap<String, Vec<String>> = with(series, |series| {
        let confirmed = series.confirmed.iter();
        confirmed.map(|(run, orders)| (run.clone(), orders.iter().cloned().collect())).collect()
    });
    let file = private.join("orders.json");
    fs::write(&file, json!(orders).to_string()).context("the confirmed orders cannot be written")?;
    k6.environment.push(("STOA_ORDERS", file.into()));
    let found: Value = k6.ask("steps/finish", "STOA_FINDINGS", "findings.json")?;
    Ok(verdict::findings(&found))
}

/// Environment variables of k6.
fn environment(
    options: &Options,
    target: &Target,
    name: &str,
    private: &Path,
) -> Result<Vec<(&'static str, OsString)>> {
    let run = &options.run;
    let targets = private.join("targets.json");
    fs::write(&targets, target.sites.to_string()).context("the targets cannot be written")?;
    let mut variables: Vec<(&'static str, OsString)> = vec![
        ("STOA_RUN", name.into()),
        ("STOA_PROFILE", options.profile.name().into()),
        ("STOA_SEED", run.seed.unwrap_or(USUAL_SEED).to_string().into()),
        ("STOA_VERDICT", "outside".into()),
        ("STOA_TARGETS", targets.into()),
    ];
    let optional = [
        ("STOA_SECONDS", options.seconds().map(|seconds| seconds.to_string())),
        ("STOA_SCALE", run.scale.map(|scale| scale.to_string())),
        ("STOA_RESOLVE", run.resolve.clone()),
        ("STOA_INSECURE_TLS", run.insecure_tls.then(|| "1".to_owned())),
        ("STOA_SMOKE", options.smoke.then(|| "1".to_owned())),
    ];
    variables.extend(optional.into_iter().filter_map(|(name, value)| Some((name, value?.into()))));
    variables.extend(target.environment.iter().cloned());
    variables.extend(options.k6_environment.iter().map(|(name, value)| (*name, value.into())));
    Ok(variables)
}

/// How the run was called, without its key.
fn shown(options: &Options) -> String {
    let run = &options.run;
    let mut parts = vec![format!("cargo xtask load {}", options.profile.name())];
    let mut add = |name: &str, value: Option<String>| parts.extend(value.map(|value| format!("{name} {value}")));
    add("--url", run.url.clone());
    add("--nodes", run.nodes.map(|nodes| nodes.to_string()));
    add("--sites", run.sites.map(|sites| sites.to_string()));
    add("--processes", run.processes.map(|processes| processes.to_string()));
    add("--seconds", run.seconds.map(|seconds| seconds.to_string()));
    add("--scale", run.scale.map(|scale| scale.to_string()));
    add("--seed", run.seed.map(|seed| seed.to_string()));
    for fault in &run.faults {
        let (starts, length) = (fault.starts().as_secs_f64(), (fault.ends() - fault.starts()).as_secs_f64());
        add("--fault", Some(format!("{}@{starts}s+{length}s", fault.name())));
    }
    let flags = [("--tls", run.tls), ("--quiet-run", run.quiet_run), ("--debug", run.debug)];
    parts.extend(flags.iter().filter(|(_, set)| *set).map(|(name, _)| (*name).to_owned()));
    parts.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn environment_of_a_short_run() {
        let folder = tempfile::tempdir().unwrap();
        let target = Target { shown: String::new(), sites: json!([{"url": "u", "key": "k"}]), environment: Vec::new() };
        let options = Options::in_checks(Profile::FlashSale);
        let variables = environment(&options, &target, "flash-sale-1", folder.path()).unwrap();
        let value = |name| variables.iter().find(|(own, _)| *own == name).map(|(_, value)| value.to_str().unwrap());
        assert_eq!((value("STOA_SMOKE"), value("STOA_SECONDS")), (Some("1"), Some("8")));
        assert_eq!((value("STOA_PROFILE"), value("STOA_SCALE")), (Some("flash-sale"), None));
        assert!(fs::read_to_string(value("STOA_TARGETS").unwrap()).unwrap().contains("\"key\":\"k\""));
    }

    #[test]
    fn a_run_is_shown_without_its_key() {
        let mut options = Options::of(Profile::Average);
        options.run.url = Some("https://shop.example".to_owned());
        options.run.key = Some("secret".to_owned());
        options.run.faults = vec!["redis-away@3s".parse().unwrap()];
        options.run.tls = true;
        assert_eq!(
            shown(&options),
            "cargo xtask load average --url https://shop.example --fault redis-away@3s+10s --tls"
        );
    }
}
