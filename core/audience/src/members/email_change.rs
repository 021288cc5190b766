//! An account gets another address. It changes when its owner comes back from the new mailbox; the present one
//! is told of the wish, so that nobody loses an account unawares.

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use stoa_entity::tenant::{site_user, site_user_new_email};
use stoa_entity::{DbError, TenantDb, TenantTx};
use stoa_kernel::TenantCtx;
use stoa_kernel::error::Checks;
use stoa_kernel::event::Event;
use stoa_kernel::id::SiteUserId;

use super::letters::{confirm_password, forget_tokens};
use super::model::{LetterPurpose, Member};
use super::service::{caller, find};
use crate::email::is_address;
use crate::{AudienceError, outbox};

const TAKEN: &str = "There is an account with this address already.";

fn wrong(message: &str) -> AudienceError {
    AudienceError::Invalid([("email".to_owned(), message.to_owned())].into())
}

/// Asks for letters: one to the new address, whose link changes the account, and one to the present address,
/// which tells of it. A wish before it is forgotten.
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
    confirm_password(ctx, db, password).await?;
    let tx = db.write().await?;
    let row = find(&tx, id).await?.ok_or(AudienceError::NotSignedIn)?;
    if row.email == email {
        return Err(wrong("This is your address already."));
    }
    if tx.find::<site_user::Entity>().filter(site_user::Column::Email.eq(email.clone())).count().await? > 0 {
        return Err(wrong(TAKEN));
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

/// The address that an account wants to have.
pub(super) async fn wanted_email(tx: &TenantTx, id: &SiteUserId) -> Result<Option<String>, AudienceError> {
    let own = site_user_new_email::Column::SiteUserId.eq(id.clone());
    Ok(tx.find::<site_user_new_email::Entity>().filter(own).one().await?.map(|row| row.email))
}

async fn forget_wish(tx: &TenantTx, id: &SiteUserId) -> Result<(), AudienceError> {
    let own = site_user_new_email::Column::SiteUserId.eq(id.clone());
    tx.delete::<site_user_new_email::Entity>(own).exec().await?;
    Ok(())
}

/// Gives an account the address it wants: its owner came back with the token. Letters under way to the address
/// before open the account no longer.
pub(super) async fn change(ctx: &TenantCtx, tx: &TenantTx, row: site_user::Model) -> Result<Member, AudienceError> {
    let email = wanted_email(tx, &row.id).await?.ok_or(AudienceError::TokenRefused)?;
    let changed = tx
        .update::<site_user::Entity>(site_user::Column::Id.eq(row.id.clone()))
        .set(site_user::Column::Email, email.clone())
        .set(site_user::Column::EmailVerifiedOn, Some(ctx.now_ms()))
        .exec()
        .await;
    match changed {
        Err(DbError::Duplicate(_)) => return Err(wrong(TAKEN)),
        other => other?,
    };
    forget_wish(tx, &row.id).await?;
    forget_tokens(tx, &row.id, LetterPurpose::PasswordReset).await?;
    forget_tokens(tx, &row.id, LetterPurpose::EmailVerification).await?;
    let was_proven = row.email_verified_on.is_some();
    let event = Event::EmailChanged { site_user_id: row.id.clone(), was_proven, email: Some(email.clone()) };
    outbox::emit(ctx, tx, &event).await?;
    Ok(Member { email, is_email_verified: true, ..row.into() })
}
