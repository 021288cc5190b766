//! `stoa load seed`: skeleton until the command itself is merged.

use clap::Args;

use crate::config::Config;
use crate::wiring::AppContext;

#[derive(Debug, Args)]
pub(crate) struct SeedOptions {}

pub(super) async fn run(_: &Config, _: &AppContext, _: SeedOptions) -> anyhow::Result<()> {
    anyhow::bail!("not yet")
}
