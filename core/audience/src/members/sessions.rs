//! Who is signed in, where, and for how long.

use std::time::Duration;

use sea_orm::ColumnTrait;
use stoa_entity::tenant::{site_session, site_user};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::TenantCtx;
use stoa_kernel::id::SiteUserId;
use stoa_kernel::ports::{SessionEntry, Sessions};
use stoa_kernel::token::random_token;

use super::model::{Credentials, Session, SignedIn, StoredSession};
use super::password;
use super::service::caller;
use crate::{AudienceError, secret};

const REMEMBERED: Duration = Duration::from_secs(30 * 24 * 60 * 60);
const BROWSER_SESSION: Duration = Duration::from_secs(12 * 60 * 60);
/// A session that is used is written anew when so much of its time is over, milliseconds.
const RENEWED_AFTER_MS: i64 = 60 * 60 * 1_000;
const TOKEN_LENGTH: usize = 40;

/// Whether a session that was last written at a time is to be written anew when it is used.
pub fn is_to_be_renewed(renewed_on: i64, now_ms: i64) -> bool {
    now_ms.saturating_sub(renewed_on) >= RENEWED_AFTER_MS
}

/// The key under which the session of a cookie's token lies.
pub fn session_key(token: &str) -> String {
    secret::token_hash(token)
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
        tx.find::<site_user::Entity>().filter(site_user::Column::Email.eq(email)).one().await?
    };
    let hash = row.as_ref().map(|row| row.password_hash.clone());
    let matches = password::matches(credentials.password, hash).await?;
    let row = row.filter(|_| matches).ok_or(AudienceError::SignInFailed)?;
    let stored = StoredSession {
        site_user_id: row.id.clone(),
        xsrf_token: random_token(TOKEN_LENGTH),
        remember: credentials.remember,
        renewed_on: ctx.now_ms(),
        began_on: ctx.now_ms(),
    };
    let value = text(&stored)?;
    let left = left(&stored, sessions, ctx.now_ms());
    let session = stored.session(random_token(TOKEN_LENGTH), left, true);
    let key = session_key(&session.token);
    sessions.put(ctx.website(), &key, entry(&session, &value)).await?;
    // Whoever chose another password meanwhile may not have seen this session to end it.
    let tx = db.write().await?;
    let own = site_user::Column::Id.eq(row.id.clone());
    let now = tx.find::<site_user::Entity>().filter(own).for_update().one().await?;
    drop(tx);
    if now.is_none_or(|now| now.password_hash != row.password_hash) {
        sessions.delete(ctx.website(), &key).await?;
        return Err(AudienceError::SignInFailed);
    }
    Ok(SignedIn { member: row.into(), session })
}

/// The session of a cookie's token; none when it is over. One that has not been written for a while is
/// written anew, so that it ends only after its time without use, or when it has gone on for as long as it may.
///
/// # Errors
/// When the session store does not do its part.
pub async fn session(ctx: &TenantCtx, sessions: &dyn Sessions, token: &str) -> Result<Option<Session>, AudienceError> {
    let Some(mut stored) = read(ctx, sessions, token).await? else { return Ok(None) };
    let now = ctx.now_ms();
    if stored.began_on == 0 {
        stored.began_on = stored.renewed_on;
    }
    let left = left(&stored, sessions, now);
    if left.is_zero() {
        sessions.delete(ctx.website(), &session_key(token)).await?;
        return Ok(None);
    }
    if !is_to_be_renewed(stored.renewed_on, now) {
        return Ok(Some(stored.session(token.to_owned(), left, false)));
    }
    stored.renewed_on = now;
    let value = text(&stored)?;
    let session = stored.session(token.to_owned(), left, true);
    // What was read may be a copy of a session that was ended: it stays so.
    let is_renewed = sessions.renew(ctx.website(), &session_key(token), entry(&session, &value)).await?;
    Ok(Some(session).filter(|_| is_renewed))
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
    match verify_xsrf(ctx, sessions, token, xsrf_token).await {
        Err(AudienceError::NotSignedIn) => Ok(()),
        Err(error) => Err(error),
        Ok(()) => Ok(sessions.delete(ctx.website(), &session_key(token)).await?),
    }
}

/// Ends the session that a browser had before it was given another one.
///
/// # Errors
/// When the session store does not do its part.
pub async fn replace_session(ctx: &TenantCtx, sessions: &dyn Sessions, before: &str) -> Result<(), AudienceError> {
    Ok(sessions.delete(ctx.website(), &session_key(before)).await?)
}

/// Ends all sessions of the account of who calls.
///
/// # Errors
/// [`AudienceError::NotSignedIn`] when nobody is signed in.
pub async fn sign_out_everywhere(ctx: &TenantCtx, db: &TenantDb, sessions: &dyn Sessions) -> Result<(), AudienceError> {
    let id = caller(ctx)?;
    let tx = db.write().await?;
    let ended = end_sessions(&tx, id, None).await?;
    tx.commit().await?;
    forget(ctx, sessions, &ended).await
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
    let stored = read(ctx, sessions, token).await?.ok_or(AudienceError::NotSignedIn)?;
    let sent = xsrf_token.map(secret::token_hash);
    if sent == Some(secret::token_hash(&stored.xsrf_token)) { Ok(()) } else { Err(AudienceError::XsrfFailed) }
}

/// Ends the sessions of an account, but for one, and gives their keys: copies of them elsewhere are to
/// be forgotten once the transaction is over.
pub(super) async fn end_sessions(
    tx: &TenantTx,
    id: &SiteUserId,
    but: Option<&str>,
) -> Result<Vec<String>, AudienceError> {
    let own = site_session::Column::SiteUserId.eq(id.clone());
    let rows = tx.find::<site_session::Entity>().filter(own).all().await?;
    let ended: Vec<String> = rows.into_iter().map(|row| row.key).filter(|key| Some(key.as_str()) != but).collect();
    if !ended.is_empty() {
        tx.delete::<site_session::Entity>(site_session::Column::Key.is_in(ended.clone())).exec().await?;
    }
    Ok(ended)
}

/// Forgets copies of sessions that have ended.
pub(super) async fn forget(ctx: &TenantCtx, sessions: &dyn Sessions, ended: &[String]) -> Result<(), AudienceError> {
    for key in ended {
        sessions.delete(ctx.website(), key).await?;
    }
    Ok(())
}

async fn read(ctx: &TenantCtx, sessions: &dyn Sessions, token: &str) -> Result<Option<StoredSession>, AudienceError> {
    let Some(text) = sessions.get(ctx.website(), &session_key(token)).await? else { return Ok(None) };
    serde_json::from_str(&text).map(Some).map_err(unreadable)
}

fn text(stored: &StoredSession) -> Result<String, AudienceError> {
    serde_json::to_string(stored).map_err(unreadable)
}

fn entry<'a>(session: &'a Session, value: &'a str) -> SessionEntry<'a> {
    SessionEntry { owner: &session.site_user_id, value, keep: session.keep }
}

/// How long a session may still go on.
fn left(stored: &StoredSession, sessions: &dyn Sessions, now_ms: i64) -> Duration {
    let longest = i64::try_from(sessions.longest().as_millis()).unwrap_or(i64::MAX);
    let left = stored.began_on.saturating_add(longest).saturating_sub(now_ms);
    Duration::from_millis(u64::try_from(left).unwrap_or(0))
}

fn unreadable(error: serde_json::Error) -> AudienceError {
    AudienceError::Unreadable { column: "site_session.value", reason: error.to_string() }
}

impl StoredSession {
    /// Ends after its time without use, but no later than `left`.
    fn session(self, token: String, left: Duration, is_renewed: bool) -> Session {
        let unused = if self.remember { REMEMBERED } else { BROWSER_SESSION };
        Session {
            site_user_id: self.site_user_id,
            token,
            xsrf_token: self.xsrf_token,
            keep: unused.min(left),
            is_remembered: self.remember,
            is_renewed,
        }
    }
}
