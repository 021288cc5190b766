use std::time::Duration;

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use stoa_entity::tenant::site_user::{self, Column, Entity};
use stoa_entity::{DbError, TenantDb};
use stoa_kernel::id::SiteUserId;
use stoa_kernel::ports::Sessions;
use stoa_kernel::token::random_token;
use stoa_kernel::{Actor, TenantCtx};

use super::model::{Credentials, Member, NewMember, SignedIn, StoredSession};
use super::password;
use crate::{AudienceError, secret};

const REMEMBERED: Duration = Duration::from_secs(30 * 24 * 60 * 60);
const BROWSER_SESSION: Duration = Duration::from_secs(12 * 60 * 60);
const TOKEN_LENGTH: usize = 40;

/// The key under which the session of a cookie's token lies.
pub fn session_key(token: &str) -> String {
    secret::token_hash(token)
}

/// Makes an account.
///
/// # Errors
/// [`AudienceError::Invalid`] with a message beside each wrong field, also when the address has an
/// account already.
pub async fn register(ctx: &TenantCtx, db: &TenantDb, new: NewMember) -> Result<Member, AudienceError> {
    let new = new.checked()?;
    let password_hash = password::hash(new.password).await?;
    let tx = db.write().await?;
    let inserted = tx
        .insert(site_user::ActiveModel {
            website_id: Set(tx.website().clone()),
            id: Set(SiteUserId::generate()),
            email: Set(new.email),
            password_hash: Set(password_hash),
            first_name: Set(new.first_name.trim().to_owned()),
            last_name: Set(new.last_name.trim().to_owned()),
            created_on: Set(ctx.now_ms()),
        })
        .await;
    let row = match inserted {
        Err(DbError::Duplicate(_)) => {
            let message = "There is an account with this address already.".to_owned();
            return Err(AudienceError::Invalid([("email".to_owned(), message)].into()));
        }
        other => other?,
    };
    tx.commit().await?;
    Ok(row.into())
}

/// Opens a session for an address and its password.
///
/// # Errors
/// [`AudienceError::SignInFailed`] for an unknown address and for a wrong password alike, after the
/// same work.
pub async fn sign_in(
    ctx: &TenantCtx,
    db: &TenantDb,
    sessions: &dyn Sessions,
    credentials: Credentials,
) -> Result<SignedIn, AudienceError> {
    let email = credentials.email.trim().to_lowercase();
    let row = {
        let tx = db.read().await?;
        tx.find::<Entity>().filter(Column::Email.eq(email)).one().await?
    };
    let hash = row.as_ref().map(|row| row.password_hash.clone());
    let matches = password::matches(credentials.password, hash).await?;
    let row = row.filter(|_| matches).ok_or(AudienceError::SignInFailed)?;
    let token = random_token(TOKEN_LENGTH);
    let xsrf_token = random_token(TOKEN_LENGTH);
    let stored = StoredSession { site_user_id: row.id.clone(), xsrf_token: xsrf_token.clone() };
    let text = serde_json::to_string(&stored)
        .map_err(|error| AudienceError::Unreadable { column: "site_session.value", reason: error.to_string() })?;
    let keep = if credentials.remember { REMEMBERED } else { BROWSER_SESSION };
    sessions.put(ctx.website(), &session_key(&token), &text, keep).await?;
    Ok(SignedIn { member: row.into(), token, xsrf_token, keep })
}

/// Ends a session; one that is over already is no error.
///
/// # Errors
/// [`AudienceError::XsrfFailed`] when the call does not carry the session's token.
pub async fn sign_out(
    ctx: &TenantCtx,
    sessions: &dyn Sessions,
    token: &str,
    xsrf_token: Option<&str>,
) -> Result<(), AudienceError> {
    let key = session_key(token);
    if sessions.get(ctx.website(), &key).await?.is_none() {
        return Ok(());
    }
    verify_xsrf(ctx, sessions, token, xsrf_token).await?;
    Ok(sessions.delete(ctx.website(), &key).await?)
}

/// Checks that a changing call of a site user carries the session's token.
///
/// # Errors
/// [`AudienceError::NotSignedIn`] without a session, [`AudienceError::XsrfFailed`] when the token is
/// missing or another.
pub async fn verify_xsrf(
    ctx: &TenantCtx,
    sessions: &dyn Sessions,
    token: &str,
    xsrf_token: Option<&str>,
) -> Result<(), AudienceError> {
    let text = sessions.get(ctx.website(), &session_key(token)).await?.ok_or(AudienceError::NotSignedIn)?;
    let stored: StoredSession = serde_json::from_str(&text)
        .map_err(|error| AudienceError::Unreadable { column: "site_session.value", reason: error.to_string() })?;
    let sent = xsrf_token.map(secret::token_hash);
    if sent == Some(secret::token_hash(&stored.xsrf_token)) { Ok(()) } else { Err(AudienceError::XsrfFailed) }
}

/// The account of the site user who makes the call.
///
/// # Errors
/// [`AudienceError::NotSignedIn`] when nobody is signed in.
pub async fn account(ctx: &TenantCtx, db: &TenantDb) -> Result<Member, AudienceError> {
    let Actor::SiteUser(id) = ctx.actor() else { return Err(AudienceError::NotSignedIn) };
    let tx = db.read().await?;
    let row = tx.find::<Entity>().filter(Column::Id.eq(id.clone())).one().await?;
    row.map(Member::from).ok_or(AudienceError::NotSignedIn)
}
