//! `stoa plugin`: the plugins of this installation, the commands of operators and those of authors.

use std::path::Path;
use std::process::ExitCode;

use clap::Subcommand;
use stoa_plugin_host::{PluginError, PluginHost, PluginInfo};

use crate::cli::plugin_author::{self, AuthorCommand};
use crate::cli::plugin_operator::{self, OperatorCommand};
use crate::cli::{say, with_config};
use crate::config;
use crate::plugin_ports::load_plugins_to_list;

#[derive(Debug, Subcommand)]
pub(crate) enum PluginCommand {
    /// List the plugins of the configured folder, those that are refused with the reason. `packages` lists the others.
    List,
    #[command(flatten)]
    Operator(OperatorCommand),
    #[command(flatten)]
    Author(AuthorCommand),
}

pub(crate) fn run(config: Option<&Path>, command: PluginCommand) -> anyhow::Result<ExitCode> {
    match command {
        PluginCommand::List => {
            let host = load_plugins_to_list(&config::load(config)?)?;
            say(&listed(&host));
            Ok(ExitCode::SUCCESS)
        }
        PluginCommand::Operator(command) => {
            with_config(config::load(config)?, |config| plugin_operator::run(config, command))
        }
        PluginCommand::Author(command) => plugin_author::run(command),
    }
}

/// One line for each plugin, and one for each of its warnings.
fn listed(host: &PluginHost) -> String {
    let mut lines: Vec<String> = host.plugins().flat_map(loaded).collect();
    lines.extend(host.rejected().iter().map(refused));
    if lines.is_empty() { "There are no plugins.".to_owned() } else { lines.join("\n") }
}

fn loaded(plugin: &PluginInfo) -> Vec<String> {
    let mut kinds: Vec<&str> = plugin.provides.iter().map(stoa_plugin_host::Provision::kind).collect();
    kinds.dedup();
    let line = format!("loaded   {} {}  {} ({})", plugin.id, plugin.version, plugin.name, kinds.join(", "));
    let warnings = plugin.warnings.iter().map(|warning| format!("         warning: {warning}"));
    std::iter::once(line).chain(warnings).collect()
}

fn refused(error: &PluginError) -> String {
    let name = format!("{} {}", error.plugin, error.version);
    format!("refused  {}  {}", name.trim_end(), error.kind)
}
