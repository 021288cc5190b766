//! `stoa tenant`: creates, lists, changes and deletes sites.

use std::path::PathBuf;

use anyhow::Context as _;
use clap::Subcommand;
use stoa_http::SiteChoices;
use stoa_kernel::language;
use stoa_kernel::website::WebsiteStatus;
use stoa_site::media::{LimitOverrides, set_limits};
use stoa_site::themes::{Theme, ThemeLibrary};
use stoa_tenancy::{IDENTIFIER_MAX, IDENTIFIER_MIN, NewSite, PASSWORD_MAX, PASSWORD_MIN};

use super::error_output::{check_values, with_option_names};
use super::tenant_list::{self, CreateMany};
use crate::cli::say;
use crate::config::{Config, MAX_FILE_MEGABYTES, MAX_IMAGE_MEGABYTES};
use crate::seed::{self, FirstOwner};
use crate::site_removal;
use crate::wiring::{AppContext, themes};

#[derive(Debug, Subcommand)]
pub(crate) enum TenantCommand {
    /// Create a site with the starter content of its theme.
    Create {
        #[arg(help = identifier_rule())]
        identifier: String,
        /// Name of the site.
        #[arg(long)]
        title: String,
        /// Additional host names of the site.
        #[arg(long = "host")]
        hosts: Vec<String>,
        /// Name of its plan in the settings.
        #[arg(long)]
        plan: Option<String>,
        /// Folder name of its theme.
        #[arg(long, default_value = "linen")]
        theme: String,
        /// Its language, a BCP 47 tag such as de or fr-CA. Left out: that of the theme's starter content.
        #[arg(long)]
        language: Option<String>,
        /// E-mail address of the owner. The account is created with --password if it does not exist.
        #[arg(long)]
        owner: String,
        #[arg(long, env = "STOA_OWNER_PASSWORD", hide_env_values = true, help = password_rule())]
        password: Option<String>,
    },
    /// Create the sites of a list. Existing sites are not changed.
    CreateMany(CreateMany),
    /// List the sites.
    List,
    /// Set the upload limits of a site. Limits left out default to those of the installation.
    Limits {
        /// Short name of the site.
        identifier: String,
        /// Maximum size of an image in megabytes (1,000,000 bytes).
        #[arg(long, value_parser = clap::value_parser!(u64).range(1..=MAX_IMAGE_MEGABYTES))]
        picture_megabytes: Option<u64>,
        /// Maximum size of any other file in megabytes.
        #[arg(long, value_parser = clap::value_parser!(u64).range(1..=MAX_FILE_MEGABYTES))]
        file_megabytes: Option<u64>,
        /// Maximum total size of all images and files in megabytes; 0 for no limit.
        #[arg(long)]
        site_megabytes: Option<u64>,
    },
    /// Set the plan of a site, which defines its upload limits. Limits of the site itself take precedence.
    Plan {
        /// Short name of the site.
        identifier: String,
        /// Name of the plan in the settings. Leave it out to remove the plan.
        plan: Option<String>,
    },
    /// Set the status of a site, which decides what visitors see: expired, pastdue, trial, beta, removed, internal,
    /// comped, paid, linked, parking-page, resold, resold-grace-period, enterprise.
    Status {
        /// Short name of the site.
        identifier: String,
        /// The status.
        status: String,
    },
    /// Replace the SQLite file of a site with a copy. The previous file is kept beside it; a running server opens the
    /// copy within five seconds. Writes to the site in the seconds around that may end up in the previous file.
    Restore {
        /// Short name of the site, or its id as shown in the log.
        identifier: String,
        /// The copy, as made by a backup.
        #[arg(long)]
        copy: PathBuf,
    },
    /// Delete a site and everything it owns, permanently.
    Delete {
        /// Short name of the site.
        identifier: String,
        /// Repeat the short name to confirm.
        #[arg(long)]
        confirm: String,
    },
}

pub(crate) async fn run(config: Config, command: TenantCommand) -> anyhow::Result<()> {
    let foundation = AppContext::open(&config).await?;
    let done = carry_out(&config, &foundation, command).await;
    // Checkpoints the WALs into the files.
    foundation.databases.close().await?;
    done
}

async fn carry_out(config: &Config, foundation: &AppContext, command: TenantCommand) -> anyhow::Result<()> {
    match command {
        TenantCommand::Create { identifier, title, hosts, theme, language, owner, password, plan } => {
            let hosts = hosts.into_iter().chain([format!("{identifier}.{}", config.server.platform_host)]).collect();
            let site = NewSite { identifier, title, hosts, status: WebsiteStatus::Paid, plan };
            let owner = FirstOwner { email: &owner, password: password.as_deref() };
            create(config, foundation, &site, Look { theme: &theme, language }, &owner).await?;
        }
        TenantCommand::CreateMany(options) => tenant_list::run(config, foundation, options).await?,
        TenantCommand::List => {
            for site in foundation.tenancy.tenants.list().await? {
                let (status, hosts) = (site.status, site.hosts.join(" "));
                let plan = site.plan.as_deref().unwrap_or("-");
                say(&format!("{}\t{}\t{}\t{status}\t{plan}\t{hosts}", site.id, site.identifier, site.title));
            }
        }
        TenantCommand::Limits { identifier, picture_megabytes, file_megabytes, site_megabytes } => {
            let bytes = |megabytes: Option<u64>| megabytes.map(|count| count.saturating_mul(1_000_000));
            let limits = LimitOverrides {
                picture_bytes: bytes(picture_megabytes),
                file_bytes: bytes(file_megabytes),
                site_bytes: bytes(site_megabytes),
            };
            change_limits(foundation, &identifier, limits).await?;
        }
        TenantCommand::Plan { identifier, plan } => {
            change_plan(config, foundation, &identifier, plan.as_deref()).await?;
        }
        TenantCommand::Status { identifier, status } => {
            change_status(foundation, &identifier, &status).await?;
        }
        TenantCommand::Restore { identifier, copy } => {
            let restored = foundation.tenancy.tenants.restore(&identifier, &copy).await;
            restored
                .map_err(|error| with_option_names(error.into(), &[("copy", "--copy")]))
                .with_context(|| format!("'{identifier}' was not restored"))?;
            say(&format!("{identifier} was restored from the copy."));
        }
        TenantCommand::Delete { identifier, confirm } => {
            let is_unconfirmed = identifier != confirm;
            let message = || format!("Repeat the short name '{identifier}'. All data of the site will be deleted.");
            check_values([("--confirm", is_unconfirmed.then(message))])?;
            if site_removal::remove(&foundation.tenancy, foundation.blobs.as_ref(), &identifier).await? {
                say(&format!("{identifier} was deleted."));
            } else {
                say(&format!(
                    "{identifier} was deleted: it cannot be reached any more. The running server asks its payment \
                     providers to forget saved payment methods, and deletes its data afterwards, within a day."
                ));
            }
        }
    }
    Ok(())
}

/// How a new site looks.
struct Look<'a> {
    theme: &'a str,
    language: Option<String>,
}

async fn create(
    config: &Config,
    foundation: &AppContext,
    site: &NewSite,
    look: Look<'_>,
    owner: &FirstOwner<'_>,
) -> anyhow::Result<()> {
    let library = themes(config)?;
    let theme = theme_named(&library, look.theme);
    check_values([
        ("--plan", plan_problem(config, site.plan.as_deref())),
        ("--theme", theme.as_ref().err().cloned()),
        ("--language", language_problem(look.language.as_deref())),
    ])?;
    let theme = theme.map_err(anyhow::Error::msg)?;
    let choices = SiteChoices { language: look.language, ..SiteChoices::default() };
    let made = seed::new_site(foundation, theme, site, &choices, owner).await;
    let id = made.map_err(|error| with_option_names(error, &OPTIONS))?;
    say(&format!("{id} was created."));
    Ok(())
}

async fn change_limits(foundation: &AppContext, identifier: &str, limits: LimitOverrides) -> anyhow::Result<()> {
    check_values([("IDENTIFIER", site_problem(foundation, identifier).await?)])?;
    let sites = foundation.tenancy.tenants.list().await?;
    let site = sites.iter().find(|site| site.identifier == identifier);
    let site = site.with_context(|| format!("'{identifier}' was deleted"))?;
    let tenant = foundation.tenancy.for_system(&site.id, "command").await?;
    set_limits(&tenant.ctx, &tenant.db, limits).await?;
    say(&format!("The limits of {identifier} were changed."));
    Ok(())
}

async fn change_plan(
    config: &Config,
    foundation: &AppContext,
    identifier: &str,
    plan: Option<&str>,
) -> anyhow::Result<()> {
    let unknown_site = site_problem(foundation, identifier).await?;
    check_values([("IDENTIFIER", unknown_site), ("PLAN", plan_problem(config, plan))])?;
    let changed = foundation.tenancy.tenants.set_plan(identifier, plan).await;
    changed.with_context(|| format!("the plan of '{identifier}' could not be changed"))?;
    match plan {
        Some(plan) => say(&format!("The plan of {identifier} is now {plan}.")),
        None => say(&format!("{identifier} has no plan now.")),
    }
    Ok(())
}

async fn change_status(foundation: &AppContext, identifier: &str, status: &str) -> anyhow::Result<()> {
    let unknown_site = site_problem(foundation, identifier).await?;
    check_values([("IDENTIFIER", unknown_site), ("STATUS", status_problem(status))])?;
    let status = WebsiteStatus::named(status).with_context(|| format!("there is no status '{status}'"))?;
    let changed = foundation.tenancy.tenants.set_status(identifier, status).await;
    changed.with_context(|| format!("the status of '{identifier}' could not be changed"))?;
    say(&format!("The status of {identifier} is now {status}."));
    Ok(())
}

/// Fields of a new site with their names on the command line.
const OPTIONS: [(&str, &str); 5] = [
    ("identifier", "IDENTIFIER"),
    ("title", "--title"),
    ("hosts", "--host"),
    ("owner", "--owner"),
    ("password", "--password"),
];

fn identifier_rule() -> String {
    format!(
        "Short name, first part of its built-in host: {IDENTIFIER_MIN} to {IDENTIFIER_MAX} lower-case letters, \
         digits and hyphens; the first and last character is a letter or digit"
    )
}

fn password_rule() -> String {
    format!(
        "Password of a new account: {PASSWORD_MIN} to {PASSWORD_MAX} characters, no common word, row of keys or part \
         of the owner's address"
    )
}

async fn site_problem(foundation: &AppContext, identifier: &str) -> anyhow::Result<Option<String>> {
    let exists = foundation.tenancy.tenants.exists(identifier).await?;
    Ok((!exists).then(|| format!("There is no site '{identifier}'.")))
}

fn status_problem(status: &str) -> Option<String> {
    let names: Vec<&str> = WebsiteStatus::ALL.iter().map(|known| known.as_str()).collect();
    WebsiteStatus::named(status)
        .is_none()
        .then(|| format!("There is no status '{status}'. Available: {}.", names.join(", ")))
}

/// The theme with this name, or a message that there is none.
pub(super) fn theme_named<'a>(library: &'a ThemeLibrary, name: &str) -> Result<&'a Theme, String> {
    let chosen = library.get(name).filter(|_| library.names().contains(&name));
    chosen.ok_or_else(|| format!("There is no theme '{name}'. Available: {}.", library.names().join(", ")))
}

pub(super) fn language_problem(tag: Option<&str>) -> Option<String> {
    let unknown = tag.filter(|tag| !language::is_known(tag))?;
    Some(format!("'{unknown}' is no language that sites can have, such as de, fr-CA or ja"))
}

pub(super) fn plan_problem(config: &Config, plan: Option<&str>) -> Option<String> {
    let offered = &config.plans.offered;
    let plan = plan.filter(|plan| !offered.contains_key(*plan))?;
    if offered.is_empty() {
        return Some(format!("There is no plan '{plan}': plans.offered in the settings is empty."));
    }
    let names: Vec<&str> = offered.keys().map(String::as_str).collect();
    Some(format!("There is no plan '{plan}'. Available: {}.", names.join(", ")))
}
