//! Self-service sign-up and site creation, where the installation allows them.

use sea_orm::{ActiveValue, ColumnTrait};
use stoa_entity::platform::{account, membership, website};
use stoa_entity::{DbError, PlatformTx};
use stoa_kernel::account::AccountLinkPurpose;
use stoa_kernel::boxed;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::AccountId;

use crate::account_links::{LinkRequest, consume_link, renew};
use crate::accounts::{ContributorAccounts, check_account};
use crate::contributors::{ADMIN, check_address};
use crate::password::hash_password;
use crate::{InviteeDetails, Sessions, SignIn, TenancyError, contributor_texts};

const PURPOSES: [AccountLinkPurpose; 2] = [AccountLinkPurpose::SignUp, AccountLinkPurpose::SetUp];

/// Self-service rules of an installation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SignUpRules {
    /// Whether anyone with a confirmed address may create an account and a site.
    pub open: bool,
    /// Maximum number of sites per account.
    pub sites_per_account: u64,
}

/// How an account can be created now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignUpState {
    /// There is no account yet: the first one is created with the link that the program prints at start-up.
    First,
    /// By e-mail.
    Open,
    /// Only by invitation.
    Closed,
}

impl ContributorAccounts {
    /// How an account can be created now.
    #[boxed]
    pub async fn sign_up_state(&self, rules: &SignUpRules) -> Result<SignUpState, TenancyError> {
        let tx = self.databases.platform().read().await?;
        let is_first = has_no_accounts(&tx).await?;
        Ok(match (is_first, rules.open) {
            (true, _) => SignUpState::First,
            (false, true) => SignUpState::Open,
            (false, false) => SignUpState::Closed,
        })
    }

    /// Stores a request to sign up. The response does not reveal whether the address has an account; the e-mail says
    /// so.
    ///
    /// # Errors
    /// [`TenancyError::SignUpClosed`]; a message for `email`.
    #[boxed]
    pub async fn request_sign_up<'a>(
        &'a self,
        wish: LinkRequest<'a>,
        rules: &SignUpRules,
        now: Timestamp,
    ) -> Result<(), TenancyError> {
        if !rules.open {
            return Err(TenancyError::SignUpClosed);
        }
        check_address(wish.email.trim())?;
        self.request_link(wish, AccountLinkPurpose::SignUp, now).await
    }

    /// Token of a new set-up link for the first account, which replaces the previous one; none when there is an
    /// account.
    #[boxed]
    pub async fn set_up_token(&self, now: Timestamp) -> Result<Option<String>, TenancyError> {
        let tx = self.databases.platform().write().await?;
        if !has_no_accounts(&tx).await? {
            return Ok(None);
        }
        let token = renew(&tx, AccountLinkPurpose::SetUp, now).await?;
        tx.commit().await?;
        Ok(Some(token))
    }

    /// The address that a sign-up link was sent to; none for the first account, whose address is entered.
    ///
    /// # Errors
    /// [`TenancyError::LetterExpired`] when the link was used or has expired.
    #[boxed]
    pub async fn sign_up_address(&self, token: &str, now: Timestamp) -> Result<Option<String>, TenancyError> {
        let email = self.link(token, &PURPOSES, now).await?;
        Ok(Some(email).filter(|email| !email.is_empty()))
    }

    /// Creates an account with a one-time link and signs its owner in. `email` is only used for the first account.
    ///
    /// # Errors
    /// [`TenancyError::LetterExpired`]; [`TenancyError::Taken`] when the address has got an account meanwhile; messages
    /// for `email`, `name` and `password`.
    #[boxed]
    pub async fn sign_up(
        &self,
        sessions: &Sessions,
        token: &str,
        email: &str,
        newcomer: InviteeDetails,
    ) -> Result<SignIn, TenancyError> {
        let now = sessions.now();
        let known = self.sign_up_address(token, now).await?;
        let is_first = known.is_none();
        let email = known.unwrap_or_else(|| email.trim().to_lowercase());
        check_account(&email, &newcomer.name, &newcomer.password)?;
        let password_hash = hash_password(&newcomer.password).await?;
        let tx = self.databases.platform().write().await?;
        consume_link(&tx, token, &PURPOSES, now).await?;
        if is_first && !has_no_accounts(&tx).await? {
            return Err(TenancyError::LetterExpired);
        }
        let row = account::ActiveModel {
            id: ActiveValue::Set(AccountId::generate()),
            email: ActiveValue::Set(email.clone()),
            name: ActiveValue::Set(newcomer.name.trim().to_owned()),
            password_hash: ActiveValue::Set(password_hash),
            created_on: ActiveValue::Set(now),
            language: ActiveValue::Set(None),
        };
        let row = tx.insert(row).await.map_err(|error| match error {
            DbError::Duplicate(_) => TenancyError::Taken(email),
            other => other.into(),
        })?;
        sessions.begin_in(tx, &row.id, newcomer.browser()).await
    }

    /// Checks that an account may create another site.
    #[boxed]
    pub async fn check_site_creation(&self, account: &AccountId, rules: &SignUpRules) -> Result<(), TenancyError> {
        let tx = self.databases.platform().read().await?;
        check_site_creation(&tx, account, rules).await
    }
}

async fn has_no_accounts(tx: &PlatformTx) -> Result<bool, TenancyError> {
    Ok(tx.find::<account::Entity>().limit(1).one().await?.is_none())
}

pub(crate) async fn check_site_creation(
    tx: &PlatformTx,
    account: &AccountId,
    rules: &SignUpRules,
) -> Result<(), TenancyError> {
    let own = membership::Column::AccountId.eq(account.clone());
    let owned = tx.find::<membership::Entity>().filter(own).filter(membership::Column::Role.eq(ADMIN)).count().await?;
    let is_empty = tx.find::<website::Entity>().limit(1).one().await?.is_none();
    match refusal(rules, owned, is_empty) {
        Some(reason) => Err(TenancyError::NoFurtherSite(reason)),
        None => Ok(()),
    }
}

/// Why the owner of this many sites cannot create another one.
fn refusal(rules: &SignUpRules, owned: u64, is_empty: bool) -> Option<String> {
    if owned >= rules.sites_per_account {
        return Some(contributor_texts::MOST_SITES_OWNED.with("count", owned).to_string());
    }
    if !rules.open && owned == 0 && !is_empty {
        return Some(contributor_texts::ONLY_OWNERS_CREATE_SITES.english().to_owned());
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn site_creation_rules_for_owners_and_others() {
        let closed = SignUpRules { open: false, sites_per_account: 3 };
        let open = SignUpRules { open: true, ..closed };
        let may = |rules: &SignUpRules, owned, is_empty| refusal(rules, owned, is_empty).is_none();
        assert!(may(&closed, 0, true), "the first site of an installation");
        assert!(may(&closed, 1, false));
        assert!(!may(&closed, 0, false), "an invited contributor");
        assert!(may(&open, 0, false));
        assert!(may(&open, 2, false));
        assert!(!may(&open, 3, false));
        assert!(!may(&closed, 3, false));
    }
}
