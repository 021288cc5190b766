//! `stoa account`: what operators do for people who work on sites.

use anyhow::Context as _;
use clap::Subcommand;

use crate::cli::say;
use crate::config::Config;
use crate::wiring::Foundation;

#[derive(Debug, Subcommand)]
pub(crate) enum AccountCommand {
    /// Turn two-step sign-in off for somebody who has lost both app and recovery codes. Make sure first who asks.
    DropSecondFactor {
        /// Address of the account.
        email: String,
    },
    /// End all sessions of somebody, at once: who works on sites signs in again.
    EndSessions {
        /// Address of the account.
        email: String,
    },
}

pub(crate) async fn run(config: Config, command: AccountCommand) -> anyhow::Result<()> {
    let foundation = Foundation::open(&config).await?;
    match command {
        AccountCommand::DropSecondFactor { email } => {
            let dropped = foundation.tenancy.staff.remove_second_factor(&email, foundation.tenancy.now_ms()).await;
            dropped.with_context(|| format!("'{email}' has no two-step sign-in that could be turned off"))?;
            say(&format!("{email} signs in with the password alone from now on."));
        }
        AccountCommand::EndSessions { email } => {
            let person = foundation.tenancy.staff.by_email(&email).await?;
            let person = person.with_context(|| format!("nobody has the address '{email}'"))?;
            let ended = foundation.tenancy.sessions.end_all(&person.id).await?;
            say(&format!("{ended} sessions of {email} have ended."));
        }
    }
    Ok(())
}
