//! An account gets another address. It changes when its owner comes back from the new mailbox; the present one
//! is told of the wish and can stop it, so that nobody loses an account unawares.

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use stoa_entity::tenant::{site_user, site_user_new_email};
use stoa_entity::{DbError, TenantDb, TenantTx};
use stoa_kernel::TenantCtx;
use stoa_kernel::error::Checks;
use stoa_kernel::event::Event;
use stoa_kernel::id::SiteUserId;

use super::model::{LetterPurpose, Member};
use super::passwords::confirm_password;
use super::service::{caller, find_for_update};
use super::tokens::{forget_tokens, look, redeem};
use crate::email::is_address;
use crate::{AudienceError, outbox};

/// Who asks twice for the same address within a minute means one letter.
const TWICE_MS: i64 = 60 * 1_000;

fn wrong(message: &str) -> AudienceError {
    AudienceError::Invalid([("email".to_owned(), message.to_owned())].into())
}

/// Asks for letters: one to the new address, whose link changes the account, and one to the present address,
/// which tells of it. A wish before it is void. Whether the new address has an account does not show: its letter says
/// so.
///
/// # Errors
/// [`AudienceError::NotSignedIn`] when nobody is signed in; messages beside `password` and `email`.
pub async fn ask_email_change(
    ctx: &TenantCtx,
    db: &TenantDb,
    email: &str,
    password: String,
) -> Result<(), AudienceError> {
    let id = caller(ctx)?;
    let email = email.trim().to_lowercase();
    let mut checks = Checks::default();
    checks.require(is_address(&email), "email", "Please enter a valid email");
    checks.finish()?;
    let proof = confirm_password(ctx, db, password).await?;
    let tx = db.write().await?;
    proof.still_holds(&tx).await?;
    // Wishes of one account come one after the other.
    let row = find_for_update(&tx, id).await?.ok_or(AudienceError::NotSignedIn)?;
    if row.email == email {
        return Err(wrong("This is your address already."));
    }
    if wish(&tx, id).await?.is_some_and(|wish| wish.email == email && ctx.now_ms() - wish.asked_on < TWICE_MS) {
        return Ok(());
    }
    forget_wish(&tx, id).await?;
    tx.insert(site_user_new_email::ActiveModel {
        website_id: Set(tx.website().clone()),
        site_user_id: Set(id.clone()),
        email: Set(email),
        asked_on: Set(ctx.now_ms()),
    })
    .await?;
    outbox::emit(ctx, &tx, &Event::EmailChangeWanted { site_user_id: id.clone() }).await?;
    Ok(tx.commit().await?)
}

async fn wish(tx: &TenantTx, id: &SiteUserId) -> Result<Option<site_user_new_email::Model>, AudienceError> {
    let own = site_user_new_email::Column::SiteUserId.eq(id.clone());
    Ok(tx.find::<site_user_new_email::Entity>().filter(own).one().await?)
}

/// The address that an account wants to have.
pub(super) async fn wanted_email(tx: &TenantTx, id: &SiteUserId) -> Result<Option<String>, AudienceError> {
    Ok(wish(tx, id).await?.map(|wish| wish.email))
}

/// Forgets a wish with the link that would fulfil it. Links that stop a change stop the next one too.
async fn forget_wish(tx: &TenantTx, id: &SiteUserId) -> Result<(), AudienceError> {
    let own = site_user_new_email::Column::SiteUserId.eq(id.clone());
    tx.delete::<site_user_new_email::Entity>(own).exec().await?;
    forget_tokens(tx, id, &[LetterPurpose::EmailChange]).await
}

/// Nothing is left of a wish for another address, nor of the links that stop it.
pub(super) async fn void_change(tx: &TenantTx, id: &SiteUserId) -> Result<(), AudienceError> {
    forget_wish(tx, id).await?;
    forget_tokens(tx, id, &[LetterPurpose::EmailChangeNotice]).await
}

/// Gives an account the address it wants: its owner came back with the token that was sent there. Letters under way to
/// the address before open the account no longer.
pub(super) async fn change(
    ctx: &TenantCtx,
    tx: &TenantTx,
    row: site_user::Model,
    email: String,
) -> Result<Member, AudienceError> {
    let changed = tx
        .update::<site_user::Entity>(site_user::Column::Id.eq(row.id.clone()))
        .set(site_user::Column::Email, email.clone())
        .set(site_user::Column::EmailVerifiedOn, Some(ctx.now_ms()))
        .exec()
        .await;
    match changed {
        Err(DbError::Duplicate(_)) => return Err(wrong("There is an account with this address already.")),
        other => other?,
    };
    void_change(tx, &row.id).await?;
    forget_tokens(tx, &row.id, &[LetterPurpose::PasswordReset, LetterPurpose::EmailVerification]).await?;
    let was_proven = row.email_verified_on.is_some();
    let event = Event::EmailChanged { site_user_id: row.id.clone(), was_proven, email: Some(email.clone()) };
    outbox::emit(ctx, tx, &event).await?;
    Ok(Member { email, is_email_verified: true, ..row.into() })
}

/// Whose account a link of a warning is about. Nothing changes.
///
/// # Errors
/// [`AudienceError::TokenRefused`] when the link is unknown, used or too old, or the change is no longer pending.
pub async fn warned_of_change(ctx: &TenantCtx, db: &TenantDb, token: &str) -> Result<Member, AudienceError> {
    let tx = db.read().await?;
    Ok(look(ctx, &tx, token, &[LetterPurpose::EmailChangeNotice]).await?.row.into())
}

/// Stops the change of address that a warning told of, and any that was asked for since then.
///
/// # Errors
/// As [`warned_of_change`].
pub async fn stop_email_change(ctx: &TenantCtx, db: &TenantDb, token: &str) -> Result<Member, AudienceError> {
    let tx = db.write().await?;
    let row = redeem(ctx, &tx, token, &[LetterPurpose::EmailChangeNotice]).await?.row;
    // Behind the lock, so that no wish comes in between.
    find_for_update(&tx, &row.id).await?.ok_or(AudienceError::TokenRefused)?;
    void_change(&tx, &row.id).await?;
    tx.commit().await?;
    Ok(row.into())
}
