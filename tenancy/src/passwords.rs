//! People choose another password: with the present one, or by a letter when it is forgotten. Neither goes round the
//! second factor, and both end the sessions that were opened with the password before and void what is pending.

use sea_orm::ColumnTrait;
use stoa_entity::platform::account;

use crate::TenancyError;
use crate::account_links::{LinkWish, Purpose, forget_links, spend};
use crate::account_notices::{AccountChange, tell};
use crate::password::{check_password, hash_password};
use crate::second_factor::{forget_unconfirmed, wrong_password};
use crate::session::{OwnSession, end_all, end_others};
use crate::staff::{Account, Staff};

impl Staff {
    /// Chooses another password and ends all other sessions. Links to a new password are void.
    ///
    /// # Errors
    /// Messages beside `password`, the present one, and `newPassword`.
    pub async fn change_password(
        &self,
        caller: &OwnSession,
        password: &str,
        new_password: &str,
        now_ms: i64,
    ) -> Result<(), TenancyError> {
        let own = self.prove_password(&caller.account, password).await?;
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
        forget_links(&tx, &person.email, Purpose::Password).await?;
        forget_unconfirmed(&tx, &caller.account).await?;
        end_others(&tx, caller, now_ms).await?;
        tell(&tx, &caller.account, AccountChange::Password, now_ms).await?;
        Ok(tx.commit().await?)
    }

    /// Notes that somebody wants another password. Whether the address has an account shows neither in the answer nor
    /// in the time it takes: the worker finds out.
    ///
    /// # Errors
    /// When the database cannot be written.
    pub async fn want_password(&self, wish: LinkWish<'_>, now_ms: i64) -> Result<(), TenancyError> {
        self.want_link(wish, Purpose::Password, now_ms).await
    }

    /// Chooses a password by the link of a letter, which then works no longer, nor does any other. All sessions end; a second factor
    /// stays, and is asked for at the next sign-in.
    ///
    /// # Errors
    /// A message beside `password`; [`TenancyError::LetterExpired`] when the link was used or is too old.
    pub async fn reset_password(&self, token: &str, password: &str, now_ms: i64) -> Result<Account, TenancyError> {
        let email = self.link(token, &[Purpose::Password], now_ms).await?;
        let person = self.by_email(&email).await?.ok_or(TenancyError::LetterExpired)?;
        check_password("password", password, &[&person.email, &person.name])?;
        let password_hash = hash_password(password).await?;
        let tx = self.databases.platform().write().await?;
        spend(&tx, token, &[Purpose::Password], now_ms).await?;
        tx.update::<account::Entity>(account::Column::Id.eq(person.id.clone()))
            .set(account::Column::PasswordHash, password_hash)
            .exec()
            .await?;
        forget_unconfirmed(&tx, &person.id).await?;
        end_all(&tx, &person.id, now_ms).await?;
        tell(&tx, &person.id, AccountChange::Password, now_ms).await?;
        tx.commit().await?;
        Ok(person)
    }
}
