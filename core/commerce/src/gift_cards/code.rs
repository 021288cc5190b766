//! Codes of gift cards: made, parsed, normalised.

use stoa_kernel::encryption::{Cipher, CipherError};
use stoa_kernel::id::{GiftCardId, WebsiteId};
use stoa_kernel::token::random_token;

/// Length of a code without hyphens: 80 bits of entropy.
const CODE_LENGTH: usize = 16;
const GROUP_LENGTH: usize = 4;

/// Generates a code such as `K7QD-2MXE-9PHR-WB4T`.
pub(super) fn new_code() -> String {
    grouped(&random_token(CODE_LENGTH).to_uppercase())
}

/// Parses a typed code and normalises it: upper case, grouped by hyphens. None if it does not have the form of a code.
pub(super) fn read_code(typed: &str) -> Option<String> {
    let typed = typed.trim();
    let is_grouped = typed.split('-').all(|group| group.len() == GROUP_LENGTH);
    let letters: String = typed.split('-').collect();
    let is_code =
        is_grouped && letters.len() == CODE_LENGTH && letters.bytes().all(|byte| byte.is_ascii_alphanumeric());
    is_code.then(|| grouped(&letters.to_ascii_uppercase()))
}

fn grouped(letters: &str) -> String {
    let letters: Vec<char> = letters.chars().collect();
    let groups: Vec<String> = letters.chunks(GROUP_LENGTH).map(|group| group.iter().collect()).collect();
    groups.join("-")
}

/// Keyed hash by which a code is found in the database of a site.
pub(super) fn fingerprint(seal: &Cipher, website: &WebsiteId, code: &str) -> String {
    seal.fingerprint(code.as_bytes(), &format!("gift-cards:{website}"))
}

/// Encrypts a code for storage; it can only be decrypted for the row of its card.
pub(super) fn sealed(seal: &Cipher, website: &WebsiteId, card: &GiftCardId, code: &str) -> Result<String, CipherError> {
    seal.close(code.as_bytes(), &owner(website, card))
}

/// Decrypts a stored code.
pub(super) fn opened(
    seal: &Cipher,
    website: &WebsiteId,
    card: &GiftCardId,
    sealed: &str,
) -> Result<String, CipherError> {
    String::from_utf8(seal.open(sealed, &owner(website, card))?).map_err(|_| CipherError)
}

fn owner(website: &WebsiteId, card: &GiftCardId) -> String {
    format!("gift-card:{website}:{card}")
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{new_code, read_code};

    #[test]
    fn codes_are_readable_and_unique() {
        let codes: HashSet<String> = (0..1_000).map(|_| new_code()).collect();
        assert_eq!(codes.len(), 1_000);
        for code in codes {
            assert!(code.split('-').all(|group| group.len() == 4) && code.len() == 19, "{code}");
            assert!(!code.contains(['0', '1', 'O', 'L']), "{code}");
            assert_eq!(read_code(&format!(" {} ", code.to_lowercase())).as_deref(), Some(code.as_str()));
        }
        for other in ["", "K7QD", "K7QD-2MXE-9PHR", "K7QD2MXE9PHRWB4T", "K7QD-2MXE-9PHR-WB4é", "K7Q-D2MXE-9PHR-WB4T"] {
            assert_eq!(read_code(other), None, "{other}");
        }
    }
}
