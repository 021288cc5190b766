//! Proof-of-work captcha without an external service: before a form is sent, the browser searches for a number whose
//! hash begins with a number of zero bits. One form costs a moment, thousands of them cost hours. The challenge is
//! signed and contains its expiry and the key it belongs to, so nothing is stored for it; like the key, a solution is
//! valid once. No crate has such challenges, bound to a key; hash and signature are those of `sha2` and `hmac`.

use async_trait::async_trait;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, Mac as _};
use sha2::{Digest as _, Sha256};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::ports::{Captcha, Guarded, PortError};

/// Required leading zero bits: 65 536 attempts on average.
const BITS: u32 = 16;
/// Lifetime of a challenge: 30 minutes, as long as that of its key.
const LIFETIME_MS: i64 = 30 * 60 * 1_000;
/// Maximum length of a token, bytes.
const MAX_TOKEN_LENGTH: usize = 200;

/// The built-in captcha.
pub struct ProofOfWork {
    secret: Vec<u8>,
}

impl ProofOfWork {
    /// Signs challenges with a secret key.
    pub fn new(secret: Vec<u8>) -> Self {
        Self { secret }
    }

    fn signature(&self, guarded: Guarded<'_>, bits: u32, expires_on: Timestamp) -> Option<Hmac<Sha256>> {
        let mut signing = Hmac::<Sha256>::new_from_slice(&self.secret).ok()?;
        signing.update(format!("{}\n{}\n{bits}\n{expires_on}", guarded.website, guarded.key).as_bytes());
        Some(signing)
    }

    fn solves(&self, guarded: Guarded<'_>, token: &str) -> Option<()> {
        let (challenge, number) = token.rsplit_once('.').filter(|_| token.len() <= MAX_TOKEN_LENGTH)?;
        number.parse::<u64>().ok()?;
        let mut parts = challenge.splitn(3, '.');
        let bits: u32 = parts.next()?.parse().ok()?;
        let expires_on: Timestamp = parts.next()?.parse().ok()?;
        let signature = URL_SAFE_NO_PAD.decode(parts.next()?).ok()?;
        self.signature(guarded, bits, expires_on)?.verify_slice(&signature).ok()?;
        (expires_on >= guarded.now && zero_bits(&Sha256::digest(token)) >= bits).then_some(())
    }
}

#[async_trait]
impl Captcha for ProofOfWork {
    fn challenge(&self, guarded: Guarded<'_>) -> Option<String> {
        let expires_on = guarded.now.saturating_add_ms(LIFETIME_MS);
        let signature = self.signature(guarded, BITS, expires_on)?.finalize().into_bytes();
        Some(format!("{BITS}.{expires_on}.{}", URL_SAFE_NO_PAD.encode(signature)))
    }

    async fn is_solved(&self, guarded: Guarded<'_>, token: &str) -> Result<bool, PortError> {
        Ok(self.solves(guarded, token).is_some())
    }
}

fn zero_bits(hash: &[u8]) -> u32 {
    let whole = hash.iter().take_while(|byte| **byte == 0).count();
    let rest = hash.get(whole).map_or(0, |byte| byte.leading_zeros());
    u32::try_from(whole).unwrap_or(0).saturating_mul(8).saturating_add(rest)
}
