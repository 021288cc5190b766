use stoa_kernel::id::{GiftCardId, WebsiteId};
use stoa_kernel::seal::{Seal, SealError};
use stoa_kernel::token::random_token;

/// Characters of a code without its hyphens: 80 bits.
const CODE_LENGTH: usize = 16;
const GROUP_LENGTH: usize = 4;

/// A new code, such as `K7QD-2MXE-9PHR-WB4T`.
pub(super) fn new_code() -> String {
    grouped(&random_token(CODE_LENGTH).to_uppercase())
}

/// The code that somebody has typed in, if it has the form of one: in capitals, grouped by hyphens.
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

/// What a site's codes are found by.
pub(super) fn fingerprint(seal: &Seal, website: &WebsiteId, code: &str) -> String {
    seal.fingerprint(code.as_bytes(), &format!("gift-cards:{website}"))
}

/// A code as it lies in the database: it opens in the row of its card alone.
pub(super) fn sealed(seal: &Seal, website: &WebsiteId, card: &GiftCardId, code: &str) -> Result<String, SealError> {
    seal.close(code.as_bytes(), &owner(website, card))
}

/// A code as its buyer reads it.
pub(super) fn opened(seal: &Seal, website: &WebsiteId, card: &GiftCardId, sealed: &str) -> Result<String, SealError> {
    String::from_utf8(seal.open(sealed, &owner(website, card))?).map_err(|_| SealError)
}

fn owner(website: &WebsiteId, card: &GiftCardId) -> String {
    format!("gift-card:{website}:{card}")
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{new_code, read_code};

    #[test]
    fn codes_can_be_read_out_and_are_never_the_same() {
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
