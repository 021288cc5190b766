//! Tokens that go out by letter. Each works once and for a while, only its hash is kept, and it is bound to the address
//! it was sent to: it confirms nothing about another one.

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use stoa_entity::TenantTx;
use stoa_entity::tenant::{site_user, site_user_token};
use stoa_kernel::TenantCtx;
use stoa_kernel::id::SiteUserId;
use stoa_kernel::token::random_token;

use super::email_change::wanted_email;
use super::model::{AccountLetter, LetterPurpose};
use super::service::find;
use crate::{AudienceError, secret};

const TOKEN_LENGTH: usize = 40;
const HOUR_MS: i64 = 60 * 60 * 1_000;

impl LetterPurpose {
    /// Its name in the table, and that of the kind of letter.
    pub fn name(self) -> &'static str {
        match self {
            LetterPurpose::EmailVerification => "email-verification",
            LetterPurpose::EmailChange => "email-change",
            LetterPurpose::EmailChangeNotice => "email-change-notice",
            LetterPurpose::PasswordReset => "password-reset",
            LetterPurpose::AccountExists => "account-exists",
        }
    }

    /// How long its token works, milliseconds; none when its letter has no token.
    fn lasts_ms(self) -> Option<i64> {
        match self {
            LetterPurpose::EmailVerification => Some(7 * 24 * HOUR_MS),
            LetterPurpose::EmailChange | LetterPurpose::EmailChangeNotice => Some(24 * HOUR_MS),
            LetterPurpose::PasswordReset => Some(HOUR_MS),
            LetterPurpose::AccountExists => None,
        }
    }

    /// What is kept of what a token confirms.
    fn bound_to(self, address: &str) -> String {
        secret::token_hash(&format!("{}\n{address}", self.name()))
    }
}

/// A token that was sent back, and what it stands for.
pub(super) struct Redeemed {
    pub(super) row: site_user::Model,
    pub(super) purpose: LetterPurpose,
    /// The address that the token was sent to.
    pub(super) address: String,
}

/// The token for the link of a letter; empty for letters without one. Tokens before it go on working, since anybody can
/// have such a letter sent.
///
/// # Errors
/// When the database refuses.
pub async fn token_for(ctx: &TenantCtx, tx: &TenantTx, letter: &AccountLetter) -> Result<String, AudienceError> {
    let Some(lasts_ms) = letter.purpose.lasts_ms() else { return Ok(String::new()) };
    let own = site_user_token::Column::SiteUserId.eq(letter.member.id.clone());
    let old = site_user_token::Column::ExpiresOn.lte(ctx.now_ms());
    tx.delete::<site_user_token::Entity>(own).filter(old).exec().await?;
    let token = random_token(TOKEN_LENGTH);
    tx.insert(site_user_token::ActiveModel {
        website_id: Set(tx.website().clone()),
        token_hash: Set(secret::token_hash(&token)),
        site_user_id: Set(letter.member.id.clone()),
        purpose: Set(letter.purpose.name().to_owned()),
        expires_on: Set(ctx.now_ms() + lasts_ms),
        bound_to: Set(Some(letter.purpose.bound_to(&letter.to))),
    })
    .await?;
    Ok(token)
}

/// What a token stands for, which goes on working.
///
/// # Errors
/// [`AudienceError::TokenRefused`] when it is unknown, used, too old or about another address than the account's.
pub(super) async fn look(
    ctx: &TenantCtx,
    tx: &TenantTx,
    token: &str,
    purposes: &[LetterPurpose],
) -> Result<Redeemed, AudienceError> {
    let known = tx
        .find::<site_user_token::Entity>()
        .filter(site_user_token::Column::TokenHash.eq(secret::token_hash(token)))
        .filter(site_user_token::Column::Purpose.is_in(purposes.iter().map(|purpose| purpose.name())))
        .filter(site_user_token::Column::ExpiresOn.gt(ctx.now_ms()))
        .one()
        .await?
        .ok_or(AudienceError::TokenRefused)?;
    let purpose = purposes.iter().copied().find(|purpose| purpose.name() == known.purpose);
    let row = find(tx, &known.site_user_id).await?;
    let (row, purpose) = row.zip(purpose).ok_or(AudienceError::TokenRefused)?;
    let address = match purpose {
        LetterPurpose::EmailChange => wanted_email(tx, &row.id).await?.ok_or(AudienceError::TokenRefused)?,
        _ => row.email.clone(),
    };
    let is_bound = match known.bound_to {
        Some(bound_to) => bound_to == purpose.bound_to(&address),
        // Of earlier times: sent to the account's address, but for those whose address nobody knows.
        None => purpose != LetterPurpose::EmailChange,
    };
    if is_bound { Ok(Redeemed { row, purpose, address }) } else { Err(AudienceError::TokenRefused) }
}

/// As [`look`], and the token is used up.
///
/// # Errors
/// As [`look`].
pub(super) async fn redeem(
    ctx: &TenantCtx,
    tx: &TenantTx,
    token: &str,
    purposes: &[LetterPurpose],
) -> Result<Redeemed, AudienceError> {
    let redeemed = look(ctx, tx, token, purposes).await?;
    let own = site_user_token::Column::TokenHash.eq(secret::token_hash(token));
    match tx.delete::<site_user_token::Entity>(own).exec().await? {
        1 => Ok(redeemed),
        _ => Err(AudienceError::TokenRefused),
    }
}

/// Voids the tokens of an account for these purposes.
pub(super) async fn forget_tokens(
    tx: &TenantTx,
    id: &SiteUserId,
    purposes: &[LetterPurpose],
) -> Result<(), AudienceError> {
    tx.delete::<site_user_token::Entity>(site_user_token::Column::SiteUserId.eq(id.clone()))
        .filter(site_user_token::Column::Purpose.is_in(purposes.iter().map(|purpose| purpose.name())))
        .exec()
        .await?;
    Ok(())
}
