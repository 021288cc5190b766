//! Commands on all databases.

use crate::cli::say;
use crate::config::Config;
use crate::wiring::Foundation;
use crate::{secret_check, seed};

/// Brings the platform's database and every site's up to date.
pub(crate) async fn migrate(config: Config) -> anyhow::Result<()> {
    let foundation = Foundation::open(&config).await?;
    let tenants = &foundation.tenancy.tenants;
    let (_, count) = tenants.some(0).await?;
    while let Some(website) = tenants.next_old_file(None).await? {
        tenants.upgrade_file(&website).await?;
    }
    say(&format!("The platform and {count} sites are up to date."));
    Ok(())
}

/// Makes the demo sites.
pub(crate) async fn seed_demo(config: Config) -> anyhow::Result<()> {
    let foundation = Foundation::open(&config).await?;
    let made = seed::demo(&foundation).await?;
    say(if made { "The demo sites were made." } else { "The demo sites are there already." });
    Ok(())
}

/// Takes the present secret key, or a new one, for the data there is.
pub(crate) async fn accept_key(config: Config) -> anyhow::Result<()> {
    secret_check::accept_key(&config).await?;
    say(
        "The secret key is accepted. Second factors, codes of gift cards and keys of payment providers have to be set up again.",
    );
    Ok(())
}
