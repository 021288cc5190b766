//! `stoa tenant create-many`: creates the sites of a list, one JSON object per line. An interrupted run can be
//! repeated.

use std::io::{BufRead as _, BufReader, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use clap::Args;
use serde::Deserialize;
use stoa_http::SiteChoices;
use stoa_kernel::website::WebsiteStatus;
use stoa_site::themes::ThemeLibrary;
use stoa_tenancy::NewSite;

use super::error_output::{check_values, error_messages};
use super::tenant::{language_problem, plan_problem, theme_named};
use crate::cli::{say, say_error};
use crate::config::Config;
use crate::seed::{self, FirstOwner};
use crate::wiring::{AppContext, themes};

/// Progress is printed after this many sites.
const PROGRESS_INTERVAL: usize = 500;

#[derive(Debug, Args)]
pub(crate) struct CreateMany {
    /// File with one JSON object per line: identifier, title and, where they differ from the options of this command,
    /// hosts, owner, theme, language and plan. A single hyphen reads standard input.
    list: PathBuf,
    /// E-mail address of the owner. The account must exist.
    #[arg(long)]
    owner: Option<String>,
    /// Folder name of their theme.
    #[arg(long, default_value = "linen")]
    theme: String,
    /// Their language, a BCP 47 tag. Left out: that of the theme's starter content.
    #[arg(long)]
    language: Option<String>,
    /// Name of their plan in the settings.
    #[arg(long)]
    plan: Option<String>,
}

/// A line of the list.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    identifier: String,
    title: String,
    #[serde(default)]
    hosts: Vec<String>,
    owner: Option<String>,
    theme: Option<String>,
    language: Option<String>,
    plan: Option<String>,
}

enum Outcome {
    Made,
    Known,
}

pub(super) async fn run(config: &Config, foundation: &AppContext, options: CreateMany) -> anyhow::Result<()> {
    let library = themes(config)?;
    let making = CreationContext { config, foundation, options: &options, library: &library };
    let (mut made, mut known, mut failed) = (0_usize, 0_usize, 0_usize);
    for (number, line) in lines(&options.list)?.enumerate() {
        let line = line.with_context(|| format!("{} cannot be read", options.list.display()))?;
        if line.trim().is_empty() {
            continue;
        }
        match making.site(&line).await {
            Ok(Outcome::Made) => {
                made += 1;
                if made % PROGRESS_INTERVAL == 0 {
                    say(&format!("Created so far: {made}"));
                }
            }
            Ok(Outcome::Known) => known += 1,
            Err(error) => {
                failed += 1;
                for error_message in error_messages(&error) {
                    say_error(&format!("line {}: {error_message}", number + 1));
                }
            }
        }
    }
    say(&format!("Created: {made}. Already existing: {known}. Failed: {failed}."));
    if failed > 0 {
        bail!("some sites could not be created: correct their lines and run this again");
    }
    Ok(())
}

fn lines(list: &Path) -> anyhow::Result<impl Iterator<Item = std::io::Result<String>>> {
    let source: Box<dyn Read> = match list.to_str() {
        Some("-") => Box::new(std::io::stdin()),
        _ => Box::new(std::fs::File::open(list).with_context(|| format!("{} cannot be opened", list.display()))?),
    };
    Ok(BufReader::new(source).lines())
}

struct CreationContext<'a> {
    config: &'a Config,
    foundation: &'a AppContext,
    options: &'a CreateMany,
    library: &'a ThemeLibrary,
}

impl CreationContext<'_> {
    async fn site(&self, line: &str) -> anyhow::Result<Outcome> {
        let line: Line = serde_json::from_str(line).context("the line does not describe a site")?;
        if self.foundation.tenancy.tenants.exists(&line.identifier).await? {
            return Ok(Outcome::Known);
        }
        let options = self.options;
        let owner = line.owner.as_ref().or(options.owner.as_ref()).context("the site has no owner; add --owner")?;
        let plan = line.plan.or_else(|| options.plan.clone());
        let theme = theme_named(self.library, line.theme.as_ref().unwrap_or(&options.theme));
        let theme_problem = theme.as_ref().err().cloned();
        let language = line.language.or_else(|| options.language.clone());
        check_values([
            ("plan", plan_problem(self.config, plan.as_deref())),
            ("theme", theme_problem),
            ("language", language_problem(language.as_deref())),
        ])?;
        let theme = theme.map_err(anyhow::Error::msg)?;
        let built_in = format!("{}.{}", line.identifier, self.config.server.platform_host);
        let site = NewSite {
            identifier: line.identifier,
            title: line.title,
            hosts: line.hosts.into_iter().chain([built_in]).collect(),
            status: WebsiteStatus::Paid,
            plan,
        };
        let choices = SiteChoices { language, ..SiteChoices::default() };
        let owner = FirstOwner { email: owner, password: None };
        seed::new_site(self.foundation, theme, &site, &choices, &owner).await?;
        Ok(Outcome::Made)
    }
}
