//! Change of a member's e-mail address. It takes effect when the link sent to the new address is opened; the current
//! address is notified and can cancel it, so that no account is taken over unnoticed.

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use stoa_entity::tenant::{site_user, site_user_new_email};
use stoa_entity::{DbError, TenantDb, TenantTx};
use stoa_entity::{load_run_items, outbox};
use stoa_kernel::account::AccountEmailKind;
use stoa_kernel::error::Checks;
use stoa_kernel::event::Event;
use stoa_kernel::id::SiteUserId;
use stoa_kernel::{ProblemText, TenantCtx, boxed};

use super::model::Member;
use super::password_reset::confirm_password;
use super::service::{caller, find_for_update};
use super::tokens::{delete_tokens, find_valid, redeem};
use crate::AudienceError;
use crate::email::is_address;
use crate::problem_texts::{ADDRESS_OF_ANOTHER_ACCOUNT, MEMBER_EMAIL_INVALID, OWN_ADDRESS_ALREADY};

/// A repeated request for the same address within a minute sends no further e-mail.
const REPEAT_WINDOW_MS: i64 = 60 * 1_000;

fn wrong(said: ProblemText) -> AudienceError {
    AudienceError::said_field("email", said)
}

/// Requests two e-mails: one to the new address with the confirmation link, and one to the current address as a notice.
/// Replaces an earlier pending change. The response does not reveal whether the new address has an account: the e-mail
/// to it does.
///
/// # Errors
/// [`AudienceError::NotSignedIn`] when nobody is signed in; errors of the fields `password` and `email`.
#[boxed]
pub async fn request_email_change(
    ctx: &TenantCtx,
    db: &TenantDb,
    email: &str,
    password: String,
) -> Result<(), AudienceError> {
    let id = caller(ctx)?;
    let email = email.trim().to_lowercase();
    let mut checks = Checks::default();
    checks.require_said(is_address(&email), "email", MEMBER_EMAIL_INVALID);
    checks.finish()?;
    ctx.check_address(&email)?;
    let proof = confirm_password(ctx, db, password).await?;
    let tx = db.write().await?;
    proof.still_holds(&tx).await?;
    // The lock serialises changes of one account.
    let row = find_for_update(&tx, id).await?.ok_or(AudienceError::NotSignedIn)?;
    if row.email == email {
        return Err(wrong(OWN_ADDRESS_ALREADY));
    }
    if wish(&tx, id).await?.is_some_and(|wish| wish.email == email && ctx.now() - wish.asked_on < REPEAT_WINDOW_MS) {
        return Ok(());
    }
    delete_pending_change(&tx, id).await?;
    tx.insert(site_user_new_email::ActiveModel {
        website_id: Set(tx.website().clone()),
        site_user_id: Set(id.clone()),
        email: Set(email.clone()),
        asked_on: Set(ctx.now()),
    })
    .await?;
    load_run_items::note_address(ctx, &tx, &email).await?;
    outbox::emit(ctx, &tx, &Event::EmailChangeWanted { site_user_id: id.clone() }).await?;
    Ok(tx.commit().await?)
}

async fn wish(tx: &TenantTx, id: &SiteUserId) -> Result<Option<site_user_new_email::Model>, AudienceError> {
    let own = site_user_new_email::Column::SiteUserId.eq(id.clone());
    Ok(tx.find::<site_user_new_email::Entity>().filter(own).one().await?)
}

/// The pending new e-mail address of an account.
pub(super) async fn pending_email(tx: &TenantTx, id: &SiteUserId) -> Result<Option<String>, AudienceError> {
    Ok(wish(tx, id).await?.map(|wish| wish.email))
}

/// Deletes a pending change and its confirmation tokens. Cancel links stay valid and also cancel the next change.
async fn delete_pending_change(tx: &TenantTx, id: &SiteUserId) -> Result<(), AudienceError> {
    let own = site_user_new_email::Column::SiteUserId.eq(id.clone());
    tx.delete::<site_user_new_email::Entity>(own).exec().await?;
    delete_tokens(tx, id, &[AccountEmailKind::EmailChange]).await
}

/// Deletes a pending change with its confirmation and cancel tokens.
pub(super) async fn cancel_pending_change(tx: &TenantTx, id: &SiteUserId) -> Result<(), AudienceError> {
    delete_pending_change(tx, id).await?;
    delete_tokens(tx, id, &[AccountEmailKind::EmailChangeNotice]).await
}

/// Applies a confirmed change of address. E-mails already sent to the old address no longer give access to the account.
pub(super) async fn change(
    ctx: &TenantCtx,
    tx: &TenantTx,
    row: site_user::Model,
    email: String,
) -> Result<Member, AudienceError> {
    let changed = tx
        .update::<site_user::Entity>(site_user::Column::Id.eq(row.id.clone()))
        .set(site_user::Column::Email, email.clone())
        .set(site_user::Column::EmailVerifiedOn, Some(ctx.now()))
        .exec()
        .await;
    match changed {
        Err(DbError::Duplicate(_)) => return Err(wrong(ADDRESS_OF_ANOTHER_ACCOUNT)),
        other => other?,
    };
    cancel_pending_change(tx, &row.id).await?;
    delete_tokens(tx, &row.id, &[AccountEmailKind::PasswordReset, AccountEmailKind::EmailVerification]).await?;
    let was_proven = row.email_verified_on.is_some();
    let event = Event::EmailChanged { site_user_id: row.id.clone(), was_proven, email: Some(email.clone()) };
    outbox::emit(ctx, tx, &event).await?;
    Ok(Member { email, is_email_verified: true, ..row.into() })
}

/// The account that a cancel link refers to. Changes nothing.
///
/// # Errors
/// [`AudienceError::TokenRefused`] when the link is unknown, used or expired, or the change is no longer pending.
#[boxed]
pub async fn account_of_cancel_link(ctx: &TenantCtx, db: &TenantDb, token: &str) -> Result<Member, AudienceError> {
    let tx = db.read().await?;
    Ok(find_valid(ctx, &tx, token, &[AccountEmailKind::EmailChangeNotice]).await?.row.into())
}

/// Cancels the change of address that the notice is about, and any requested since then.
///
/// # Errors
/// As [`account_of_cancel_link`].
#[boxed]
pub async fn cancel_email_change(ctx: &TenantCtx, db: &TenantDb, token: &str) -> Result<Member, AudienceError> {
    let tx = db.write().await?;
    let row = redeem(ctx, &tx, token, &[AccountEmailKind::EmailChangeNotice]).await?.row;
    // With the lock, so that no other change is requested in between.
    find_for_update(&tx, &row.id).await?.ok_or(AudienceError::TokenRefused)?;
    cancel_pending_change(&tx, &row.id).await?;
    tx.commit().await?;
    Ok(row.into())
}
