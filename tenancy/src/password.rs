//! Passwords are stored as Argon2id hashes. Hashing runs outside the async threads.

use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};

use stoa_kernel::error::Checks;
use stoa_kernel::password::{self, TOO_COMMON};

use crate::TenancyError;
use crate::contributor_texts;

/// Minimum length of a password in characters.
pub const PASSWORD_MIN: usize = 10;
/// Maximum length of a password in characters.
pub const PASSWORD_MAX: usize = 256;

/// Hash of a password that nobody has. It is compared when an address is unknown, so that the response takes as long as
/// for a known one.
const NOBODY: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5LW5vYm9keS0wMQ$6o1Q3VhyX4yKQF2v1oYyVtb0WbWb0Jm0mJ9m1V3m0dE";

/// Validates a password of a person with these `names`.
///
/// # Errors
/// A message for `field`.
pub(crate) fn check_password(field: &str, password: &str, names: &[&str]) -> Result<(), TenancyError> {
    let length = password.chars().count();
    let mut checks = Checks::default();
    let message =
        contributor_texts::CHOOSE_A_PASSWORD.with("least", PASSWORD_MIN).with("most", PASSWORD_MAX).to_string();
    checks.require((PASSWORD_MIN..=PASSWORD_MAX).contains(&length), field, message);
    checks.require(!password::is_common(password, names), field, TOO_COMMON);
    checks.finish().map_err(|failure| TenancyError::Invalid(failure.fields))
}

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

/// The same with this salt: the hash is the same each time. For passwords of made-up people only.
///
/// # Errors
/// When the hash cannot be made, as with a salt of fewer than eight bytes.
pub async fn hash_password_with_salt(password: &str, salt: &[u8]) -> Result<String, TenancyError> {
    let (password, salt) = (password.to_owned(), salt.to_vec());
    let hash = tokio::task::spawn_blocking(move || {
        Argon2::default().hash_password_with_salt(password.as_bytes(), &salt).map(|hash| hash.to_string())
    })
    .await
    .map_err(|error| TenancyError::Broken("the password could not be hashed", Box::new(error)))?;
    hash.map_err(|error| TenancyError::Broken("the password could not be hashed", Box::new(error)))
}

/// Whether a password matches a hash. Without a hash the same work is done and the result is false.
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
    fn dummy_hash_has_same_cost_as_real_hash() {
        let parsed = PasswordHash::new(NOBODY);
        assert!(parsed.is_ok_and(|hash| hash.hash.is_some() && hash.salt.is_some()));
    }

    // spec: security.passwords.open
    #[tokio::test]
    async fn passwords_match_only_their_own_hash() -> Result<(), TenancyError> {
        let hash = hash_password("correct horse").await?;
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        for easy in ["too short", "password1234", "ada@example.com"] {
            assert!(check_password("password", easy, &["ada@example.com"]).is_err(), "{easy}");
        }
        check_password("password", "correct horse", &["ada@example.com"])?;
        assert!(verify_password("correct horse", Some(&hash)).await);
        assert!(!verify_password("battery staple", Some(&hash)).await);
        assert!(!verify_password("correct horse", None).await);
        Ok(())
    }
}
