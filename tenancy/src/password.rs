//! Passwords are kept as Argon2id hashes. The work is done off the async threads.

use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};

use crate::TenancyError;

/// Hash of a password that nobody has, compared against when an address is unknown so that the
/// answer takes as long as for a known one.
const NOBODY: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5LW5vYm9keS0wMQ$6o1Q3VhyX4yKQF2v1oYyVtb0WbWb0Jm0mJ9m1V3m0dE";

/// The Argon2id hash of a password, in PHC format.
///
/// # Errors
/// When the hash cannot be made.
pub async fn hash_password(password: &str) -> Result<String, TenancyError> {
    let password = password.to_owned();
    let hash = tokio::task::spawn_blocking(move || {
        Argon2::default().hash_password(password.as_bytes()).map(|hash| hash.to_string())
    })
    .await
    .map_err(|error| TenancyError::Broken("the password could not be hashed", Box::new(error)))?;
    hash.map_err(|error| TenancyError::Broken("the password could not be hashed", Box::new(error)))
}

/// Whether a password belongs to a hash; without a hash the same work is done and the answer is no.
pub async fn verify_password(password: &str, hash: Option<&str>) -> bool {
    let password = password.to_owned();
    let known = hash.is_some();
    let hash = hash.unwrap_or(NOBODY).to_owned();
    let matches = tokio::task::spawn_blocking(move || {
        PasswordHash::new(&hash)
            .is_ok_and(|parsed| Argon2::default().verify_password(password.as_bytes(), &parsed).is_ok())
    })
    .await
    .unwrap_or(false);
    known && matches
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_of_nobody_costs_what_a_real_one_costs() {
        let parsed = PasswordHash::new(NOBODY);
        assert!(parsed.is_ok_and(|hash| hash.hash.is_some() && hash.salt.is_some()));
    }

    #[tokio::test]
    async fn passwords_match_only_their_own_hash() -> Result<(), TenancyError> {
        let hash = hash_password("correct horse").await?;
        assert!(verify_password("correct horse", Some(&hash)).await);
        assert!(!verify_password("battery staple", Some(&hash)).await);
        assert!(!verify_password("correct horse", None).await);
        Ok(())
    }
}
