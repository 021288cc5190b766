//! Site users choose another password: with the present one, or by a letter when it is forgotten. Both void what is
//! pending for the account, whoever asked for it.

use sea_orm::ColumnTrait;
use stoa_entity::tenant::site_user;
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::TenantCtx;
use stoa_kernel::error::Checks;
use stoa_kernel::event::Event;
use stoa_kernel::id::SiteUserId;
use stoa_kernel::ports::Sessions;

use super::email_change::void_change;
use super::model::{LetterPurpose, checked_password};
use super::service::{caller, find, find_by_email};
use super::tokens::{forget_tokens, look, redeem};
use super::{password, sessions as open_sessions};
use crate::email::is_address;
use crate::{AudienceError, outbox};

/// Asks for a letter with which a new password can be chosen. Whether the address has an account shows
/// neither in the answer nor in the work.
///
/// # Errors
/// A message beside `email` when it is no address; when the database refuses.
pub async fn ask_password_reset(ctx: &TenantCtx, db: &TenantDb, email: &str) -> Result<(), AudienceError> {
    let email = email.trim().to_lowercase();
    let mut checks = Checks::default();
    checks.require(is_address(&email), "email", "Please enter a valid email");
    checks.finish()?;
    let tx = db.write().await?;
    let event = Event::PasswordResetWanted { site_user_id: find_by_email(&tx, &email).await?.map(|row| row.id) };
    outbox::emit(ctx, &tx, &event).await?;
    Ok(tx.commit().await?)
}

/// Chooses a new password with a token from a letter. Who got the letter owns the address, so it counts
/// as proven; all sessions of the account end, and what is pending for it is void. Gives the address.
///
/// # Errors
/// [`AudienceError::TokenRefused`] when the token is unknown, used, too old or was sent to another address; a message
/// beside `password`.
pub async fn reset_password(
    ctx: &TenantCtx,
    db: &TenantDb,
    sessions: &dyn Sessions,
    token: &str,
    new: String,
) -> Result<String, AudienceError> {
    checked_password("password", &new)?;
    // Nobody without a token has a password hashed, which takes a while.
    look(ctx, &db.read().await?, token, &[LetterPurpose::PasswordReset]).await?;
    let hash = password::hash(new).await?;
    let tx = db.write().await?;
    let redeemed = redeem(ctx, &tx, token, &[LetterPurpose::PasswordReset]).await?;
    let (row, email) = (redeemed.row, redeemed.address);
    let verified_on = row.email_verified_on.or(Some(ctx.now_ms()));
    let changed = tx
        .update::<site_user::Entity>(site_user::Column::Id.eq(row.id.clone()))
        .filter(site_user::Column::Email.eq(email.as_str()))
        .set(site_user::Column::PasswordHash, hash)
        .set(site_user::Column::EmailVerifiedOn, verified_on)
        .exec()
        .await?;
    if changed == 0 {
        return Err(AudienceError::TokenRefused);
    }
    void_change(&tx, &row.id).await?;
    forget_tokens(&tx, &row.id, &[LetterPurpose::PasswordReset]).await?;
    let ended = open_sessions::end_sessions(&tx, &row.id, None).await?;
    tx.commit().await?;
    open_sessions::forget(ctx, sessions, &ended).await?;
    Ok(email)
}

/// The old password and the new one, as they were typed.
pub struct PasswordChange {
    /// The old one.
    pub current: String,
    /// The new one.
    pub new: String,
}

/// Chooses a new password, knowing the old one. All other sessions of the account end, and what is pending for it is
/// void.
///
/// # Errors
/// [`AudienceError::NotSignedIn`] when nobody is signed in; messages beside `currentPassword` and
/// `newPassword`.
pub async fn change_password(
    ctx: &TenantCtx,
    db: &TenantDb,
    sessions: &dyn Sessions,
    token: &str,
    change: PasswordChange,
) -> Result<(), AudienceError> {
    let id = caller(ctx)?;
    checked_password("newPassword", &change.new)?;
    let proof = check_password(db, id, "currentPassword", change.current).await?;
    let hash = password::hash(change.new).await?;
    let tx = db.write().await?;
    proof.still_holds(&tx).await?;
    tx.update::<site_user::Entity>(site_user::Column::Id.eq(id.clone()))
        .set(site_user::Column::PasswordHash, hash)
        .exec()
        .await?;
    void_change(&tx, id).await?;
    forget_tokens(&tx, id, &[LetterPurpose::PasswordReset]).await?;
    let ended = open_sessions::end_sessions(&tx, id, Some(&open_sessions::session_key(token))).await?;
    tx.commit().await?;
    open_sessions::forget(ctx, sessions, &ended).await
}

/// Somebody has typed the password of an account. Comparing takes a while, in which another one may have been chosen, so
/// whatever follows asks in its transaction whether that still holds.
#[must_use = "the password may have changed since it was compared"]
pub struct PasswordProof {
    account: SiteUserId,
    hash: String,
    field: &'static str,
}

impl PasswordProof {
    /// The account's password stays this one until the transaction ends.
    ///
    /// # Errors
    /// The message for a wrong password when another one was chosen meanwhile.
    pub(super) async fn still_holds(&self, tx: &TenantTx) -> Result<(), AudienceError> {
        let own = site_user::Column::Id.eq(self.account.clone());
        let row = tx.find::<site_user::Entity>().filter(own).for_update().one().await?;
        if row.is_some_and(|row| row.password_hash == self.hash) { Ok(()) } else { Err(wrong_password(self.field)) }
    }
}

/// Checks that who calls knows the password of the account.
///
/// # Errors
/// [`AudienceError::NotSignedIn`] when nobody is signed in; a message beside `password`.
pub async fn confirm_password(
    ctx: &TenantCtx,
    db: &TenantDb,
    password: String,
) -> Result<PasswordProof, AudienceError> {
    check_password(db, caller(ctx)?, "password", password).await
}

async fn check_password(
    db: &TenantDb,
    id: &SiteUserId,
    field: &'static str,
    typed: String,
) -> Result<PasswordProof, AudienceError> {
    let hash = find(&db.read().await?, id).await?.ok_or(AudienceError::NotSignedIn)?.password_hash;
    match password::matches(typed, Some(hash.clone())).await? {
        true => Ok(PasswordProof { account: id.clone(), hash, field }),
        false => Err(wrong_password(field)),
    }
}

fn wrong_password(field: &str) -> AudienceError {
    AudienceError::Invalid([(field.to_owned(), "This is not your password.".to_owned())].into())
}
