//! `stoa tenant`: sites are made, listed, removed.

use anyhow::{Context as _, bail};
use clap::Subcommand;
use stoa_tenancy::NewSite;

use crate::cli::say;
use crate::config::Config;
use crate::seed;
use crate::wiring::{Foundation, themes};

#[derive(Debug, Subcommand)]
pub(crate) enum TenantCommand {
    /// Make a site that begins with what its theme brings.
    Create {
        /// Short name: lower-case letters, digits, hyphens.
        identifier: String,
        /// Name of the site.
        #[arg(long)]
        title: String,
        /// Further host names that show it.
        #[arg(long = "host")]
        hosts: Vec<String>,
        /// Folder name of its theme.
        #[arg(long, default_value = "linen")]
        theme: String,
        /// Address of the account that owns it; made when there is none, with --password.
        #[arg(long)]
        owner: String,
        /// Password for an account that is made.
        #[arg(long, env = "STOA_OWNER_PASSWORD", hide_env_values = true)]
        password: Option<String>,
    },
    /// List the sites.
    List,
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
    match command {
        TenantCommand::Create { identifier, title, hosts, theme, owner, password } => {
            let library = themes(&config)?;
            let chosen = library.get(&theme).filter(|_| library.names().contains(&theme.as_str()));
            let chosen = chosen
                .with_context(|| format!("there is no theme '{theme}'; there are {}", library.names().join(", ")))?;
            let built_in = format!("{identifier}.{}", config.server.platform_host);
            let hosts = hosts.into_iter().chain([built_in]).collect();
            let site = NewSite { identifier, title, hosts };
            let id = seed::new_site(&foundation, chosen, &site, &owner, password.as_deref()).await?;
            say(&format!("{id} was made."));
        }
        TenantCommand::List => {
            for site in foundation.tenancy.tenants.list().await? {
                say(&format!("{}\t{}\t{}\t{}", site.id, site.identifier, site.title, site.hosts.join(" ")));
            }
        }
        TenantCommand::Delete { identifier, confirm } => {
            if identifier != confirm {
                bail!("repeat the short name with --confirm {identifier}; everything the site owns will be gone");
            }
            foundation.tenancy.tenants.delete(&identifier).await?;
            say(&format!("{identifier} is gone."));
        }
    }
    Ok(())
}
