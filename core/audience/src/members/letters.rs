//! Tokens that go out by mail: to prove an address, and to choose a new password without the old one.
//! Each works once, for a while, and only its hash is kept.

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use stoa_entity::tenant::{site_user, site_user_token};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::TenantCtx;
use stoa_kernel::error::Checks;
use stoa_kernel::event::Event;
use stoa_kernel::id::SiteUserId;
use stoa_kernel::ports::Sessions;
use stoa_kernel::token::random_token;

use super::email_change::{self, wanted_email};
use super::model::{AccountLetter, LetterPurpose, Member, checked_password};
use super::service::{caller, find};
use super::{password, sessions as open_sessions};
use crate::email::is_address;
use crate::{AudienceError, outbox, secret};

const TOKEN_LENGTH: usize = 40;
const HOUR_MS: i64 = 60 * 60 * 1_000;

impl LetterPurpose {
    /// Its name in the table.
    pub fn name(self) -> &'static str {
        match self {
            LetterPurpose::EmailVerification => "email-verification",
            LetterPurpose::EmailChange => "email-change",
            LetterPurpose::PasswordReset => "password-reset",
        }
    }

    /// How long its token works, milliseconds.
    fn lasts_ms(self) -> i64 {
        match self {
            LetterPurpose::EmailVerification => 7 * 24 * HOUR_MS,
            LetterPurpose::EmailChange => 24 * HOUR_MS,
            LetterPurpose::PasswordReset => HOUR_MS,
        }
    }
}

/// The letter that an event asks for, with a fresh token; earlier tokens for the same no longer work.
/// None when the event asks for none, or there is nobody to write to.
///
/// # Errors
/// When the database refuses; the event is then to be tried again.
pub async fn letter_for(ctx: &TenantCtx, tx: &TenantTx, event: &Event) -> Result<Option<AccountLetter>, AudienceError> {
    let (id, purpose) = match event {
        Event::EmailVerificationWanted { site_user_id } => (site_user_id, LetterPurpose::EmailVerification),
        Event::EmailChangeWanted { site_user_id } => (site_user_id, LetterPurpose::EmailChange),
        Event::PasswordResetWanted { site_user_id: Some(id) } => (id, LetterPurpose::PasswordReset),
        _ => return Ok(None),
    };
    let Some(row) = find(tx, id).await? else { return Ok(None) };
    if purpose == LetterPurpose::EmailVerification && row.email_verified_on.is_some() {
        return Ok(None);
    }
    let to = match purpose {
        LetterPurpose::EmailChange => wanted_email(tx, id).await?,
        LetterPurpose::EmailVerification | LetterPurpose::PasswordReset => Some(row.email.clone()),
    };
    let Some(to) = to else { return Ok(None) };
    forget_tokens(tx, id, purpose).await?;
    let token = random_token(TOKEN_LENGTH);
    tx.insert(site_user_token::ActiveModel {
        website_id: Set(tx.website().clone()),
        token_hash: Set(secret::token_hash(&token)),
        site_user_id: Set(id.clone()),
        purpose: Set(purpose.name().to_owned()),
        expires_on: Set(ctx.now_ms() + purpose.lasts_ms()),
    })
    .await?;
    Ok(Some(AccountLetter { member: row.into(), to, purpose, token }))
}

/// Asks for another letter to prove the address of who calls.
///
/// # Errors
/// [`AudienceError::NotSignedIn`] when nobody is signed in.
pub async fn ask_verification(ctx: &TenantCtx, db: &TenantDb) -> Result<(), AudienceError> {
    let id = caller(ctx)?;
    let tx = db.write().await?;
    outbox::emit(ctx, &tx, &Event::EmailVerificationWanted { site_user_id: id.clone() }).await?;
    Ok(tx.commit().await?)
}

/// Takes an address as proven: its owner came back with the token. When it is the address that an account wants
/// to change to, the account has it now.
///
/// # Errors
/// [`AudienceError::TokenRefused`] when the token is unknown, used or too old; a message beside `email` when
/// another account has the address by now.
pub async fn verify_email(ctx: &TenantCtx, db: &TenantDb, token: &str) -> Result<Member, AudienceError> {
    let tx = db.write().await?;
    let purposes = [LetterPurpose::EmailVerification, LetterPurpose::EmailChange];
    let (row, purpose) = redeem(ctx, &tx, token, &purposes).await?;
    if purpose == LetterPurpose::EmailChange {
        let member = email_change::change(ctx, &tx, row).await?;
        tx.commit().await?;
        return Ok(member);
    }
    tx.update::<site_user::Entity>(site_user::Column::Id.eq(row.id.clone()))
        .set(site_user::Column::EmailVerifiedOn, Some(ctx.now_ms()))
        .exec()
        .await?;
    tx.commit().await?;
    Ok(Member { is_email_verified: true, ..row.into() })
}

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
    let row = tx.find::<site_user::Entity>().filter(site_user::Column::Email.eq(email)).one().await?;
    let event = Event::PasswordResetWanted { site_user_id: row.map(|row| row.id) };
    outbox::emit(ctx, &tx, &event).await?;
    Ok(tx.commit().await?)
}

/// Chooses a new password with a token from a letter. Who got the letter owns the address, so it counts
/// as proven; all sessions of the account end. Gives the address.
///
/// # Errors
/// [`AudienceError::TokenRefused`] when the token is unknown, used or too old; a message beside
/// `password`.
pub async fn reset_password(
    ctx: &TenantCtx,
    db: &TenantDb,
    sessions: &dyn Sessions,
    token: &str,
    new: String,
) -> Result<String, AudienceError> {
    checked_password("password", &new)?;
    let hash = password::hash(new).await?;
    let tx = db.write().await?;
    let (row, _) = redeem(ctx, &tx, token, &[LetterPurpose::PasswordReset]).await?;
    let verified_on = row.email_verified_on.or(Some(ctx.now_ms()));
    tx.update::<site_user::Entity>(site_user::Column::Id.eq(row.id.clone()))
        .set(site_user::Column::PasswordHash, hash)
        .set(site_user::Column::EmailVerifiedOn, verified_on)
        .exec()
        .await?;
    let ended = open_sessions::end_sessions(&tx, &row.id, None).await?;
    tx.commit().await?;
    open_sessions::forget(ctx, sessions, &ended).await?;
    Ok(row.email)
}

/// The old password and the new one, as they were typed.
pub struct PasswordChange {
    /// The old one.
    pub current: String,
    /// The new one.
    pub new: String,
}

/// Chooses a new password, knowing the old one. All other sessions of the account end.
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
    check_password(db, id, "currentPassword", change.current).await?;
    let hash = password::hash(change.new).await?;
    let tx = db.write().await?;
    tx.update::<site_user::Entity>(site_user::Column::Id.eq(id.clone()))
        .set(site_user::Column::PasswordHash, hash)
        .exec()
        .await?;
    forget_tokens(&tx, id, LetterPurpose::PasswordReset).await?;
    let ended = open_sessions::end_sessions(&tx, id, Some(&open_sessions::session_key(token))).await?;
    tx.commit().await?;
    open_sessions::forget(ctx, sessions, &ended).await
}

/// Checks that who calls knows the password of the account.
///
/// # Errors
/// [`AudienceError::NotSignedIn`] when nobody is signed in; a message beside `password`.
pub async fn confirm_password(ctx: &TenantCtx, db: &TenantDb, password: String) -> Result<(), AudienceError> {
    check_password(db, caller(ctx)?, "password", password).await
}

async fn check_password(db: &TenantDb, id: &SiteUserId, field: &str, typed: String) -> Result<(), AudienceError> {
    let row = find(&db.read().await?, id).await?.ok_or(AudienceError::NotSignedIn)?;
    if password::matches(typed, Some(row.password_hash)).await? {
        return Ok(());
    }
    Err(AudienceError::Invalid([(field.to_owned(), "This is not your password.".to_owned())].into()))
}

/// The account that a token opens, and for which of these purposes. The token is used up.
async fn redeem(
    ctx: &TenantCtx,
    tx: &TenantTx,
    token: &str,
    purposes: &[LetterPurpose],
) -> Result<(site_user::Model, LetterPurpose), AudienceError> {
    let hash = secret::token_hash(token);
    let known = tx
        .find::<site_user_token::Entity>()
        .filter(site_user_token::Column::TokenHash.eq(hash.clone()))
        .filter(site_user_token::Column::Purpose.is_in(purposes.iter().map(|purpose| purpose.name())))
        .filter(site_user_token::Column::ExpiresOn.gt(ctx.now_ms()))
        .one()
        .await?
        .ok_or(AudienceError::TokenRefused)?;
    let used = tx.delete::<site_user_token::Entity>(site_user_token::Column::TokenHash.eq(hash)).exec().await?;
    if used != 1 {
        return Err(AudienceError::TokenRefused);
    }
    let purpose = purposes.iter().find(|purpose| purpose.name() == known.purpose);
    let row = find(tx, &known.site_user_id).await?;
    row.zip(purpose.copied()).ok_or(AudienceError::TokenRefused)
}

pub(super) async fn forget_tokens(tx: &TenantTx, id: &SiteUserId, purpose: LetterPurpose) -> Result<(), AudienceError> {
    tx.delete::<site_user_token::Entity>(site_user_token::Column::SiteUserId.eq(id.clone()))
        .filter(site_user_token::Column::Purpose.eq(purpose.name()))
        .exec()
        .await?;
    Ok(())
}
