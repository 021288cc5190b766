//! Password protection of pages and whole sites. Entering the password gives a token that is valid for one day and only
//! as long as the password is unchanged.

use std::fmt;
use std::str::FromStr;
use std::sync::{Mutex, MutexGuard, PoisonError};

use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sea_orm::ActiveValue::Set;
use sea_orm::Condition;
use sha2::{Digest as _, Sha256};
use stoa_entity::audit::{self, AuditAction};
use stoa_entity::tenant::site_lock;
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::clock::{DAY_MS, Timestamp};
use stoa_kernel::content::PageAccess;
use stoa_kernel::error::Checks;
use stoa_kernel::id::{CollectionId, InvalidId};
use stoa_kernel::ports::Invalidation;
use stoa_kernel::{Action, Precondition, Resource, TenantCtx, boxed};

use super::published::published_by_id;
use crate::contributor_texts;
use crate::{SiteError, cache_tags, version};

/// How long a token is valid, in milliseconds: one day.
pub const PASSWORD_TOKEN_MS: i64 = DAY_MS;
/// Maximum length of a password, in characters.
pub(crate) const MAX_PASSWORD_LENGTH: usize = 100;

/// Id that stands for the whole site, where a page has its own id.
pub const WHOLE_SITE: &str = "site";

/// What a password form unlocks; its text form is [`WHOLE_SITE`] or the id of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LockTarget {
    /// The whole site.
    Site,
    /// A page.
    Page(CollectionId),
}

impl FromStr for LockTarget {
    type Err = InvalidId;

    fn from_str(text: &str) -> Result<Self, InvalidId> {
        if text == WHOLE_SITE { Ok(Self::Site) } else { text.parse().map(Self::Page) }
    }
}

/// Password protection of a page or the whole site.
#[derive(Clone, PartialEq, Eq)]
pub struct PageLock {
    /// Id of the page, or [`WHOLE_SITE`].
    place: String,
    hash: String,
}

impl fmt::Debug for PageLock {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "PageLock({})", self.place)
    }
}

impl PageLock {
    pub(crate) fn new(place: impl Into<String>, hash: String) -> Self {
        Self { place: place.into(), hash }
    }

    /// Whether one of the tokens, separated by dots, is valid for this page now.
    pub fn opens(&self, tokens: &str, now: Timestamp) -> bool {
        tokens.split('.').any(|token| {
            let until = token.split_once('-').and_then(|(until, _)| until.parse().ok()).unwrap_or_default();
            until > now && token == self.token(until)
        })
    }

    /// A token that is valid until a time. It cannot be computed without the stored hash.
    fn token(&self, until: Timestamp) -> String {
        let digest = Sha256::digest(format!("{until}\n{}\n{}", self.place, self.hash));
        format!("{until}-{}", URL_SAFE_NO_PAD.encode(digest))
    }
}

/// Checks the password of a page or the whole site. Returns a token, or none when the password is wrong.
///
/// # Errors
/// [`SiteError::NotFound`] when visitors cannot open the page at all, or it has no password.
#[boxed]
pub async fn unlock(
    ctx: &TenantCtx,
    tx: &TenantTx,
    target: &LockTarget,
    password: &str,
) -> Result<Option<String>, SiteError> {
    let lock = match target {
        LockTarget::Site => site_lock(tx).await?,
        LockTarget::Page(id) => lock_of_page(tx, id).await?,
    };
    let lock = lock.ok_or(SiteError::NotFound)?;
    let (given, hash) = (password.to_owned(), lock.hash.clone());
    let compared = tokio::task::spawn_blocking(move || {
        PasswordHash::new(&hash).is_ok_and(|hash| Argon2::default().verify_password(given.as_bytes(), &hash).is_ok())
    });
    let right = compared.await.map_err(|error| SiteError::Password(error.to_string()))?;
    Ok(right.then(|| lock.token(ctx.now().saturating_add_ms(PASSWORD_TOKEN_MS))))
}

async fn lock_of_page(tx: &TenantTx, id: &CollectionId) -> Result<Option<PageLock>, SiteError> {
    let page = published_by_id(tx, id).await?.ok_or(SiteError::NotFound)?;
    Ok(page.settings.lock.filter(|_| page.settings.access == PageAccess::Password))
}

/// Password protection of the whole site; none if it has no password.
///
/// # Errors
/// When a database query fails.
#[boxed]
pub async fn site_lock(tx: &TenantTx) -> Result<Option<PageLock>, SiteError> {
    let row = tx.find::<site_lock::Entity>().one().await?;
    Ok(row.map(|row| PageLock::new(WHOLE_SITE, row.password_hash)))
}

/// How long the protection of a site is cached, in milliseconds: every request of a visitor needs it.
const REMEMBERED_MS: i64 = 2_000;

#[derive(Default)]
struct LockCache(Mutex<Option<(Timestamp, Option<PageLock>)>>);

impl LockCache {
    fn value(&self) -> MutexGuard<'_, Option<(Timestamp, Option<PageLock>)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Cached form of [`site_lock`] for requests: a change made by another process takes effect within two seconds.
///
/// # Errors
/// When a database query fails.
pub async fn site_lock_of_call(ctx: &TenantCtx, db: &TenantDb) -> Result<Option<PageLock>, SiteError> {
    let remembered = db.memory().of::<LockCache>();
    let now = ctx.now();
    let known = remembered.value().clone();
    if let Some((read_on, lock)) = known
        && (0..REMEMBERED_MS).contains(&(now - read_on))
    {
        return Ok(lock);
    }
    let lock = site_lock(&db.read().await?).await?;
    *remembered.value() = Some((now, lock.clone()));
    Ok(lock)
}

/// State of a site's password, for contributors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SiteLockState {
    /// Whether the site has a password.
    pub is_locked: bool,
    /// Version for `If-Match`; changes with the password.
    pub version: String,
}

impl SiteLockState {
    fn of(row: Option<&site_lock::Model>) -> Self {
        let version = version::of(row.map(|row| row.password_hash.as_str()).into_iter());
        Self { is_locked: row.is_some(), version }
    }
}

/// Whether the site has a password.
///
/// # Errors
/// When the caller may not see the settings.
#[boxed]
pub async fn site_lock_state(ctx: &TenantCtx, db: &TenantDb) -> Result<SiteLockState, SiteError> {
    ctx.authorise(Resource::SiteSettings, Action::Read)?;
    Ok(SiteLockState::of(db.read().await?.find::<site_lock::Entity>().one().await?.as_ref()))
}

/// Sets or changes the password of the site; none removes it.
///
/// # Errors
/// When the caller may not change the settings; a message for `password` when it is empty or too long;
/// [`SiteError::RevisionStale`] when the password was changed since the version the caller has seen.
#[boxed]
pub async fn lock_site(
    ctx: &TenantCtx,
    db: &TenantDb,
    invalidation: &dyn Invalidation,
    password: Option<String>,
    seen: &Precondition,
) -> Result<SiteLockState, SiteError> {
    ctx.authorise(Resource::SiteSettings, Action::Write)?;
    let mut checks = Checks::default();
    let given = password.as_deref();
    checks.require(given.is_none_or(|text| !text.trim().is_empty()), "password", contributor_texts::ENTER_A_PASSWORD);
    let short = given.is_none_or(|text| text.chars().count() <= MAX_PASSWORD_LENGTH);
    checks.require(
        short,
        "password",
        contributor_texts::PASSWORD_CAN_HAVE_AT_MOST.with("count", MAX_PASSWORD_LENGTH).to_string(),
    );
    checks.finish()?;
    let hash = match password {
        Some(password) => Some(hash(password).await?),
        None => None,
    };
    let tx = db.write().await?;
    let before = tx.find::<site_lock::Entity>().for_update().one().await?;
    version::require(seen, &SiteLockState::of(before.as_ref()).version)?;
    tx.delete::<site_lock::Entity>(Condition::all()).exec().await?;
    let row = match hash {
        Some(hash) => Some(
            tx.insert(site_lock::ActiveModel {
                website_id: Set(tx.website().clone()),
                password_hash: Set(hash),
                changed_on: Set(ctx.now()),
            })
            .await?,
        ),
        None => None,
    };
    let action = if row.is_some() { AuditAction::SiteLockSet } else { AuditAction::SiteLockOpen };
    audit::note(ctx, &tx, action, ctx.website().as_str()).await?;
    tx.commit().await?;
    *db.memory().of::<LockCache>().value() = None;
    invalidation.invalidate_tags(ctx.website(), &[cache_tags::SITE.to_owned()]).await;
    Ok(SiteLockState::of(row.as_ref()))
}

/// Argon2id hash of a password, computed on a blocking thread.
pub(crate) async fn hash(password: String) -> Result<String, SiteError> {
    let made = tokio::task::spawn_blocking(move || {
        Argon2::default().hash_password(password.as_bytes()).map(|hash| hash.to_string())
    });
    let made = made.await.map_err(|error| SiteError::Password(error.to_string()))?;
    made.map_err(|error| SiteError::Password(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn page_token_bound_to_page_and_time() {
        let lock = PageLock::new(CollectionId::generate(), "hash".to_owned());
        let time = Timestamp::from_ms;
        let token = lock.token(time(1_000));
        assert!(lock.opens(&token, time(999)));
        assert!(lock.opens(&format!("5-x.{token}"), time(999)));
        assert!(!lock.opens(&token, time(1_000)), "its time is over");
        assert!(!lock.opens(&token.replace("1000-", "2000-"), time(999)), "a longer time was written over it");
        assert!(!PageLock::new(CollectionId::generate(), "hash".to_owned()).opens(&token, time(999)), "another page");
        assert!(!PageLock::new(lock.place.clone(), "other".to_owned()).opens(&token, time(999)), "another password");
        assert!(!lock.opens("", time(0)));
    }
}
