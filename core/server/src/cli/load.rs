//! `stoa load`: what load tests need.

use clap::Subcommand;

use super::load_seed::{self, SeedOptions};
use crate::config::Config;
use crate::wiring::AppContext;

#[derive(Debug, Subcommand)]
pub(crate) enum LoadCommand {
    /// Make sites full of data, the same each time for the same seed; also beside a running server.
    Seed(SeedOptions),
}

pub(crate) async fn run(config: Config, command: LoadCommand) -> anyhow::Result<()> {
    let foundation = AppContext::open(&config).await?;
    let done = match command {
        LoadCommand::Seed(options) => load_seed::run(&config, &foundation, options).await,
    };
    // Checkpoints the WALs into the files.
    foundation.databases.close().await?;
    done
}
