//! The commands of `stoa`.

mod account;
mod analytics;
mod database;
pub mod error_output;
mod jobs;
mod load;
mod load_seed;
mod log;
mod plugin;
mod plugin_author;
mod plugin_compile;
mod plugin_dev;
mod plugin_operator;
mod serve;
mod template;
mod tenant;
mod tenant_list;
mod theme;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use self::error_output::error_messages;
use crate::config::{self, Config};
use crate::private_files;

/// A website builder with an online store, for as many sites as you like.
#[derive(Debug, Parser)]
#[command(name = "stoa", version, about)]
pub struct Cli {
    /// Settings file that overrides the defaults.
    #[arg(long, global = true, env = "STOA_CONFIG")]
    config: Option<PathBuf>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Serve the sites and the admin, and run background jobs.
    Serve {
        /// Create the demo sites first if they do not exist.
        #[arg(long)]
        demo: bool,
        /// Listen on this port instead of the configured one.
        #[arg(long)]
        port: Option<u16>,
        /// Store the data in this folder instead of the configured one.
        #[arg(long)]
        data_dir: Option<PathBuf>,
    },
    /// Migrate all databases.
    Migrate,
    /// Create the two demo sites and their accounts if they do not exist.
    SeedDemo,
    /// Manage sites.
    #[command(subcommand)]
    Tenant(tenant::TenantCommand),
    /// Manage accounts of contributors.
    #[command(subcommand)]
    Account(account::AccountCommand),
    /// Work on what visitors of sites did.
    #[command(subcommand)]
    Analytics(analytics::AnalyticsCommand),
    /// See and repeat background jobs.
    #[command(subcommand)]
    Jobs(jobs::JobsCommand),
    /// Test sites under load: allow tests, make sites for them, remove what they made.
    #[command(subcommand)]
    Load(load::LoadCommand),
    /// Manage the key that encrypts secrets.
    #[command(subcommand)]
    SecretKey(SecretKeyCommand),
    /// Print the OpenAPI document.
    Openapi,
    /// Check settings.
    #[command(subcommand)]
    Config(ConfigCommand),
    /// Work with templates.
    #[command(subcommand)]
    Template(template::TemplateCommand),
    /// Work with themes.
    #[command(subcommand)]
    Theme(theme::ThemeCommand),
    /// Manage the plugins of this installation, and write plugins.
    #[command(subcommand)]
    Plugin(plugin::PluginCommand),
    /// Compile a plugin: a process of the server.
    #[command(hide = true)]
    PluginCompile {
        /// Memory that it may use.
        #[arg(long)]
        memory_megabytes: u64,
        /// How long it may take.
        #[arg(long)]
        seconds: u64,
    },
    /// Serve the bytes of one file from a bare route, to measure against.
    #[command(hide = true)]
    BareRoute {
        /// The file.
        #[arg(long)]
        file: PathBuf,
        /// The port.
        #[arg(long)]
        port: u16,
    },
}

#[derive(Debug, Subcommand)]
enum SecretKeyCommand {
    /// Accept the current key, or create a new one, for data whose key is lost: secrets encrypted with the lost key
    /// cannot be read any more.
    Accept,
}

#[derive(Debug, Subcommand)]
enum ConfigCommand {
    /// List every invalid setting.
    Check,
}

/// Runs a command. Failures print one message, or one for each invalid value.
pub fn run(cli: Cli) -> ExitCode {
    match dispatch(cli) {
        Ok(code) => code,
        Err(error) => {
            error_messages(&error).iter().for_each(|error_message| say_error(error_message));
            ExitCode::FAILURE
        }
    }
}

fn dispatch(cli: Cli) -> anyhow::Result<ExitCode> {
    match cli.command {
        Command::Openapi => {
            say(&stoa_http::document().to_pretty_json()?);
            Ok(ExitCode::SUCCESS)
        }
        Command::Template(command) => template::run(command),
        Command::Theme(command) => theme::run(command),
        Command::Plugin(command) => plugin::run(cli.config.as_deref(), command),
        Command::Config(ConfigCommand::Check) => {
            config::load(cli.config.as_deref())?;
            say("The settings are valid.");
            Ok(ExitCode::SUCCESS)
        }
        Command::PluginCompile { memory_megabytes, seconds } => plugin_compile::run(memory_megabytes, seconds),
        Command::BareRoute { file, port } => in_runtime(serve::bare_route(&file, port)),
        Command::Serve { demo, port, data_dir } => {
            let mut config = config::load(cli.config.as_deref())?;
            if let (Some(port), Some(mut address)) = (port, config.bind_address()) {
                address.set_port(port);
                config.server.bind = address.to_string();
            }
            config.data_dir = data_dir.unwrap_or(config.data_dir);
            with_config(config, |config| serve::serve(config, demo))
        }
        Command::Migrate => with_config(config::load(cli.config.as_deref())?, database::migrate),
        Command::SeedDemo => with_config(config::load(cli.config.as_deref())?, database::seed_demo),
        Command::SecretKey(SecretKeyCommand::Accept) => {
            with_config(config::load(cli.config.as_deref())?, database::accept_key)
        }
        Command::Account(command) => {
            with_config(config::load(cli.config.as_deref())?, |config| account::run(config, command))
        }
        Command::Analytics(command) => {
            with_config(config::load(cli.config.as_deref())?, |config| analytics::run(config, command))
        }
        Command::Jobs(command) => {
            with_config(config::load(cli.config.as_deref())?, |config| jobs::run(config, command))
        }
        Command::Load(command) => {
            with_config(config::load(cli.config.as_deref())?, |config| load::run(config, command))
        }
        Command::Tenant(command) => {
            with_config(config::load(cli.config.as_deref())?, |config| tenant::run(config, command))
        }
    }
}

fn with_config<F>(config: Config, command: impl FnOnce(Config) -> F) -> anyhow::Result<ExitCode>
where
    F: Future<Output = anyhow::Result<()>>,
{
    private_files::restrict_umask();
    log::start(&config.log)?;
    in_runtime(command(config))
}

fn in_runtime(work: impl Future<Output = anyhow::Result<()>>) -> anyhow::Result<ExitCode> {
    tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(work)?;
    Ok(ExitCode::SUCCESS)
}

#[expect(clippy::print_stdout, reason = "results of commands go to standard output")]
pub(crate) fn say(text: &str) {
    println!("{text}");
}

#[expect(clippy::print_stderr, reason = "errors of commands go to standard error")]
pub(crate) fn say_error(text: &str) {
    eprintln!("stoa: {text}");
}
