//! Pages behind a password. Who has given it carries a token that ends after a day, and with the password.

use std::fmt;

use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest as _, Sha256};
use stoa_entity::TenantTx;
use stoa_kernel::TenantCtx;
use stoa_kernel::id::CollectionId;

use super::published::published_by_id;
use super::setting::Access;
use crate::SiteError;

/// How long a page stays open, milliseconds: one day.
pub const OPEN_MS: i64 = 24 * 3_600_000;
/// Longest password, characters.
pub(crate) const LONGEST_PASSWORD: usize = 100;

/// What keeps a page shut.
#[derive(Clone, PartialEq, Eq)]
pub struct PageLock {
    page: CollectionId,
    hash: String,
}

impl fmt::Debug for PageLock {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "PageLock({})", self.page)
    }
}

impl PageLock {
    pub(crate) fn new(page: CollectionId, hash: String) -> Self {
        Self { page, hash }
    }

    /// Whether one of the tokens, separated by dots, opens the page now.
    pub fn opens(&self, tokens: &str, now_ms: i64) -> bool {
        tokens.split('.').any(|token| {
            let until = token.split_once('-').and_then(|(until, _)| until.parse().ok()).unwrap_or(0);
            until > now_ms && token == self.token(until)
        })
    }

    /// A token that opens the page until a time. Nobody can make one who does not know the stored hash.
    fn token(&self, until_ms: i64) -> String {
        let digest = Sha256::digest(format!("{until_ms}\n{}\n{}", self.page, self.hash));
        format!("{until_ms}-{}", URL_SAFE_NO_PAD.encode(digest))
    }
}

/// Opens a page to somebody who says its password: a token, or none when it is another.
///
/// # Errors
/// [`SiteError::NotFound`] when visitors cannot open the page at all, or it has no password.
pub async fn unlock(ctx: &TenantCtx, tx: &TenantTx, id: &str, password: &str) -> Result<Option<String>, SiteError> {
    let id: CollectionId = id.parse().map_err(|_| SiteError::NotFound)?;
    let page = published_by_id(tx, &id).await?.ok_or(SiteError::NotFound)?;
    let lock = page.settings.lock.filter(|_| page.settings.access == Access::Password).ok_or(SiteError::NotFound)?;
    let (said, hash) = (password.to_owned(), lock.hash.clone());
    let compared = tokio::task::spawn_blocking(move || {
        PasswordHash::new(&hash).is_ok_and(|hash| Argon2::default().verify_password(said.as_bytes(), &hash).is_ok())
    });
    let right = compared.await.map_err(|error| SiteError::Password(error.to_string()))?;
    Ok(right.then(|| lock.token(ctx.now_ms().saturating_add(OPEN_MS))))
}

/// The Argon2id hash of a password, made off the async threads.
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
    fn a_token_opens_its_own_page_for_a_while() {
        let lock = PageLock::new(CollectionId::generate(), "hash".to_owned());
        let token = lock.token(1_000);
        assert!(lock.opens(&token, 999));
        assert!(lock.opens(&format!("5-x.{token}"), 999));
        assert!(!lock.opens(&token, 1_000), "its time is over");
        assert!(!lock.opens(&token.replace("1000-", "2000-"), 999), "a longer time was written over it");
        assert!(!PageLock::new(CollectionId::generate(), "hash".to_owned()).opens(&token, 999), "another page");
        assert!(!PageLock::new(lock.page.clone(), "other".to_owned()).opens(&token, 999), "another password");
        assert!(!lock.opens("", 0));
    }
}
