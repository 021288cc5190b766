//! `stoa account`: maintenance of contributors' accounts by operators.

use anyhow::Context as _;
use clap::Subcommand;
use stoa_tenancy::Account;

use super::error_output::check_values;
use crate::cli::say;
use crate::config::Config;
use crate::wiring::AppContext;

#[derive(Debug, Subcommand)]
pub(crate) enum AccountCommand {
    /// Turn off two-step sign-in for a person who lost both app and recovery codes. Verify their identity first.
    DropSecondFactor {
        /// Address of the account.
        email: String,
    },
    /// End all sessions of an account immediately. The person has to sign in again.
    EndSessions {
        /// Address of the account.
        email: String,
    },
}

pub(crate) async fn run(config: Config, command: AccountCommand) -> anyhow::Result<()> {
    let foundation = AppContext::open(&config).await?;
    match command {
        AccountCommand::DropSecondFactor { email } => {
            account_of(&foundation, &email).await?;
            let dropped = foundation.tenancy.staff.remove_second_factor(&email, foundation.tenancy.now()).await;
            dropped.with_context(|| format!("'{email}' does not use two-step sign-in"))?;
            say(&format!("Two-step sign-in was turned off for {email}."));
        }
        AccountCommand::EndSessions { email } => {
            let person = account_of(&foundation, &email).await?;
            let ended = foundation.tenancy.sessions.end_all(&person.id).await?;
            say(&format!("{ended} sessions of {email} have ended."));
        }
    }
    Ok(())
}

async fn account_of(foundation: &AppContext, email: &str) -> anyhow::Result<Account> {
    let found = foundation.tenancy.staff.by_email(email).await?;
    let problem = found.is_none().then(|| "There is no account with this address.".to_owned());
    check_values([("EMAIL", problem)])?;
    found.with_context(|| format!("{email} has no account"))
}
