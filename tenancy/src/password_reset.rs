//! Password change with the current password, and password reset by e-mail. Neither bypasses the second factor; both
//! end the sessions opened with the previous password and revoke pending links.

use sea_orm::ColumnTrait;
use stoa_entity::platform::account;
use stoa_kernel::account::{AccountChange, AccountLinkPurpose};
use stoa_kernel::boxed;
use stoa_kernel::clock::Timestamp;

use crate::TenancyError;
use crate::account_links::{LinkRequest, consume_link, revoke_links};
use crate::account_notices::tell;
use crate::accounts::{Account, ContributorAccounts};
use crate::password::{check_password, hash_password};
use crate::second_factor::{delete_unconfirmed, wrong_password};
use crate::session::{OwnSession, end_all, end_others};

impl ContributorAccounts {
    /// Changes the password, ends all other sessions and revokes password reset links.
    ///
    /// # Errors
    /// Messages for `password`, the current one, and `newPassword`.
    #[boxed]
    pub async fn change_password(
        &self,
        caller: &OwnSession,
        password: &str,
        new_password: &str,
        now: Timestamp,
    ) -> Result<(), TenancyError> {
        let own = self.verify_account_password(&caller.account, password).await?;
        let person = &own.account;
        check_password("newPassword", new_password, &[&person.email, &person.name])?;
        let password_hash = hash_password(new_password).await?;
        let tx = self.databases.platform().write().await?;
        if !own.still_holds(&tx).await? {
            return Err(wrong_password());
        }
        tx.update::<account::Entity>(account::Column::Id.eq(caller.account.clone()))
            .set(account::Column::PasswordHash, password_hash)
            .exec()
            .await?;
        revoke_links(&tx, &person.email, AccountLinkPurpose::Password).await?;
        delete_unconfirmed(&tx, &caller.account).await?;
        end_others(&tx, caller, now).await?;
        tell(&tx, &caller.account, AccountChange::Password, now).await?;
        Ok(tx.commit().await?)
    }

    /// Stores a request for a password reset. Neither the response nor its timing reveals whether the address has an
    /// account: the worker looks it up.
    #[boxed]
    pub async fn request_password_reset<'a>(
        &'a self,
        wish: LinkRequest<'a>,
        now: Timestamp,
    ) -> Result<(), TenancyError> {
        self.request_link(wish, AccountLinkPurpose::Password, now).await
    }

    /// Sets a password by a password reset link, which revokes it and all others. All sessions end; a second factor
    /// stays and is required at the next sign-in.
    ///
    /// # Errors
    /// A message for `password`; [`TenancyError::LetterExpired`] when the link was used or has expired.
    #[boxed]
    pub async fn reset_password(&self, token: &str, password: &str, now: Timestamp) -> Result<Account, TenancyError> {
        let email = self.link(token, &[AccountLinkPurpose::Password], now).await?;
        let person = self.by_email(&email).await?.ok_or(TenancyError::LetterExpired)?;
        check_password("password", password, &[&person.email, &person.name])?;
        let password_hash = hash_password(password).await?;
        let tx = self.databases.platform().write().await?;
        consume_link(&tx, token, &[AccountLinkPurpose::Password], now).await?;
        tx.update::<account::Entity>(account::Column::Id.eq(person.id.clone()))
            .set(account::Column::PasswordHash, password_hash)
            .exec()
            .await?;
        delete_unconfirmed(&tx, &person.id).await?;
        end_all(&tx, &person.id, now).await?;
        tell(&tx, &person.id, AccountChange::Password, now).await?;
        tx.commit().await?;
        Ok(person)
    }
}
