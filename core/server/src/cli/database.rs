//! Commands on all databases.

use anyhow::ensure;

use crate::cli::{say, say_error};
use crate::config::Config;
use crate::wiring::AppContext;
use crate::{secret_check, seed};

/// Migrates the platform's database and those of all sites.
pub(crate) async fn migrate(config: Config) -> anyhow::Result<()> {
    let foundation = AppContext::open(&config).await?;
    let tenants = &foundation.tenancy.tenants;
    let (_, count) = tenants.some(0).await?;
    let (mut before, mut failed) = (None, 0_u64);
    while let Some(website) = tenants.next_file_to_migrate(before.as_ref()).await? {
        if let Err(error) = tenants.upgrade_file(&website).await {
            failed += 1;
            say_error(&format!("{:#}", anyhow::Error::from(error)));
        }
        before = Some(website);
    }
    say(&format!("The platform and {} sites are migrated.", count.saturating_sub(failed)));
    ensure!(failed == 0, "{failed} sites could not be migrated");
    Ok(())
}

/// Creates the demo sites.
pub(crate) async fn seed_demo(config: Config) -> anyhow::Result<()> {
    let foundation = AppContext::open(&config).await?;
    let made = seed::demo(&foundation).await?;
    say(if made { "The demo sites were created." } else { "The demo sites already exist." });
    Ok(())
}

/// Accepts the current secret key, or a new one, for existing data.
pub(crate) async fn accept_key(config: Config) -> anyhow::Result<()> {
    secret_check::accept_key(&config).await?;
    say("The secret key is accepted. Set up second factors, gift card codes and keys of payment providers again.");
    Ok(())
}
