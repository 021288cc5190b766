//! `stoa load`: allows load tests, fills sites for them, lists their runs and removes what these made.

use std::time::{Duration, Instant};

use anyhow::{Context as _, bail, ensure};
use clap::{Args, Subcommand};
use jiff::SignedDuration;
use serde::Serialize;
use stoa_entity::load_run_removal as removed_rows;
use stoa_entity::tenant::load_run::RunCounts;
use stoa_kernel::id::WebsiteId;
use stoa_kernel::job::JobKind;
use stoa_kernel::load_run::LoadRunState;
use stoa_site::SiteError;
use stoa_site::load_tests::{self, LoadRun, PermissionChange};
use stoa_tenancy::{JobFilter, LoadRunSite, Tenant};

use super::error_output::{check_values, with_option_names};
use super::jobs::Sites;
use super::load_seed;
use crate::cli::say;
use crate::config::Config;
use crate::load_run_removal::{self, Stores};
use crate::wiring::AppContext;

/// How long a running server has to begin with a removal before this command does it.
const MAX_WAIT: Duration = Duration::from_secs(8);
/// Pause between two looks at a removal.
const PAUSE: Duration = Duration::from_millis(250);
/// A run that its site does not know may be starting for as long, milliseconds.
const STARTING_MS: i64 = 60_000;
/// Batches after which the command looks again.
const BATCHES: usize = 1_000;

#[derive(Debug, Subcommand)]
pub(crate) enum LoadCommand {
    /// Allow load tests of sites for a time and make a new key for each. Prints a line for each site: its short name
    /// and the key.
    Allow(AllowOptions),
    /// Remove what a run made: orders, carts, customers, accounts, pages, files and events; stock and uses of discounts
    /// come back. A running server does it; without one, this command.
    Clean(CleanOptions),
    /// List the runs of which something is left: site, name, id, profile, state, start, and what their removal kept
    /// because people or real money have to do with it.
    Runs(RunsOptions),
    /// Make sites full of data, the same each time for the same seed; also beside a running server.
    Seed(Box<load_seed::SeedOptions>),
}

#[derive(Debug, Args)]
pub(crate) struct AllowOptions {
    /// Short names of the sites, or their ids.
    #[arg(required = true, value_name = "SITE")]
    sites: Vec<String>,
    /// How long, such as 2h or 30m; 30 days at most.
    #[arg(long = "for", default_value = "2h")]
    length: SignedDuration,
    /// Most calls of all runs per second.
    #[arg(long, default_value_t = 1_000)]
    calls: u32,
}

#[derive(Debug, Args)]
pub(crate) struct CleanOptions {
    /// Name of the run, or its id.
    run: String,
    /// Only on this site: its short name or id.
    #[arg(long)]
    site: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct RunsOptions {
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// A run as printed.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Line {
    site: String,
    name: String,
    run_id: String,
    profile: String,
    state: &'static str,
    started_on: String,
    /// What a removal kept, by kind.
    kept: RunCounts,
}

pub(crate) async fn run(config: Config, command: LoadCommand) -> anyhow::Result<()> {
    let foundation = AppContext::open(&config).await?;
    let done = carry_out(&config, &foundation, command).await;
    // Checkpoints the WALs into the files.
    foundation.databases.close().await?;
    done
}

async fn carry_out(config: &Config, foundation: &AppContext, command: LoadCommand) -> anyhow::Result<()> {
    match command {
        LoadCommand::Allow(options) => allow(config, foundation, options).await,
        LoadCommand::Clean(options) => clean(foundation, options).await,
        LoadCommand::Runs(options) => list(foundation, options.json).await,
        LoadCommand::Seed(options) => load_seed::run(config, foundation, *options).await,
    }
}

async fn allow(config: &Config, foundation: &AppContext, options: AllowOptions) -> anyhow::Result<()> {
    let sites = Sites::load(foundation).await?;
    // An id may be that of a site that is deleted.
    let is_known = |name: &&String| sites.find(name).is_some_and(|website| sites.name(&website).is_some());
    let unknown = options.sites.iter().find(|name| !is_known(name));
    if let Some(name) = unknown {
        bail!("there is no site '{name}'; `stoa tenant list` lists the sites");
    }
    let length = i64::try_from(options.length.as_millis()).unwrap_or(i64::MAX);
    for name in &options.sites {
        let Some(website) = sites.find(name) else { continue };
        let tenant = foundation.tenancy.for_system(&website, "command").await?;
        let allowed_until = Some(tenant.ctx.now().saturating_add_ms(length));
        let change = PermissionChange { allowed_until, max_calls_per_second: options.calls };
        let made = load_tests::allow(&tenant.ctx, &tenant.db, config.load_tests.rules(), change).await;
        let options = [("allowedUntil", "--for"), ("maxCallsPerSecond", "--calls")];
        let key = made.map_err(|error| with_option_names(error.into(), &options))?;
        say(&format!("{} {key}", sites.name(&website).unwrap_or(name)));
    }
    Ok(())
}

async fn clean(foundation: &AppContext, options: CleanOptions) -> anyhow::Result<()> {
    let sites = Sites::load(foundation).await?;
    let unknown = options.site.as_deref().filter(|name| sites.find(name).is_none());
    check_values([("--site", unknown.map(|name| format!("There is no site '{name}'.")))])?;
    let only: Option<WebsiteId> = options.site.as_deref().and_then(|name| sites.find(name));
    let wanted = |run: &LoadRunSite| {
        let is_meant = run.name == options.run || run.run.as_str() == options.run;
        is_meant && only.as_ref().is_none_or(|site| *site == run.website)
    };
    let runs = foundation.tenancy.tenants.load_runs(None).await?;
    let runs: Vec<LoadRunSite> = runs.into_iter().filter(wanted).collect();
    ensure!(
        !runs.is_empty(),
        "there is no run '{}', or nothing of it is left; `stoa load runs` lists the others",
        options.run
    );
    let site_of = |run: &LoadRunSite| sites.name(&run.website).unwrap_or(run.website.as_str()).to_owned();
    let mut begun = Vec::new();
    for run in runs {
        if begin(foundation, &run).await? {
            begun.push(run);
        } else {
            say(&format!("{}: the run has not started.", site_of(&run)));
        }
    }
    for run in &begun {
        let removed = removed(foundation, run).await?;
        // The process that removed it may have ended before this.
        let tenant = foundation.tenancy.for_system(&run.website, "command").await?;
        load_run_removal::forget(&foundation.tenancy, &tenant, &run.run).await?;
        let (site, gone) = (site_of(run), load_tests::counts_in_words(&removed.removed, "nothing"));
        let kept = if removed.kept.is_empty() {
            String::new()
        } else {
            format!("; kept {}", load_tests::counts_in_words(&removed.kept, ""))
        };
        say(&format!("{site}: removed {gone}{kept}."));
    }
    Ok(())
}

/// Has a run removed. False when its site does not know it: a server that ended while it started the run left a note,
/// which is deleted.
async fn begin(foundation: &AppContext, run: &LoadRunSite) -> anyhow::Result<bool> {
    let now = foundation.tenancy.now();
    let tenant = foundation.tenancy.for_system(&run.website, "command").await?;
    match load_tests::begin_removal(&tenant.ctx, &tenant.db, &run.run).await {
        Ok(_) => {}
        Err(SiteError::NotFound) => {
            if now - run.started_on > STARTING_MS {
                foundation.tenancy.tenants.forget_load_run(&run.run).await?;
            }
            return Ok(false);
        }
        Err(error) => return Err(error.into()),
    }
    foundation.databases.due_work().wake(&run.website, now).await?;
    Ok(true)
}

/// Waits until nothing of a run is left. When no server begins with it, the removal is done here.
async fn removed(foundation: &AppContext, run: &LoadRunSite) -> anyhow::Result<LoadRun> {
    let tenant = foundation.tenancy.for_system(&run.website, "command").await?;
    let mut idle_since = Instant::now();
    loop {
        let row = run_of(&tenant, run).await?;
        if row.state == LoadRunState::Removed {
            return Ok(row);
        }
        if is_being_removed(foundation, &run.website).await? {
            idle_since = Instant::now();
        } else if idle_since.elapsed() > MAX_WAIT {
            let stores = Stores {
                tenancy: &foundation.tenancy,
                databases: &foundation.databases,
                blobs: foundation.blobs.as_ref(),
            };
            load_run_removal::remove(stores, &tenant, &run.run, BATCHES).await?;
            continue;
        }
        tokio::time::sleep(PAUSE).await;
    }
}

async fn run_of(tenant: &Tenant, run: &LoadRunSite) -> anyhow::Result<LoadRun> {
    let row = removed_rows::find(&tenant.db.read().await?, &run.run).await?;
    Ok(row.with_context(|| format!("the run '{}' is not on its site any more", run.name))?.into())
}

async fn is_being_removed(foundation: &AppContext, website: &WebsiteId) -> anyhow::Result<bool> {
    let kind = Some(JobKind::LoadRunRemoval);
    let filter = JobFilter { website: Some(website.clone()), kind, key: None, is_dead: false };
    let now = foundation.tenancy.now();
    let jobs = foundation.databases.jobs().list(&filter).await?;
    Ok(jobs.iter().any(|job| job.claimed_until.is_some_and(|until| until > now)))
}

async fn list(foundation: &AppContext, as_json: bool) -> anyhow::Result<()> {
    let sites = Sites::load(foundation).await?;
    let mut lines = Vec::new();
    for run in foundation.tenancy.tenants.load_runs(None).await? {
        let tenant = foundation.tenancy.for_system(&run.website, "command").await?;
        let Some(row) = removed_rows::find(&tenant.db.read().await?, &run.run).await? else { continue };
        let row = LoadRun::from(row);
        lines.push(Line {
            site: sites.name(&run.website).unwrap_or(run.website.as_str()).to_owned(),
            state: row.state_at(tenant.ctx.now()).as_str(),
            started_on: jiff::Timestamp::from_millisecond(row.started_on.ms())?.to_string(),
            run_id: run.run.to_string(),
            profile: row.profile,
            name: row.name,
            kept: row.kept,
        });
    }
    if as_json {
        say(&serde_json::to_string_pretty(&lines)?);
        return Ok(());
    }
    for Line { site, name, run_id, profile, state, started_on, kept } in lines {
        let kept = load_tests::counts_in_words(&kept, "-");
        say(&format!("{site}\t{name}\t{run_id}\t{profile}\t{state}\t{started_on}\t{kept}"));
    }
    Ok(())
}
