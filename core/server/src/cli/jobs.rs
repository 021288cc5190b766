//! `stoa jobs`: lists the background jobs of sites, and repeats those that failed.

use std::collections::HashMap;

use anyhow::Context as _;
use clap::{Args, Subcommand};
use serde::Serialize;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{OutboxId, WebsiteId};
use stoa_kernel::job::JobKind;
use stoa_tenancy::{JobFilter, JobQueue, JobSummary};

use super::error_output::check_values;
use crate::cli::say;
use crate::config::Config;
use crate::jobs::{discard_event, repeat_event};
use crate::wiring::AppContext;

#[derive(Debug, Subcommand)]
pub(crate) enum JobsCommand {
    /// List jobs: site, kind, key, state (scheduled, due, running, failing or dead), due time, number of failed
    /// attempts, and the last error. A site without work has no jobs.
    List(ListOptions),
    /// Make jobs due now and forget their failed attempts. A running server starts them within a second.
    Retry(RetryOptions),
    /// End an event that failed too often, without handling it.
    Discard {
        /// Short name of the site, or its id.
        #[arg(long)]
        site: String,
        /// Key of the event, as listed.
        #[arg(long)]
        key: String,
    },
}

#[derive(Debug, Args)]
pub(crate) struct ListOptions {
    /// Short name of a site, or its id.
    #[arg(long)]
    site: Option<String>,
    /// Kind of the jobs, as listed.
    #[arg(long)]
    kind: Option<String>,
    /// Only jobs that were given up.
    #[arg(long)]
    dead: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct RetryOptions {
    /// Short name of a site, or its id.
    #[arg(long, required_unless_present = "all_dead")]
    site: Option<String>,
    /// Kind of the jobs, as listed.
    #[arg(long)]
    kind: Option<String>,
    /// Key of one event, as listed.
    #[arg(long)]
    key: Option<String>,
    /// All jobs of all sites that were given up.
    #[arg(long, conflicts_with_all = ["site", "kind", "key"])]
    all_dead: bool,
}

/// A job as printed.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Line<'a> {
    /// Short name; none for deleted sites.
    site: Option<&'a str>,
    website_id: &'a str,
    kind: &'static str,
    key: &'a str,
    state: &'static str,
    due_on: String,
    attempts: i32,
    last_error: Option<&'a str>,
}

pub(crate) async fn run(config: Config, command: JobsCommand) -> anyhow::Result<()> {
    let foundation = AppContext::open(&config).await?;
    let done = carry_out(&foundation, command).await;
    // Checkpoints the WALs into the files.
    foundation.databases.close().await?;
    done
}

async fn carry_out(foundation: &AppContext, command: JobsCommand) -> anyhow::Result<()> {
    let sites = Sites::load(foundation).await?;
    let queue = foundation.databases.jobs();
    match command {
        JobsCommand::List(options) => {
            let filter = filter(&sites, options.site.as_deref(), options.kind.as_deref())?;
            let jobs = queue.list(&JobFilter { is_dead: options.dead, ..filter }).await?;
            print(&jobs, &sites, options.json, foundation.tenancy.now())
        }
        JobsCommand::Retry(options) => {
            let filter = filter(&sites, options.site.as_deref(), options.kind.as_deref())?;
            let jobs = queue.retry(&JobFilter { key: options.key, is_dead: options.all_dead, ..filter }).await?;
            for job in jobs.iter().filter(|job| job.kind == JobKind::Event) {
                retry_event(foundation, queue, job).await?;
            }
            say(&format!("Jobs that are due now: {}.", jobs.len()));
            Ok(())
        }
        JobsCommand::Discard { site, key } => {
            let filter = filter(&sites, Some(&site), Some(JobKind::Event.as_str()))?;
            let jobs = queue.list(&JobFilter { key: Some(key.clone()), ..filter }).await?;
            let problem = jobs.is_empty().then(|| format!("There is no failed event '{key}'."));
            check_values([("--key", problem)])?;
            for job in jobs {
                let (tenant, id) = (foundation.tenancy.for_system(&job.website, "command").await?, event_id(&job)?);
                discard_event(&tenant.ctx, &tenant.db, &id).await?;
                queue.forget_event(&job.website, &id).await?;
            }
            say(&format!("The event {key} was discarded."));
            Ok(())
        }
    }
}

/// Makes a failed event due in its site, and then removes it from the list: interrupted, it is still listed.
async fn retry_event(foundation: &AppContext, queue: &JobQueue, job: &JobSummary) -> anyhow::Result<()> {
    let id = event_id(job)?;
    if foundation.tenancy.tenants.is_known(&job.website).await? {
        let tenant = foundation.tenancy.for_system(&job.website, "command").await?;
        repeat_event(&tenant.ctx, &tenant.db, &id).await?;
        foundation.databases.due_work().wake(&job.website, foundation.tenancy.now()).await?;
    }
    Ok(queue.forget_event(&job.website, &id).await?)
}

fn event_id(job: &JobSummary) -> anyhow::Result<OutboxId> {
    job.key.parse().with_context(|| format!("'{}' is not the key of an event", job.key))
}

/// Short names of all sites.
pub(super) struct Sites(HashMap<WebsiteId, String>);

impl Sites {
    pub(super) async fn load(foundation: &AppContext) -> anyhow::Result<Self> {
        let sites = foundation.tenancy.tenants.list().await?;
        Ok(Self(sites.into_iter().map(|site| (site.id, site.identifier)).collect()))
    }

    pub(super) fn name(&self, website: &WebsiteId) -> Option<&str> {
        self.0.get(website).map(String::as_str)
    }

    /// A site by its short name or id; deleted sites have an id only.
    pub(super) fn find(&self, name: &str) -> Option<WebsiteId> {
        let by_name = self.0.iter().find(|(_, identifier)| *identifier == name).map(|(id, _)| id.clone());
        by_name.or_else(|| name.parse().ok())
    }
}

fn filter(sites: &Sites, site: Option<&str>, kind: Option<&str>) -> anyhow::Result<JobFilter> {
    let website = site.and_then(|name| sites.find(name));
    let known = kind.and_then(JobKind::named);
    let no_site = site.filter(|_| website.is_none()).map(|name| format!("There is no site '{name}'."));
    let no_kind = kind.filter(|_| known.is_none()).map(|name| {
        let kinds: Vec<&str> = JobKind::ALL.iter().map(|kind| kind.as_str()).collect();
        format!("There is no kind '{name}'. Available: {}.", kinds.join(", "))
    });
    check_values([("--site", no_site), ("--kind", no_kind)])?;
    Ok(JobFilter { website, kind: known, key: None, is_dead: false })
}

fn print(jobs: &[JobSummary], sites: &Sites, as_json: bool, now: Timestamp) -> anyhow::Result<()> {
    let lines = jobs.iter().map(|job| line(job, sites, now)).collect::<anyhow::Result<Vec<_>>>()?;
    if as_json {
        say(&serde_json::to_string_pretty(&lines)?);
        return Ok(());
    }
    for line in lines {
        let site = line.site.unwrap_or(line.website_id);
        let key = Some(line.key).filter(|key| !key.is_empty()).unwrap_or("-");
        let (kind, state, due_on, attempts) = (line.kind, line.state, line.due_on, line.attempts);
        let error = line.last_error.unwrap_or("-");
        say(&format!("{site}\t{kind}\t{key}\t{state}\t{due_on}\t{attempts}\t{error}"));
    }
    Ok(())
}

fn line<'a>(job: &'a JobSummary, sites: &'a Sites, now: Timestamp) -> anyhow::Result<Line<'a>> {
    Ok(Line {
        site: sites.name(&job.website),
        website_id: job.website.as_str(),
        kind: job.kind.as_str(),
        key: &job.key,
        state: state(job, now),
        due_on: jiff::Timestamp::from_millisecond(job.due_on.ms())?.to_string(),
        attempts: job.attempts,
        last_error: job.last_error.as_deref(),
    })
}

fn state(job: &JobSummary, now: Timestamp) -> &'static str {
    if job.dead_on.is_some() {
        "dead"
    } else if job.claimed_until.is_some_and(|until| until > now) {
        "running"
    } else if job.attempts > 0 {
        "failing"
    } else if job.due_on <= now {
        "due"
    } else {
        "scheduled"
    }
}
