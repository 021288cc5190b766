//! Sessions of site users.

use std::time::Duration;

use sea_orm::ColumnTrait;
use stoa_entity::tenant::{site_session, site_user};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::clock::{HOUR_MS, Timestamp};
use stoa_kernel::id::SiteUserId;
use stoa_kernel::ports::{SessionEntry, Sessions};
use stoa_kernel::token::random_token;
use stoa_kernel::token::token_hash;
use stoa_kernel::{TenantCtx, boxed};

use super::model::{Credentials, Session, SignedIn, StoredSession};
use super::password;
use super::service::caller;
use crate::AudienceError;

const REMEMBERED: Duration = Duration::from_secs(30 * 24 * 60 * 60);
const BROWSER_SESSION: Duration = Duration::from_secs(12 * 60 * 60);
/// A used session is renewed when it was last written this long ago, milliseconds.
const RENEWAL_INTERVAL_MS: i64 = HOUR_MS;
const TOKEN_LENGTH: usize = 40;

/// Whether a session that was last written at `renewed_on` is due for renewal.
pub fn needs_renewal(renewed_on: Timestamp, now: Timestamp) -> bool {
    now - renewed_on >= RENEWAL_INTERVAL_MS
}

/// The storage key of a session, from the cookie's token.
pub fn session_key(token: &str) -> String {
    token_hash(token)
}

/// Signs in with e-mail address and password.
///
/// # Errors
/// [`AudienceError::SignInFailed`] for an unknown address and for a wrong password alike, after the same amount of
/// work.
#[boxed]
pub async fn sign_in(
    ctx: &TenantCtx,
    db: &TenantDb,
    sessions: &dyn Sessions,
    credentials: Credentials,
) -> Result<SignedIn, AudienceError> {
    let email = credentials.email.trim().to_lowercase();
    ctx.check_address(&email)?;
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
        renewed_on: ctx.now(),
        began_on: ctx.now(),
    };
    let value = text(&stored)?;
    let left = left(&stored, sessions, ctx.now());
    let session = stored.session(random_token(TOKEN_LENGTH), left, true);
    let key = session_key(&session.token);
    sessions.put(ctx.website(), &key, entry(&session, &value)).await?;
    // A concurrent password change may have missed this session when ending all others.
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

/// The session of a cookie's token; none when it has expired. Renews a session that was not written for a while, so
/// that it expires only after its idle time or its maximum lifetime.
///
/// # Errors
/// When the session store fails.
#[boxed]
pub async fn session(ctx: &TenantCtx, sessions: &dyn Sessions, token: &str) -> Result<Option<Session>, AudienceError> {
    let Some(mut stored) = read(ctx, sessions, token).await? else { return Ok(None) };
    let now = ctx.now();
    if stored.began_on == Timestamp::default() {
        stored.began_on = stored.renewed_on;
    }
    let left = left(&stored, sessions, now);
    if left.is_zero() {
        sessions.delete(ctx.website(), &session_key(token)).await?;
        return Ok(None);
    }
    if !needs_renewal(stored.renewed_on, now) {
        return Ok(Some(stored.session(token.to_owned(), left, false)));
    }
    stored.renewed_on = now;
    let value = text(&stored)?;
    let session = stored.session(token.to_owned(), left, true);
    // The value read may be a cached copy of a session that has ended: renewal must not restore it.
    let is_renewed = sessions.renew(ctx.website(), &session_key(token), entry(&session, &value)).await?;
    Ok(Some(session).filter(|_| is_renewed))
}

/// Ends a session; not an error when it has expired already.
///
/// # Errors
/// [`AudienceError::XsrfFailed`] when the request does not carry the session's CSRF token.
#[boxed]
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

/// Ends the previous session of a browser that got a new one.
///
/// # Errors
/// When the session store fails.
#[boxed]
pub async fn replace_session(ctx: &TenantCtx, sessions: &dyn Sessions, before: &str) -> Result<(), AudienceError> {
    Ok(sessions.delete(ctx.website(), &session_key(before)).await?)
}

/// Ends all sessions of the caller's account.
///
/// # Errors
/// [`AudienceError::NotSignedIn`] when nobody is signed in.
#[boxed]
pub async fn sign_out_everywhere(ctx: &TenantCtx, db: &TenantDb, sessions: &dyn Sessions) -> Result<(), AudienceError> {
    let id = caller(ctx)?;
    let tx = db.write().await?;
    let ended = end_sessions(&tx, id, None).await?;
    tx.commit().await?;
    evict_sessions(ctx, sessions, &ended).await
}

/// Checks the CSRF token of a site user's request that changes data.
///
/// # Errors
/// [`AudienceError::NotSignedIn`] without a session, [`AudienceError::XsrfFailed`] when the token is missing or wrong.
#[boxed]
pub async fn verify_xsrf(
    ctx: &TenantCtx,
    sessions: &dyn Sessions,
    token: &str,
    xsrf_token: Option<&str>,
) -> Result<(), AudienceError> {
    let stored = read(ctx, sessions, token).await?.ok_or(AudienceError::NotSignedIn)?;
    let sent = xsrf_token.map(token_hash);
    if sent == Some(token_hash(&stored.xsrf_token)) { Ok(()) } else { Err(AudienceError::XsrfFailed) }
}

/// Ends the sessions of an account, except `but`, and returns their keys: cached copies must be deleted after the
/// transaction.
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

/// Deletes cached copies of ended sessions.
pub(super) async fn evict_sessions(
    ctx: &TenantCtx,
    sessions: &dyn Sessions,
    ended: &[String],
) -> Result<(), AudienceError> {
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

/// Remaining time until the session reaches its maximum lifetime.
fn left(stored: &StoredSession, sessions: &dyn Sessions, now: Timestamp) -> Duration {
    let longest = i64::try_from(sessions.longest().as_millis()).unwrap_or(i64::MAX);
    let left = stored.began_on.saturating_add_ms(longest) - now;
    Duration::from_millis(u64::try_from(left).unwrap_or(0))
}

fn unreadable(error: serde_json::Error) -> AudienceError {
    AudienceError::Unreadable { column: "site_session.value", reason: error.to_string() }
}

impl StoredSession {
    /// Expires after its idle time, but no later than `left`.
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
