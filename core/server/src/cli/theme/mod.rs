//! `stoa theme`: checks and serves a theme folder without a site.

mod check;
mod dev;
mod folder;
mod overlay;
mod watch;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Subcommand;

use crate::cli::{in_runtime, say_error};

/// Exit code when the folder, or sample data or plugins, cannot be read.
const UNREADABLE: u8 = 2;

#[derive(Debug, Subcommand)]
pub(crate) enum ThemeCommand {
    /// Check every file of a theme. Exits with 0 when there is no error, 1 when there is one, 2 when the folder cannot
    /// be read.
    Check {
        /// The theme's folder.
        folder: PathBuf,
        /// Print one JSON document instead of text.
        #[arg(long)]
        json: bool,
        /// Sample data: a folder of JSON files, or one file whose members correspond to these files.
        #[arg(long)]
        data: Option<PathBuf>,
        /// Folder of plugins and packages whose formatters and predicates are known. Default: the folder beside the
        /// executable.
        #[arg(long)]
        plugins: Option<PathBuf>,
    },
    /// Serve a theme with sample data on this machine; pages reload when a file is saved.
    Dev {
        /// The theme's folder.
        folder: PathBuf,
        /// The port; 0 for any free port.
        #[arg(long, default_value_t = 8090)]
        port: u16,
        /// Sample data: a folder of JSON files, or one file whose members correspond to these files.
        #[arg(long)]
        data: Option<PathBuf>,
        /// Folder of plugins and packages whose formatters and predicates are known. Default: the folder beside the
        /// executable.
        #[arg(long)]
        plugins: Option<PathBuf>,
    },
}

pub(crate) fn run(command: ThemeCommand) -> anyhow::Result<ExitCode> {
    match command {
        ThemeCommand::Check { folder, json, data, plugins } => {
            let environment = folder::environment(plugins.as_deref())?;
            match folder::ThemePaths::new(folder, data).read(&environment) {
                Ok(read) => check::run(&environment, &read, json),
                Err(error) => Ok(unreadable(&error)),
            }
        }
        ThemeCommand::Dev { folder, port, data, plugins } => {
            let environment = folder::environment(plugins.as_deref())?;
            let place = folder::ThemePaths::new(folder, data);
            match place.read(&environment) {
                Ok(read) => in_runtime(dev::serve(environment, place, read, port)),
                Err(error) => Ok(unreadable(&error)),
            }
        }
    }
}

fn unreadable(error: &folder::UnreadablePath) -> ExitCode {
    say_error(&error.to_string());
    ExitCode::from(UNREADABLE)
}
