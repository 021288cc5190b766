//! The signed pass that each request of a run carries.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::encryption::Cipher;
use stoa_kernel::id::{LoadRunId, WebsiteId};

/// Owner of the fingerprints of passes, so that no other fingerprint is accepted as one.
const OWNER: &str = "passes of load tests";

/// What each request of a run carries. It is signed, so it is checked without a query; whether the run still goes on is
/// in the database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunPass {
    /// The run.
    pub run: LoadRunId,
    /// The site that it is for.
    pub website: WebsiteId,
    /// When the run ends by itself.
    pub ends_on: Timestamp,
    /// Most calls per second.
    pub max_calls_per_second: u32,
}

impl RunPass {
    /// The pass as text for a header.
    pub fn sealed(&self, cipher: &Cipher) -> String {
        let said = self.said();
        let signature = cipher.fingerprint(said.as_bytes(), OWNER);
        URL_SAFE_NO_PAD.encode(format!("{said}|{signature}"))
    }

    /// Reads a pass; none when it was not made with this key.
    pub fn open(text: &str, cipher: &Cipher) -> Option<Self> {
        let text = String::from_utf8(URL_SAFE_NO_PAD.decode(text).ok()?).ok()?;
        let (said, signature) = text.rsplit_once('|')?;
        // Compared as digests, so that the time of the comparison says nothing about the signature.
        let expected = cipher.fingerprint(said.as_bytes(), OWNER);
        let digest = |signature: &str| cipher.fingerprint(signature.as_bytes(), OWNER);
        if digest(signature) != digest(&expected) {
            return None;
        }
        let mut parts = said.split('|');
        let pass = Self {
            run: parts.next()?.parse().ok()?,
            website: parts.next()?.parse().ok()?,
            ends_on: Timestamp::from_ms(parts.next()?.parse().ok()?),
            max_calls_per_second: parts.next()?.parse().ok()?,
        };
        parts.next().is_none().then_some(pass)
    }

    fn said(&self) -> String {
        format!("{}|{}|{}|{}", self.run, self.website, self.ends_on.ms(), self.max_calls_per_second)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passes_cannot_be_changed() {
        let cipher = Cipher::new(&[7; 32]).unwrap();
        let pass = RunPass {
            run: LoadRunId::generate(),
            website: WebsiteId::generate(),
            ends_on: Timestamp::from_ms(1_000),
            max_calls_per_second: 20,
        };
        let text = pass.sealed(&cipher);
        assert_eq!(RunPass::open(&text, &cipher), Some(pass.clone()));
        assert_eq!(RunPass::open(&text, &Cipher::new(&[8; 32]).unwrap()), None);
        let plain = String::from_utf8(URL_SAFE_NO_PAD.decode(&text).unwrap()).unwrap();
        let faster = URL_SAFE_NO_PAD.encode(plain.replacen("|20|", "|900|", 1));
        for other in ["", "?", faster.as_str(), &text[1..]] {
            assert_eq!(RunPass::open(other, &cipher), None, "{other}");
        }
    }
}
