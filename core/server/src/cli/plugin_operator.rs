//! `stoa plugin`: the commands of operators. They take effect on running servers within seconds.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail, ensure};
use clap::{Args, Subcommand};
use stoa_entity::platform::plugin_package::SHARED;
use stoa_entity::platform::plugin_rule;
use stoa_kernel::plugin::{PackageOrigin, PluginRuleKind};
use stoa_plugin_author::PublicKey;
use stoa_tenancy::{PluginRules, limit_subject, new_plugin_rule};

use crate::cli::error_output::check_values;
use crate::cli::say;
use crate::cli::tenant::plan_problem;
use crate::config::Config;
use crate::outbound::remote_files::WebFiles;
use crate::plugin_ports::{PluginLimits, StoredPackage, update_from_index};
use crate::wiring::AppContext;

/// Larger files are no packages.
const LARGEST_FILE: u64 = 24 * 1024 * 1024;

#[derive(Debug, Subcommand)]
pub(crate) enum OperatorCommand {
    /// Install a package. Owners can choose it then for their sites.
    Install {
        /// The package.
        package: PathBuf,
        /// Run it on all sites, in place of an earlier version that runs on all.
        #[arg(long)]
        all_sites: bool,
    },
    /// Uninstall a package that was installed by `install`. Sites that use it are left without it.
    Uninstall {
        /// Digest of the package.
        digest: String,
    },
    /// Read the indexes of the settings, and install what is new in them. Owners can choose it then.
    Update,
    /// List the packages of this installation, with those that sites have uploaded.
    Packages,
    /// Allow the packages of a publisher, or one package. As soon as something is allowed, nothing else is.
    Allow(Subject),
    /// Forbid the packages of a publisher, or one package: they are not installed, and stop on all sites.
    Forbid(Subject),
    /// Take back what was said by `allow` and `forbid`.
    Forget(Subject),
    /// Stop a plugin on all sites at once, in every version.
    Stop {
        /// Id of the plugin.
        plugin: String,
    },
    /// Let a plugin run again that was stopped.
    Resume {
        /// Id of the plugin.
        plugin: String,
    },
    /// Set a limit of plugins on all sites, or on those of a plan, in place of that of the settings.
    Limit(Limited),
    /// List what was decided by the commands above.
    Rules,
}

#[derive(Debug, Args)]
pub(crate) struct Limited {
    /// Key of the limit in [plugins.limits] of the settings, such as `page_milliseconds`. Those that begin with
    /// `interpreted_` are for plugins with an interpreter.
    key: String,
    /// Its value, in the unit of the key. Leave it out to take back what was set.
    value: Option<u32>,
    /// Name of a plan in the settings: for the sites of this plan alone.
    #[arg(long)]
    plan: Option<String>,
}

#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub(crate) struct Subject {
    /// Public key of the publisher.
    #[arg(long)]
    publisher: Option<PublicKey>,
    /// Digest of the package.
    #[arg(long)]
    digest: Option<String>,
}

impl Subject {
    /// How it is stored, and the kinds of rules that allow and forbid it.
    fn read(&self) -> anyhow::Result<(String, [PluginRuleKind; 2])> {
        match (&self.publisher, &self.digest) {
            (Some(key), _) => Ok((key.to_string(), [PluginRuleKind::AllowPublisher, PluginRuleKind::ForbidPublisher])),
            (None, digest) => {
                let digest = digest.as_deref().unwrap_or_default();
                let is_digest = digest.len() == 64 && digest.bytes().all(|byte| byte.is_ascii_hexdigit());
                ensure!(is_digest, "--digest: should be 64 hexadecimal digits, as `stoa plugin packages` shows them");
                Ok((digest.to_ascii_lowercase(), [PluginRuleKind::AllowPackage, PluginRuleKind::ForbidPackage]))
            }
        }
    }
}

pub(crate) async fn run(config: Config, command: OperatorCommand) -> anyhow::Result<()> {
    let foundation = AppContext::open(&config).await?;
    let done = carry_out(&config, &foundation, command).await;
    // Checkpoints the WALs into the files.
    foundation.databases.close().await?;
    say(&done?);
    Ok(())
}

/// Carries a command out and returns what it prints.
async fn carry_out(config: &Config, foundation: &AppContext, command: OperatorCommand) -> anyhow::Result<String> {
    let (databases, now) = (&foundation.databases, foundation.tenancy.now());
    match command {
        OperatorCommand::Install { package, all_sites } => install(config, foundation, &package, all_sites).await,
        OperatorCommand::Uninstall { digest } => uninstall(config, foundation, &digest).await,
        OperatorCommand::Update => update(config, foundation).await,
        OperatorCommand::Packages => list(foundation).await,
        OperatorCommand::Allow(subject) => {
            let (subject, [allow, forbid]) = subject.read()?;
            databases.set_plugin_rule(&new_plugin_rule(allow, &subject, now), &[forbid]).await?;
            Ok(format!("{subject} is allowed. Of others, only what is bundled or you have installed still runs."))
        }
        OperatorCommand::Forbid(subject) => {
            let (subject, [allow, forbid]) = subject.read()?;
            databases.set_plugin_rule(&new_plugin_rule(forbid, &subject, now), &[allow]).await?;
            Ok(format!("{subject} is forbidden."))
        }
        OperatorCommand::Forget(subject) => {
            let (subject, kinds) = subject.read()?;
            let existed = databases.remove_plugin_rules(&subject, &kinds).await?;
            ensure!(existed, "nothing was decided about {subject}");
            Ok(format!("{subject} is neither allowed nor forbidden."))
        }
        OperatorCommand::Stop { plugin } => {
            let rule = new_plugin_rule(PluginRuleKind::StopPlugin, &plugin, now);
            databases.set_plugin_rule(&rule, &[]).await?;
            Ok(format!(
                "{plugin} stops on all sites within ten seconds. `stoa plugin resume {plugin}` lets it run again."
            ))
        }
        OperatorCommand::Resume { plugin } => {
            let existed = databases.remove_plugin_rules(&plugin, &[PluginRuleKind::StopPlugin]).await?;
            ensure!(existed, "{plugin} was not stopped");
            Ok(format!("{plugin} runs again on the sites that use it."))
        }
        OperatorCommand::Limit(limited) => limit(config, foundation, &limited).await,
        OperatorCommand::Rules => rules(foundation).await,
    }
}

async fn limit(config: &Config, foundation: &AppContext, limited: &Limited) -> anyhow::Result<String> {
    let Limited { key, value, plan } = limited;
    let plan = plan.as_deref();
    let (databases, subject) = (&foundation.databases, limit_subject(plan, key));
    let sites = plan.map_or_else(|| "all sites".to_owned(), |plan| format!("sites of the plan {plan}"));
    let Some(value) = value.map(i64::from) else {
        let existed = databases.remove_plugin_rules(&subject, &[PluginRuleKind::Limit]).await?;
        ensure!(existed, "{key} was not set for {sites}");
        return Ok(format!("{key} is that of the settings again for {sites}."));
    };
    let problem = PluginLimits::of(config).problem(key, value);
    check_values([("--plan", plan_problem(config, plan)), (key.as_str(), problem)])?;
    let rule = new_plugin_rule(PluginRuleKind::Limit, &subject, foundation.tenancy.now());
    databases.set_plugin_rule(&plugin_rule::Model { value: Some(value), ..rule }, &[]).await?;
    Ok(format!("{key} is {value} for {sites}, on running servers within ten seconds."))
}

async fn install(config: &Config, foundation: &AppContext, path: &Path, all_sites: bool) -> anyhow::Result<String> {
    let size = std::fs::metadata(path).with_context(|| path.display().to_string())?.len();
    ensure!(size <= LARGEST_FILE, "{}: is larger than {LARGEST_FILE} bytes", path.display());
    let bytes = std::fs::read(path).with_context(|| path.display().to_string())?;
    let packages = foundation.plugin_packages(config)?;
    let package = packages.store_shared(bytes.into(), PackageOrigin::Operator).await?;
    if all_sites {
        packages.use_on_all_sites(&package).await?;
    }
    let who = if all_sites { "It runs on all sites." } else { "Owners can choose it." };
    let StoredPackage { plugin_id, version, digest, publisher_key, report, .. } = package;
    let compiled = match report.compile_ms {
        0 => "compiled before".to_owned(),
        ms => format!("compiled in {ms} ms"),
    };
    let installed = format!("{plugin_id} {version} is installed, {compiled}. {who}");
    Ok(format!("{installed}\n  digest {digest}\n  signed by {publisher_key}"))
}

async fn update(config: &Config, foundation: &AppContext) -> anyhow::Result<String> {
    let indexes = &config.plugins.indexes;
    ensure!(!indexes.is_empty(), "plugins.indexes: there is no index in the settings");
    let packages = foundation.plugin_packages(config)?;
    let files = WebFiles::new(&config.uploads.private_addresses);
    let (mut lines, mut unread) = (Vec::new(), Vec::new());
    for index in indexes {
        let update = match update_from_index(&packages, &files, index).await {
            Ok(update) => update,
            Err(error) => {
                unread.push(format!("{}: {error:#}", index.source));
                continue;
            }
        };
        lines.push(format!("{} ({}), serial number {}", update.name, index.source, update.serial));
        let installed = update.installed.iter();
        lines.extend(installed.map(|package| format!("  installed {} {}", package.plugin_id, package.version)));
        lines.extend(update.problems.iter().map(|problem| format!("  {problem}")));
    }
    if unread.is_empty() {
        return Ok(lines.join("\n"));
    }
    if !lines.is_empty() {
        say(&lines.join("\n"));
    }
    bail!("{}", unread.join("\n"))
}

async fn uninstall(config: &Config, foundation: &AppContext, digest: &str) -> anyhow::Result<String> {
    let packages = foundation.plugin_packages(config)?;
    let package = packages.shared().await?.into_iter().find(|package| package.digest == digest);
    let package = package.with_context(|| format!("no package with the digest {digest} was installed"))?;
    let rules = PluginRules::of(foundation.databases.plugin_rules().await?);
    if rules.all_sites.get(&package.plugin_id).is_some_and(|own| own == digest) {
        foundation.databases.remove_plugin_rules(&package.plugin_id, &[PluginRuleKind::AllSites]).await?;
    }
    packages.forget_shared(digest).await?;
    Ok(format!("{} {} is uninstalled.", package.plugin_id, package.version))
}

async fn list(foundation: &AppContext) -> anyhow::Result<String> {
    let rules = PluginRules::of(foundation.databases.plugin_rules().await?);
    let rows = foundation.databases.all_plugin_packages().await?;
    let described = |row: stoa_entity::platform::plugin_package::Model| {
        let owner = row.owner.clone();
        let package = StoredPackage::from(row);
        let runs_on_all = rules.all_sites.get(&package.plugin_id) == Some(&package.digest);
        let whose = match (owner.as_str(), runs_on_all) {
            (SHARED, true) => "runs on all sites".to_owned(),
            (SHARED, false) => "can be chosen by all sites".to_owned(),
            (website, _) => format!("uploaded by the site {website}"),
        };
        let refusal = package.refusal(&rules).map(|reason| format!("\n  does not run: {reason}")).unwrap_or_default();
        let StoredPackage { plugin_id, version, digest, publisher_key, withdrawn, .. } = package;
        let withdrawn = withdrawn.map(|reason| format!("\n  withdrawn by its publisher: {reason}")).unwrap_or_default();
        format!("{plugin_id} {version}  {whose}\n  digest {digest}\n  signed by {publisher_key}{withdrawn}{refusal}")
    };
    let lines: Vec<String> = rows.into_iter().map(described).collect();
    Ok(if lines.is_empty() { "There are no packages.".to_owned() } else { lines.join("\n") })
}

async fn rules(foundation: &AppContext) -> anyhow::Result<String> {
    let described = |rule: plugin_rule::Model| {
        let what = match rule.kind {
            PluginRuleKind::AllowPublisher => "allowed publisher",
            PluginRuleKind::AllowPackage => "allowed package",
            PluginRuleKind::ForbidPublisher => "forbidden publisher",
            PluginRuleKind::ForbidPackage => "forbidden package",
            PluginRuleKind::StopPlugin => "stopped plugin",
            PluginRuleKind::AllSites => "plugin of all sites",
            PluginRuleKind::Limit => "limit",
        };
        let value = rule.package.or_else(|| rule.value.map(|value| value.to_string()));
        let value = value.map(|value| format!("  {value}")).unwrap_or_default();
        format!("{what}  {}{value}", rule.subject)
    };
    let lines: Vec<String> = foundation.databases.plugin_rules().await?.into_iter().map(described).collect();
    Ok(if lines.is_empty() { "Nothing was decided: any plugin may be installed.".to_owned() } else { lines.join("\n") })
}
