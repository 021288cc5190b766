//! Opaque versions (ETags) for data that has no revision number.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest as _, Sha256};
use stoa_kernel::Precondition;

use crate::SiteError;

/// Bytes of the hash that are used.
const HASH_BYTES: usize = 12;

/// Hash of a list of texts.
pub(crate) fn of<'a>(texts: impl Iterator<Item = &'a str>) -> String {
    let mut digest = Sha256::new();
    for text in texts {
        digest.update(text.len().to_le_bytes());
        digest.update(text);
    }
    URL_SAFE_NO_PAD.encode(digest.finalize().get(..HASH_BYTES).unwrap_or_default())
}

/// Refuses a change when the precondition does not hold for the present version.
pub(crate) fn require(seen: &Precondition, now: &str) -> Result<(), SiteError> {
    if seen.holds(now) { Ok(()) } else { Err(SiteError::RevisionStale) }
}
