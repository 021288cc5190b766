//! People make accounts by themselves, where the installation lets them, and sites for themselves.

use sea_orm::{ActiveValue, ColumnTrait};
use stoa_entity::platform::{account, membership, website};
use stoa_entity::{DbError, PlatformTx};
use stoa_kernel::id::AccountId;

use crate::account_links::{LinkWish, Purpose, renew, spend};
use crate::contributors::{ADMIN, check_address};
use crate::password::hash_password;
use crate::staff::{Staff, check_account};
use crate::{Newcomer, Sessions, SignIn, TenancyError};

const PURPOSES: [Purpose; 2] = [Purpose::SignUp, Purpose::SetUp];

/// What an installation lets people do by themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SignUpRules {
    /// Whether anybody whose address answers a letter may have an account, and a site.
    pub open: bool,
    /// Sites that one account may own.
    pub sites_per_account: u64,
}

/// Whether somebody can make an account now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignUpState {
    /// Nobody has one: the first is made by the link that the program prints when it starts.
    First,
    /// By letter.
    Open,
    /// By invitation alone.
    Closed,
}

impl Staff {
    /// Whether somebody can make an account now.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn sign_up_state(&self, rules: &SignUpRules) -> Result<SignUpState, TenancyError> {
        let tx = self.databases.platform().read().await?;
        let is_first = nobody_is_here(&tx).await?;
        Ok(match (is_first, rules.open) {
            (true, _) => SignUpState::First,
            (false, true) => SignUpState::Open,
            (false, false) => SignUpState::Closed,
        })
    }

    /// Notes that somebody wants an account. The answer does not tell whether the address has one: the letter does.
    ///
    /// # Errors
    /// [`TenancyError::SignUpClosed`]; a message beside `email`.
    pub async fn want_account(&self, wish: LinkWish<'_>, rules: &SignUpRules, now_ms: i64) -> Result<(), TenancyError> {
        if !rules.open {
            return Err(TenancyError::SignUpClosed);
        }
        check_address(wish.email.trim())?;
        self.want_link(wish, Purpose::SignUp, now_ms).await
    }

    /// Token of the link to the first account, which takes the place of the one before; none when there is an account.
    ///
    /// # Errors
    /// When the database cannot be written.
    pub async fn set_up_token(&self, now_ms: i64) -> Result<Option<String>, TenancyError> {
        let tx = self.databases.platform().write().await?;
        if !nobody_is_here(&tx).await? {
            return Ok(None);
        }
        let token = renew(&tx, Purpose::SetUp, now_ms).await?;
        tx.commit().await?;
        Ok(Some(token))
    }

    /// The address that a link to an account was sent to; none for the first account, which chooses its own.
    ///
    /// # Errors
    /// [`TenancyError::LetterExpired`] when the link was used or is too old.
    pub async fn sign_up_address(&self, token: &str, now_ms: i64) -> Result<Option<String>, TenancyError> {
        let email = self.link(token, &PURPOSES, now_ms).await?;
        Ok(Some(email).filter(|email| !email.is_empty()))
    }

    /// Makes an account by a link, which then works no longer, and signs its owner in. `email` counts for the first
    /// account alone.
    ///
    /// # Errors
    /// [`TenancyError::LetterExpired`]; [`TenancyError::Taken`] when the address has got an account meanwhile; messages
    /// beside `email`, `name` and `password`.
    pub async fn sign_up(
        &self,
        sessions: &Sessions,
        token: &str,
        email: &str,
        newcomer: Newcomer,
    ) -> Result<SignIn, TenancyError> {
        let now_ms = sessions.now_ms();
        let known = self.sign_up_address(token, now_ms).await?;
        let is_first = known.is_none();
        let email = known.unwrap_or_else(|| email.trim().to_lowercase());
        check_account(&email, &newcomer.name, &newcomer.password)?;
        let password_hash = hash_password(&newcomer.password).await?;
        let tx = self.databases.platform().write().await?;
        spend(&tx, token, &PURPOSES, now_ms).await?;
        if is_first && !nobody_is_here(&tx).await? {
            return Err(TenancyError::LetterExpired);
        }
        let row = account::ActiveModel {
            id: ActiveValue::Set(AccountId::generate()),
            email: ActiveValue::Set(email.clone()),
            name: ActiveValue::Set(newcomer.name.trim().to_owned()),
            password_hash: ActiveValue::Set(password_hash),
            created_on: ActiveValue::Set(now_ms),
        };
        let row = tx.insert(row).await.map_err(|error| match error {
            DbError::Duplicate(_) => TenancyError::Taken(email),
            other => other.into(),
        })?;
        sessions.begin_in(tx, &row.id, newcomer.browser()).await
    }

    /// Whether somebody may make another site.
    ///
    /// # Errors
    /// [`TenancyError::NoFurtherSite`] with the reason.
    pub async fn may_own_another(&self, account: &AccountId, rules: &SignUpRules) -> Result<(), TenancyError> {
        let tx = self.databases.platform().read().await?;
        may_own_another(&tx, account, rules).await
    }
}

async fn nobody_is_here(tx: &PlatformTx) -> Result<bool, TenancyError> {
    Ok(tx.find::<account::Entity>().limit(1).one().await?.is_none())
}

pub(crate) async fn may_own_another(
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

/// Why somebody who owns so many sites may not make another one.
fn refusal(rules: &SignUpRules, owned: u64, is_empty: bool) -> Option<String> {
    if owned >= rules.sites_per_account {
        return Some(format!(
            "You own {owned} sites, as many as one account may here. Ask who runs this installation."
        ));
    }
    if !rules.open && owned == 0 && !is_empty {
        return Some("Sites are made here by people who own one. Ask who runs this installation.".to_owned());
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn owners_make_sites_everywhere_and_others_where_the_installation_is_open() {
        let closed = SignUpRules { open: false, sites_per_account: 3 };
        let open = SignUpRules { open: true, ..closed };
        let may = |rules: &SignUpRules, owned, is_empty| refusal(rules, owned, is_empty).is_none();
        assert!(may(&closed, 0, true), "the first site of an installation");
        assert!(may(&closed, 1, false));
        assert!(!may(&closed, 0, false), "somebody who was invited to help");
        assert!(may(&open, 0, false));
        assert!(may(&open, 2, false));
        assert!(!may(&open, 3, false));
        assert!(!may(&closed, 3, false));
    }
}
