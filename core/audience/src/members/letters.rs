//! Letters to site users about their account: which ones an event asks for, and asking for one that proves the address.

use sea_orm::ColumnTrait;
use stoa_entity::tenant::site_user;
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::event::Event;
use stoa_kernel::{Actor, TenantCtx};

use super::email_change::{self, wanted_email};
use super::model::{AccountLetter, LetterPurpose, Member};
use super::service::{caller, find, find_by_email};
use super::tokens::{forget_tokens, redeem};
use crate::{AudienceError, outbox};

/// The letters that an event asks for; none when there is nobody to write to. Of a change of address the present one is
/// always told, and an address that has an account gets no link to another one.
///
/// # Errors
/// When the database refuses; the event is then to be tried again.
pub async fn letters_for(tx: &TenantTx, event: &Event) -> Result<Vec<AccountLetter>, AudienceError> {
    let (id, purpose) = match event {
        Event::EmailVerificationWanted { site_user_id } => (site_user_id, LetterPurpose::EmailVerification),
        Event::EmailChangeWanted { site_user_id } => (site_user_id, LetterPurpose::EmailChange),
        Event::AccountExists { site_user_id } => (site_user_id, LetterPurpose::AccountExists),
        Event::PasswordResetWanted { site_user_id: Some(id) } => (id, LetterPurpose::PasswordReset),
        _ => return Ok(Vec::new()),
    };
    let Some(row) = find(tx, id).await? else { return Ok(Vec::new()) };
    let own = |purpose, row: site_user::Model| {
        let member = Member::from(row);
        AccountLetter { to: member.email.clone(), member, purpose }
    };
    match purpose {
        LetterPurpose::EmailVerification if row.email_verified_on.is_some() => Ok(Vec::new()),
        LetterPurpose::EmailChange => {
            let Some(to) = wanted_email(tx, id).await? else { return Ok(Vec::new()) };
            let notice = own(LetterPurpose::EmailChangeNotice, row.clone());
            let letter = match find_by_email(tx, &to).await? {
                Some(holder) => own(LetterPurpose::AccountExists, holder),
                None => AccountLetter { member: row.into(), to, purpose },
            };
            Ok(vec![letter, notice])
        }
        purpose => Ok(vec![own(purpose, row)]),
    }
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
/// The account itself has to be signed in: anybody can name somebody else's address, and a click on a link says
/// nothing about whose account it is. With the address come the orders that were placed with it.
///
/// # Errors
/// [`AudienceError::TokenRefused`] when the token is unknown, used, too old or was sent to another address;
/// [`AudienceError::SignInToConfirm`] when the account is not signed in; a message beside `email` when another account
/// has the address by now.
pub async fn verify_email(ctx: &TenantCtx, db: &TenantDb, token: &str) -> Result<Member, AudienceError> {
    let tx = db.write().await?;
    let purposes = [LetterPurpose::EmailVerification, LetterPurpose::EmailChange];
    let redeemed = redeem(ctx, &tx, token, &purposes).await?;
    if !matches!(ctx.actor(), Actor::SiteUser(id) if *id == redeemed.row.id) {
        return Err(AudienceError::SignInToConfirm);
    }
    if redeemed.purpose == LetterPurpose::EmailChange {
        let member = email_change::change(ctx, &tx, redeemed.row, redeemed.address).await?;
        tx.commit().await?;
        return Ok(member);
    }
    let row = redeemed.row;
    let proven = tx
        .update::<site_user::Entity>(site_user::Column::Id.eq(row.id.clone()))
        .filter(site_user::Column::Email.eq(redeemed.address))
        .set(site_user::Column::EmailVerifiedOn, Some(ctx.now_ms()))
        .exec()
        .await?;
    if proven == 0 {
        return Err(AudienceError::TokenRefused);
    }
    forget_tokens(&tx, &row.id, &[LetterPurpose::EmailVerification]).await?;
    tx.commit().await?;
    Ok(Member { is_email_verified: true, ..row.into() })
}
