//! `stoa analytics`: works on what visitors of sites did.

use anyhow::Context as _;
use clap::Subcommand;
use stoa_analytics::rollups;
use stoa_entity::tenant::site;

use super::error_output::check_values;
use super::jobs::Sites;
use crate::cli::say;
use crate::config::Config;
use crate::wiring::AppContext;

#[derive(Debug, Subcommand)]
pub(crate) enum AnalyticsCommand {
    /// Make the sums of a site by hour and day again, from its events. Doing so at any time changes nothing but sums that
    /// were wrong.
    Rollup {
        /// Short name of the site, or its id.
        #[arg(long)]
        site: String,
        /// First day, such as 2026-11-01, in the time zone of the site. Left out: the first day with events.
        #[arg(long)]
        from: Option<String>,
    },
}

pub(crate) async fn run(config: Config, command: AnalyticsCommand) -> anyhow::Result<()> {
    let foundation = AppContext::open(&config).await?;
    let done = carry_out(&foundation, command).await;
    // Checkpoints the WALs into the files.
    foundation.databases.close().await?;
    done
}

async fn carry_out(foundation: &AppContext, command: AnalyticsCommand) -> anyhow::Result<()> {
    let AnalyticsCommand::Rollup { site: name, from } = command;
    let website = Sites::load(foundation).await?.find(&name);
    let day = from.as_deref().map(str::parse::<jiff::civil::Date>);
    let no_site = website.is_none().then(|| format!("There is no site '{name}'."));
    let no_day = matches!(day, Some(Err(_))).then(|| "Write the day as in 2026-11-01.".to_owned());
    check_values([("--site", no_site), ("--from", no_day)])?;
    let website = website.context("no site")?;
    let from = day.transpose()?.unwrap_or(jiff::civil::Date::MIN);
    let tenant = foundation.tenancy.for_system(&website, "command").await?;
    let row = tenant.db.read().await?.find::<site::Entity>().one().await?;
    let time_zone = row.map(|row| row.time_zone).unwrap_or_default();
    let count = match foundation.databases.analytics(&website).await? {
        Some(db) => rollups::repeat(&db, &time_zone, from, foundation.tenancy.now()).await?,
        None => 0,
    };
    say(&format!("Days that were summed up again: {count}."));
    Ok(())
}
