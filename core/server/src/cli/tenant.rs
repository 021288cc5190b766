//! `stoa tenant`: sites are made, listed, removed.

use std::path::PathBuf;

use anyhow::{Context as _, bail};
use clap::Subcommand;
use stoa_site::media::{OwnLimits, set_limits};
use stoa_site::themes::{Theme, ThemeLibrary};
use stoa_tenancy::{IDENTIFIER_MAX, IDENTIFIER_MIN, NewSite, PASSWORD_MAX, PASSWORD_MIN, WebsiteStatus};

use super::complaints::called;
use super::tenant_list::{self, CreateMany};
use crate::cli::say;
use crate::config::{Config, MOST_FILE_MEGABYTES, MOST_PICTURE_MEGABYTES};
use crate::seed;
use crate::site_removal;
use crate::wiring::{Foundation, themes};

#[derive(Debug, Subcommand)]
pub(crate) enum TenantCommand {
    /// Make a site that begins with what its theme brings.
    Create {
        #[arg(help = identifier_rule())]
        identifier: String,
        /// Name of the site.
        #[arg(long)]
        title: String,
        /// Further host names that show it.
        #[arg(long = "host")]
        hosts: Vec<String>,
        /// Name of its plan in the settings.
        #[arg(long)]
        plan: Option<String>,
        /// Folder name of its theme.
        #[arg(long, default_value = "linen")]
        theme: String,
        /// Address of the account that owns it; made when there is none, with --password.
        #[arg(long)]
        owner: String,
        #[arg(long, env = "STOA_OWNER_PASSWORD", hide_env_values = true, help = password_rule())]
        password: Option<String>,
    },
    /// Make the sites of a list; those that are there already are left as they are.
    CreateMany(CreateMany),
    /// List the sites.
    List,
    /// Say what a site may take in; what is left out is as in the whole installation.
    Limits {
        /// Short name of the site.
        identifier: String,
        /// Most megabytes (1,000,000 bytes) of a picture.
        #[arg(long, value_parser = clap::value_parser!(u64).range(1..=MOST_PICTURE_MEGABYTES))]
        picture_megabytes: Option<u64>,
        /// Most megabytes of any other file.
        #[arg(long, value_parser = clap::value_parser!(u64).range(1..=MOST_FILE_MEGABYTES))]
        file_megabytes: Option<u64>,
        /// Most megabytes of all pictures and files; 0 for as many as there is room for.
        #[arg(long)]
        site_megabytes: Option<u64>,
    },
    /// Give a site a plan of the settings, which says what it may take in; limits of its own go before.
    Plan {
        /// Short name of the site.
        identifier: String,
        /// Name of the plan in the settings; left out, the site has none.
        plan: Option<String>,
    },
    /// Give a site another standing, which decides what visitors get: expired, pastdue, trial, beta, removed, internal,
    /// comped, paid, linked, parking-page, resold, resold-grace-period, enterprise.
    Status {
        /// Short name of the site.
        identifier: String,
        /// The standing.
        status: String,
    },
    /// Put a copy in the place of a site's file, on SQLite. The file that was there is kept beside it; a server that runs opens
    /// the copy within five seconds. What is written to the site in the seconds around that may go to the file that is set aside.
    Restore {
        /// Short name of the site, or its id as the log names it.
        identifier: String,
        /// The copy, as a backup has made it.
        #[arg(long)]
        copy: PathBuf,
    },
    /// Remove a site and everything it owns, for good.
    Delete {
        /// Short name of the site.
        identifier: String,
        /// Repeat the short name to confirm.
        #[arg(long)]
        confirm: String,
    },
}

pub(crate) async fn run(config: Config, command: TenantCommand) -> anyhow::Result<()> {
    let foundation = Foundation::open(&config).await?;
    let done = carry_out(&config, &foundation, command).await;
    // What was written goes from the logs into the files.
    foundation.databases.close().await?;
    done
}

async fn carry_out(config: &Config, foundation: &Foundation, command: TenantCommand) -> anyhow::Result<()> {
    match command {
        TenantCommand::Create { identifier, title, hosts, theme, owner, password, plan } => {
            check_plan(config, plan.as_deref())?;
            let library = themes(config)?;
            let chosen = theme_named(&library, &theme)?;
            let built_in = format!("{identifier}.{}", config.server.platform_host);
            let hosts = hosts.into_iter().chain([built_in]).collect();
            let status = WebsiteStatus::Paid;
            let site = NewSite { identifier, title, hosts, status, plan };
            let made = seed::new_site(foundation, chosen, &site, &owner, password.as_deref()).await;
            let id = made.map_err(|error| called(error, &OPTIONS))?;
            say(&format!("{id} was made."));
        }
        TenantCommand::CreateMany(options) => tenant_list::run(config, foundation, options).await?,
        TenantCommand::List => {
            for site in foundation.tenancy.tenants.list().await? {
                let (status, hosts) = (site.status.name(), site.hosts.join(" "));
                let plan = site.plan.as_deref().unwrap_or("-");
                say(&format!("{}\t{}\t{}\t{status}\t{plan}\t{hosts}", site.id, site.identifier, site.title));
            }
        }
        TenantCommand::Limits { identifier, picture_megabytes, file_megabytes, site_megabytes } => {
            let sites = foundation.tenancy.tenants.list().await?;
            let site = sites.iter().find(|site| site.identifier == identifier);
            let site = site.with_context(|| format!("there is no site '{identifier}'"))?;
            let bytes = |megabytes: Option<u64>| megabytes.map(|count| count.saturating_mul(1_000_000));
            let limits = OwnLimits {
                picture_bytes: bytes(picture_megabytes),
                file_bytes: bytes(file_megabytes),
                site_bytes: bytes(site_megabytes),
            };
            let tenant = foundation.tenancy.for_system(&site.id, "command").await?;
            set_limits(&tenant.ctx, &tenant.db, limits).await?;
            say(&format!("The limits of {identifier} hold from now on."));
        }
        TenantCommand::Plan { identifier, plan } => {
            check_plan(config, plan.as_deref())?;
            let changed = foundation.tenancy.tenants.set_plan(&identifier, plan.as_deref()).await;
            changed.with_context(|| format!("the plan of '{identifier}' could not be changed"))?;
            match plan {
                Some(plan) => say(&format!("{identifier} is on the plan {plan} from now on.")),
                None => say(&format!("{identifier} is on no plan from now on.")),
            }
        }
        TenantCommand::Status { identifier, status } => {
            let status: WebsiteStatus = status.parse().ok().with_context(|| format!("'{status}' is no standing"))?;
            let changed = foundation.tenancy.tenants.set_status(&identifier, status).await;
            changed.with_context(|| format!("the standing of '{identifier}' could not be changed"))?;
            say(&format!("{identifier} is {} from now on.", status.name()));
        }
        TenantCommand::Restore { identifier, copy } => {
            let restored = foundation.tenancy.tenants.restore(&identifier, &copy).await;
            restored
                .map_err(|error| called(error.into(), &[("copy", "--copy")]))
                .with_context(|| format!("'{identifier}' was not brought back"))?;
            say(&format!("{identifier} is as its copy has it."));
        }
        TenantCommand::Delete { identifier, confirm } => {
            if identifier != confirm {
                bail!("repeat the short name with --confirm {identifier}; everything the site owns will be gone");
            }
            site_removal::remove(&foundation.tenancy.tenants, foundation.blobs.as_ref(), &identifier).await?;
            say(&format!("{identifier} is gone."));
        }
    }
    Ok(())
}

/// What the values of a new site are called on the command line.
const OPTIONS: [(&str, &str); 5] = [
    ("identifier", "IDENTIFIER"),
    ("title", "--title"),
    ("hosts", "--host"),
    ("owner", "--owner"),
    ("password", "--password"),
];

fn identifier_rule() -> String {
    format!(
        "Short name, first part of its built-in host: {IDENTIFIER_MIN} to {IDENTIFIER_MAX} lower-case letters, digits and \
         hyphens, beginning and ending with a letter or digit"
    )
}

fn password_rule() -> String {
    format!(
        "Password for an account that is made: {PASSWORD_MIN} to {PASSWORD_MAX} characters, no common word, row of keys or \
         part of the owner's address"
    )
}

pub(super) fn theme_named<'a>(library: &'a ThemeLibrary, name: &str) -> anyhow::Result<&'a Theme> {
    let chosen = library.get(name).filter(|_| library.names().contains(&name));
    chosen.with_context(|| format!("there is no theme '{name}'; there are {}", library.names().join(", ")))
}

pub(super) fn check_plan(config: &Config, plan: Option<&str>) -> anyhow::Result<()> {
    let offered = &config.plans.offered;
    match plan.filter(|plan| !offered.contains_key(*plan)) {
        Some(plan) if offered.is_empty() => bail!("there is no plan '{plan}': the settings have none in plans.offered"),
        Some(plan) => {
            let names: Vec<&str> = offered.keys().map(String::as_str).collect();
            bail!("there is no plan '{plan}'; there are {}", names.join(", "))
        }
        None => Ok(()),
    }
}
