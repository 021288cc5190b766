//! Changing a password with the current one, and resetting it by e-mail. Both invalidate everything pending for the
//! account, no matter who requested it.

use sea_orm::ColumnTrait;
use stoa_entity::outbox;
use stoa_entity::tenant::site_user;
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::account::AccountEmailKind;
use stoa_kernel::error::Checks;
use stoa_kernel::event::Event;
use stoa_kernel::id::SiteUserId;
use stoa_kernel::ports::Sessions;
use stoa_kernel::{TenantCtx, boxed};

use super::email_change::cancel_pending_change;
use super::model::checked_password;
use super::service::{caller, find, find_by_email};
use super::tokens::{delete_tokens, find_valid, redeem};
use super::{password, sessions as open_sessions};
use crate::AudienceError;
use crate::email::is_address;
use crate::problem_texts::{MEMBER_EMAIL_INVALID, PASSWORD_WRONG};

/// Requests a password reset e-mail. Neither the response nor its timing reveals whether the address has an account.
///
/// # Errors
/// An error of the field `email` when it is invalid; when the database fails.
#[boxed]
pub async fn ask_password_reset(ctx: &TenantCtx, db: &TenantDb, email: &str) -> Result<(), AudienceError> {
    let email = email.trim().to_lowercase();
    let mut checks = Checks::default();
    checks.require_said(is_address(&email), "email", MEMBER_EMAIL_INVALID);
    checks.finish()?;
    ctx.check_address(&email)?;
    let tx = db.write().await?;
    let event = Event::PasswordResetWanted { site_user_id: find_by_email(&tx, &email).await?.map(|row| row.id) };
    outbox::emit(ctx, &tx, &event).await?;
    Ok(tx.commit().await?)
}

/// Sets a new password with a token from an e-mail. Receiving the e-mail proves ownership, so the address counts as
/// verified; all sessions of the account end, and everything pending for it is invalidated. Returns the address.
///
/// # Errors
/// [`AudienceError::TokenRefused`] when the token is unknown, used, expired or was sent to another address; an error of
/// the field `password`.
#[boxed]
pub async fn reset_password(
    ctx: &TenantCtx,
    db: &TenantDb,
    sessions: &dyn Sessions,
    token: &str,
    new: String,
) -> Result<String, AudienceError> {
    checked_password("password", &new)?;
    // Password hashing is slow, so it requires a valid token.
    find_valid(ctx, &db.read().await?, token, &[AccountEmailKind::PasswordReset]).await?;
    let hash = password::hash(new).await?;
    let tx = db.write().await?;
    let redeemed = redeem(ctx, &tx, token, &[AccountEmailKind::PasswordReset]).await?;
    let (row, email) = (redeemed.row, redeemed.address);
    let verified_on = row.email_verified_on.or(Some(ctx.now()));
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
    cancel_pending_change(&tx, &row.id).await?;
    delete_tokens(&tx, &row.id, &[AccountEmailKind::PasswordReset]).await?;
    let ended = open_sessions::end_sessions(&tx, &row.id, None).await?;
    tx.commit().await?;
    open_sessions::evict_sessions(ctx, sessions, &ended).await?;
    Ok(email)
}

/// The submitted current and new password.
pub struct PasswordChange {
    /// The current password.
    pub current: String,
    /// The new password.
    pub new: String,
}

/// Sets a new password, given the current one. All other sessions of the account end, and everything pending for it is
/// invalidated.
///
/// # Errors
/// [`AudienceError::NotSignedIn`] when nobody is signed in; errors of the fields `currentPassword` and `newPassword`.
#[boxed]
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
    cancel_pending_change(&tx, id).await?;
    delete_tokens(&tx, id, &[AccountEmailKind::PasswordReset]).await?;
    let ended = open_sessions::end_sessions(&tx, id, Some(&open_sessions::session_key(token))).await?;
    tx.commit().await?;
    open_sessions::evict_sessions(ctx, sessions, &ended).await
}

/// A successful password check. Hashing is slow, and the password may be changed meanwhile, so the following
/// transaction must call `still_holds`.
#[must_use = "the password may have changed since it was compared"]
pub struct PasswordProof {
    account: SiteUserId,
    hash: String,
    field: &'static str,
}

impl PasswordProof {
    /// Checks and locks that the account still has this password until the transaction ends.
    ///
    /// # Errors
    /// The error of a wrong password when it was changed meanwhile.
    pub(super) async fn still_holds(&self, tx: &TenantTx) -> Result<(), AudienceError> {
        let own = site_user::Column::Id.eq(self.account.clone());
        let row = tx.find::<site_user::Entity>().filter(own).for_update().one().await?;
        if row.is_some_and(|row| row.password_hash == self.hash) { Ok(()) } else { Err(wrong_password(self.field)) }
    }
}

/// Checks the caller's password.
///
/// # Errors
/// [`AudienceError::NotSignedIn`] when nobody is signed in; an error of the field `password`.
#[boxed]
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
    AudienceError::said_field(field, PASSWORD_WRONG)
}
