//! `stoa load seed`: makes sites full of data for load tests. An interrupted run can be repeated.

use std::io::{IsTerminal as _, stdin};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use clap::Args;
use stoa_kernel::token::random_token;

use super::error_output::check_values;
use super::tenant::theme_named;
use crate::cli::say;
use crate::config::Config;
use crate::load_seed::{Progress, SeedOrder, SeedOwner, Seeder, Spread, Summary, end_of_data, prefix_problem};
use crate::wiring::{AppContext, themes};

/// The password of the accounts that are made.
const PASSWORD: &str = "STOA_LOAD_PASSWORD";
const PROGRESS_INTERVAL: Duration = Duration::from_secs(2);

#[derive(Debug, Args)]
pub(crate) struct SeedOptions {
    /// Number of sites.
    #[arg(long, default_value_t = 10)]
    sites: usize,
    /// Products of all sites together, at least one for each.
    #[arg(long, default_value_t = 1_000)]
    products: usize,
    /// Orders of all sites together.
    #[arg(long, default_value_t = 10_000)]
    orders: usize,
    /// Customers of all sites together, at least one for each.
    #[arg(long, default_value_t = 2_000)]
    customers: usize,
    /// Pages of all sites together, besides the home page and the store of each.
    #[arg(long, default_value_t = 100)]
    pages: usize,
    /// The same seed gives the same sites.
    #[arg(long, default_value_t = 7)]
    seed: u64,
    /// How all this is spread over the sites: a few large sites and many small ones, or the same for each.
    #[arg(long, value_enum, default_value_t)]
    spread: Spread,
    /// First part of the names of the sites, as in load-0001.
    #[arg(long, default_value = "load")]
    prefix: String,
    /// Folder name of their theme.
    #[arg(long, default_value = "linen")]
    theme: String,
    /// The day at whose beginning (UTC) the data end, such as 2026-11-29. Left out: today. Name it to get the same
    /// dates on another day.
    #[arg(long)]
    at: Option<String>,
    /// E-mail address of the contributor who owns the sites. The account is made if there is none, with the password in
    /// the environment variable `STOA_LOAD_PASSWORD`, or a random one that is printed.
    #[arg(long, default_value = "load@load.invalid")]
    owner: String,
    /// Do not ask before.
    #[arg(long)]
    yes: bool,
}

pub(super) async fn run(config: &Config, foundation: &AppContext, options: SeedOptions) -> anyhow::Result<()> {
    let theme_problem = theme_named(&themes(config)?, &options.theme).err();
    let at = end_of_data(options.at.as_deref());
    check_values([
        ("--sites", (options.sites == 0).then(|| "At least one.".to_owned())),
        ("--products", too_few(options.products, options.sites)),
        ("--customers", too_few(options.customers, options.sites)),
        ("--prefix", prefix_problem(&options.prefix)),
        ("--theme", theme_problem),
        ("--at", at.as_ref().err().map(ToString::to_string)),
    ])?;
    let order = SeedOrder {
        seed: options.seed,
        sites: options.sites,
        products: options.products,
        orders: options.orders,
        customers: options.customers,
        pages: options.pages,
        spread: options.spread,
        prefix: options.prefix,
        theme: options.theme,
        at: at?,
    };
    announce(&order, &foundation.platform_host);
    if !options.yes {
        confirm()?;
    }
    let given = std::env::var(PASSWORD).ok().filter(|password| !password.is_empty());
    let owner = SeedOwner { email: options.owner, password: given.clone().unwrap_or_else(|| random_token(20)) };
    let first = order.identifier(0);
    let seeder = Arc::new(Seeder::new(foundation, order, &owner).await?);
    let (begun, account_is_new) = (Instant::now(), seeder.owner_is_new());
    let summary = followed(seeder, begun).await?;
    say(&closing(&summary, begun.elapsed()));
    let password = match &given {
        Some(_) => format!("the password in {PASSWORD}"),
        None => format!("the password {}", owner.password),
    };
    match (account_is_new, summary.made > 0) {
        (true, _) => say(&format!("Sign in to the admin as {} with {password}.", owner.email)),
        (false, true) => say(&format!("{} keeps the password of before.", owner.email)),
        (false, false) => {}
    }
    if summary.made > 0 {
        say(&format!("The customers of the sites just made sign in with {password}."));
        say(&format!("Before a load test: stoa load allow {first}. To remove a site: stoa tenant delete."));
    }
    Ok(())
}

/// Says what is going to be made.
fn announce(order: &SeedOrder, platform_host: &str) {
    let host = |number: usize| format!("{}.{}", order.identifier(number), platform_host);
    say(&format!(
        "{} sites, {} to {}, with {} products, {} orders, {} customers and {} pages; seed {}.",
        order.sites,
        host(0),
        host(order.sites - 1),
        order.products,
        order.orders,
        order.customers,
        order.pages,
        order.seed
    ));
}

/// Runs it, and says every few seconds how far it is.
async fn followed(seeder: Arc<Seeder>, begun: Instant) -> anyhow::Result<Summary> {
    let progress = Arc::new(Progress::default());
    let mut running = tokio::spawn(seeder.run(Arc::clone(&progress)));
    let mut ticks = tokio::time::interval(PROGRESS_INTERVAL);
    ticks.tick().await;
    loop {
        tokio::select! {
            done = &mut running => return done.context("the run ended early")?,
            _ = ticks.tick() => {
                let (sites, orders) = (progress.sites(), progress.orders());
                say(&format!("{sites} sites, {orders} orders, {} orders a second", rate(orders, begun.elapsed())));
            }
        }
    }
}

fn rate(count: usize, time: Duration) -> u64 {
    let per_second = count as f64 / time.as_secs_f64().max(0.001);
    per_second.round() as u64
}

fn closing(summary: &Summary, time: Duration) -> String {
    let Summary { made, known, pages, shops } = summary;
    if *made == 0 {
        return format!("Sites made: 0. Already there: {known}.");
    }
    let seconds = time.as_secs_f64();
    format!(
        "Sites made: {made}. Already there: {known}. Pages: {pages}. Products: {}. Customers: {}. Orders: {} with {} \
         lines. In {seconds:.1} s: {} orders and {} rows a second.",
        shops.products,
        shops.customers,
        shops.orders,
        shops.lines,
        rate(shops.orders, time),
        rate(shops.rows + pages, time)
    )
}

fn too_few(count: usize, sites: usize) -> Option<String> {
    (count < sites).then(|| format!("At least one for each of the {sites} sites."))
}

fn confirm() -> anyhow::Result<()> {
    if !stdin().is_terminal() {
        bail!("nothing was made: repeat this with --yes");
    }
    say("Make them? (y/n)");
    let mut answer = String::new();
    stdin().read_line(&mut answer).context("the answer cannot be read")?;
    if !matches!(answer.trim(), "y" | "Y" | "yes") {
        bail!("nothing was made");
    }
    Ok(())
}
