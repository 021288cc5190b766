//! Hashes of passwords, computed off the async threads, only a few at a time.

use std::num::NonZeroUsize;
use std::sync::LazyLock;
use std::thread::available_parallelism;

use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use stoa_kernel::token::random_token;
use tokio::sync::Semaphore;

use crate::AudienceError;

/// Hash of a random password, compared against when an address is unknown, so that the response takes as long as for a
/// known one.
static NOBODY: LazyLock<Option<String>> = LazyLock::new(|| hash_now(&random_token(32)).ok());

/// Each hash takes 19 MiB and a whole core: as many are computed at the same time as there are cores, others wait. Many
/// sign-ins at once, as in a load test, must not use up the memory.
static AT_ONCE: LazyLock<Semaphore> =
    LazyLock::new(|| Semaphore::new(available_parallelism().map_or(1, NonZeroUsize::get)));

/// Computes something off the async threads, when it is its turn. Its turn lasts until it is computed, even when nobody
/// waits for it any more.
async fn computed<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, AudienceError> {
    let turn = AT_ONCE.acquire().await.map_err(|error| AudienceError::Password(error.to_string()))?;
    let computed = tokio::task::spawn_blocking(move || {
        let made = work();
        drop(turn);
        made
    });
    computed.await.map_err(|error| AudienceError::Password(error.to_string()))
}

fn hash_now(password: &str) -> Result<String, AudienceError> {
    let hash = Argon2::default().hash_password(password.as_bytes());
    hash.map(|hash| hash.to_string()).map_err(|error| AudienceError::Password(error.to_string()))
}

/// The Argon2id hash of a password in PHC format, computed off the async threads.
pub(super) async fn hash(password: String) -> Result<String, AudienceError> {
    computed(move || hash_now(&password)).await?
}

/// Whether a password matches a hash; without a hash the same work is done and the result is false.
pub(super) async fn matches(password: String, hash: Option<String>) -> Result<bool, AudienceError> {
    let known = hash.is_some();
    let compared = computed(move || {
        let hash = hash.or_else(|| NOBODY.clone()).unwrap_or_default();
        let parsed = PasswordHash::new(&hash);
        parsed.is_ok_and(|parsed| Argon2::default().verify_password(password.as_bytes(), &parsed).is_ok())
    })
    .await;
    Ok(compared? && known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn passwords_match_their_own_hash_only() {
        let made = hash("correct horse".to_owned()).await.unwrap();
        assert!(made.starts_with("$argon2id$"));
        assert!(matches("correct horse".to_owned(), Some(made.clone())).await.unwrap());
        assert!(!matches("wrong horse".to_owned(), Some(made)).await.unwrap());
        assert!(!matches("correct horse".to_owned(), None).await.unwrap());
    }
}
