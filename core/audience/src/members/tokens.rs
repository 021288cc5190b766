//! Tokens sent by e-mail. Each works once, for a limited time, is stored only as a hash, and is bound to the address it
//! was sent to: it confirms no other address.

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use stoa_entity::TenantTx;
use stoa_entity::tenant::{site_user, site_user_token};
use stoa_kernel::account::AccountEmailKind;
use stoa_kernel::clock::HOUR_MS;
use stoa_kernel::id::SiteUserId;
use stoa_kernel::token::random_token;
use stoa_kernel::token::token_hash;
use stoa_kernel::{TenantCtx, boxed};

use super::email_change::pending_email;
use super::model::AccountEmail;
use super::service::find;
use crate::AudienceError;

const TOKEN_LENGTH: usize = 40;

/// Validity of the token of an e-mail, milliseconds; none when it has no token.
fn lasts_ms(kind: AccountEmailKind) -> Option<i64> {
    match kind {
        AccountEmailKind::EmailVerification => Some(7 * 24 * HOUR_MS),
        AccountEmailKind::EmailChange | AccountEmailKind::EmailChangeNotice => Some(24 * HOUR_MS),
        AccountEmailKind::PasswordReset => Some(HOUR_MS),
        AccountEmailKind::AccountExists => None,
    }
}

/// Stored hash of what a token confirms.
fn bound_to(purpose: AccountEmailKind, address: &str) -> String {
    token_hash(&format!("{purpose}\n{address}"))
}

/// A valid token and what it refers to.
pub(super) struct ValidToken {
    pub(super) row: site_user::Model,
    pub(super) purpose: AccountEmailKind,
    /// The address that the token was sent to.
    pub(super) address: String,
}

/// Creates the token for the link of an e-mail; empty for e-mails without one. Earlier tokens stay valid, because
/// anyone can trigger such an e-mail.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn token_for(ctx: &TenantCtx, tx: &TenantTx, letter: &AccountEmail) -> Result<String, AudienceError> {
    let Some(lasts_ms) = lasts_ms(letter.purpose) else { return Ok(String::new()) };
    let own = site_user_token::Column::SiteUserId.eq(letter.member.id.clone());
    let old = site_user_token::Column::ExpiresOn.lte(ctx.now());
    tx.delete::<site_user_token::Entity>(own).filter(old).exec().await?;
    let token = random_token(TOKEN_LENGTH);
    tx.insert(site_user_token::ActiveModel {
        website_id: Set(tx.website().clone()),
        token_hash: Set(token_hash(&token)),
        site_user_id: Set(letter.member.id.clone()),
        purpose: Set(letter.purpose),
        expires_on: Set(ctx.now() + lasts_ms),
        bound_to: Set(Some(bound_to(letter.purpose, &letter.to))),
    })
    .await?;
    Ok(token)
}

/// Looks up a token without using it.
///
/// # Errors
/// [`AudienceError::TokenRefused`] when it is unknown, used, expired or bound to an address that the account no longer
/// has.
pub(super) async fn find_valid(
    ctx: &TenantCtx,
    tx: &TenantTx,
    token: &str,
    purposes: &[AccountEmailKind],
) -> Result<ValidToken, AudienceError> {
    let known = tx
        .find::<site_user_token::Entity>()
        .filter(site_user_token::Column::TokenHash.eq(token_hash(token)))
        .filter(site_user_token::Column::Purpose.is_in(purposes.iter().copied()))
        .filter(site_user_token::Column::ExpiresOn.gt(ctx.now()))
        .one()
        .await?
        .ok_or(AudienceError::TokenRefused)?;
    let purpose = known.purpose;
    let row = find(tx, &known.site_user_id).await?.ok_or(AudienceError::TokenRefused)?;
    let address = match purpose {
        AccountEmailKind::EmailChange => pending_email(tx, &row.id).await?.ok_or(AudienceError::TokenRefused)?,
        _ => row.email.clone(),
    };
    let is_bound = match known.bound_to {
        Some(stored) => stored == bound_to(purpose, &address),
        // Tokens stored before binding was introduced: they were sent to the account's address, except those for a new
        // address, which is unknown.
        None => purpose != AccountEmailKind::EmailChange,
    };
    if is_bound { Ok(ValidToken { row, purpose, address }) } else { Err(AudienceError::TokenRefused) }
}

/// Like [`find_valid`], and uses the token.
///
/// # Errors
/// As [`find_valid`].
pub(super) async fn redeem(
    ctx: &TenantCtx,
    tx: &TenantTx,
    token: &str,
    purposes: &[AccountEmailKind],
) -> Result<ValidToken, AudienceError> {
    let redeemed = find_valid(ctx, tx, token, purposes).await?;
    let own = site_user_token::Column::TokenHash.eq(token_hash(token));
    match tx.delete::<site_user_token::Entity>(own).exec().await? {
        1 => Ok(redeemed),
        _ => Err(AudienceError::TokenRefused),
    }
}

/// Deletes the tokens of an account for these purposes.
pub(super) async fn delete_tokens(
    tx: &TenantTx,
    id: &SiteUserId,
    purposes: &[AccountEmailKind],
) -> Result<(), AudienceError> {
    tx.delete::<site_user_token::Entity>(site_user_token::Column::SiteUserId.eq(id.clone()))
        .filter(site_user_token::Column::Purpose.is_in(purposes.iter().copied()))
        .exec()
        .await?;
    Ok(())
}
