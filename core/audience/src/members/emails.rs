//! E-mails to site users about their account: which ones an event requires, and requesting a verification e-mail.

use sea_orm::ColumnTrait;
use stoa_entity::outbox;
use stoa_entity::tenant::site_user;
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::account::AccountEmailKind;
use stoa_kernel::event::Event;
use stoa_kernel::{Actor, TenantCtx, boxed};

use super::email_change::{self, pending_email};
use super::model::{AccountEmail, Member};
use super::service::{caller, find, find_by_email};
use super::tokens::{delete_tokens, redeem};
use crate::AudienceError;

/// The e-mails that an event requires; none when there is no recipient. A change of address always notifies the current
/// address; a new address that already has an account gets no confirmation link.
///
/// # Errors
/// When the database fails; the event must be retried.
#[boxed]
pub async fn emails_for(tx: &TenantTx, event: &Event) -> Result<Vec<AccountEmail>, AudienceError> {
    let (id, purpose) = match event {
        Event::EmailVerificationWanted { site_user_id } => (site_user_id, AccountEmailKind::EmailVerification),
        Event::EmailChangeWanted { site_user_id } => (site_user_id, AccountEmailKind::EmailChange),
        Event::AccountExists { site_user_id } => (site_user_id, AccountEmailKind::AccountExists),
        Event::PasswordResetWanted { site_user_id: Some(id) } => (id, AccountEmailKind::PasswordReset),
        _ => return Ok(Vec::new()),
    };
    let Some(row) = find(tx, id).await? else { return Ok(Vec::new()) };
    let own = |purpose, row: site_user::Model| {
        let member = Member::from(row);
        AccountEmail { to: member.email.clone(), member, purpose }
    };
    match purpose {
        AccountEmailKind::EmailVerification if row.email_verified_on.is_some() => Ok(Vec::new()),
        AccountEmailKind::EmailChange => {
            let Some(to) = pending_email(tx, id).await? else { return Ok(Vec::new()) };
            let notice = own(AccountEmailKind::EmailChangeNotice, row.clone());
            let letter = match find_by_email(tx, &to).await? {
                Some(holder) => own(AccountEmailKind::AccountExists, holder),
                None => AccountEmail { member: row.into(), to, purpose },
            };
            Ok(vec![letter, notice])
        }
        purpose => Ok(vec![own(purpose, row)]),
    }
}

/// Requests another verification e-mail for the caller's address.
///
/// # Errors
/// [`AudienceError::NotSignedIn`] when nobody is signed in.
#[boxed]
pub async fn request_verification(ctx: &TenantCtx, db: &TenantDb) -> Result<(), AudienceError> {
    let id = caller(ctx)?;
    let tx = db.write().await?;
    outbox::emit(ctx, &tx, &Event::EmailVerificationWanted { site_user_id: id.clone() }).await?;
    Ok(tx.commit().await?)
}

/// Verifies an e-mail address by its token. When it is the pending new address of an account, the change is applied.
///
/// The account must be signed in: anyone can enter another person's address, and opening a link does not show whose
/// account it is. Verification also links the orders placed with the address.
///
/// # Errors
/// [`AudienceError::TokenRefused`] when the token is unknown, used, expired or was sent to another address;
/// [`AudienceError::SignInToConfirm`] when the account is not signed in; an error of the field `email` when another
/// account has the address by now.
#[boxed]
pub async fn verify_email(ctx: &TenantCtx, db: &TenantDb, token: &str) -> Result<Member, AudienceError> {
    let tx = db.write().await?;
    let purposes = [AccountEmailKind::EmailVerification, AccountEmailKind::EmailChange];
    let redeemed = redeem(ctx, &tx, token, &purposes).await?;
    if !matches!(ctx.actor(), Actor::SiteUser(id) if *id == redeemed.row.id) {
        return Err(AudienceError::SignInToConfirm);
    }
    if redeemed.purpose == AccountEmailKind::EmailChange {
        let member = email_change::change(ctx, &tx, redeemed.row, redeemed.address).await?;
        tx.commit().await?;
        return Ok(member);
    }
    let row = redeemed.row;
    let proven = tx
        .update::<site_user::Entity>(site_user::Column::Id.eq(row.id.clone()))
        .filter(site_user::Column::Email.eq(redeemed.address))
        .set(site_user::Column::EmailVerifiedOn, Some(ctx.now()))
        .exec()
        .await?;
    if proven == 0 {
        return Err(AudienceError::TokenRefused);
    }
    delete_tokens(&tx, &row.id, &[AccountEmailKind::EmailVerification]).await?;
    tx.commit().await?;
    Ok(Member { is_email_verified: true, ..row.into() })
}
