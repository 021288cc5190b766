//! Message authentication codes and random bytes for plugins.

use hmac::Hmac;
use rand::RngCore as _;
use sha1::Sha1;
use sha2::{Sha256, Sha512};
use subtle::ConstantTimeEq as _;

use crate::bindings::imports::stoa::plugin::crypto::{Host, Mac};
use crate::capability::GuestState;
use crate::model::Secret;

const MAX_RANDOM_BYTES: usize = 256;

impl GuestState {
    /// A secret that the manifest declares and the site has set.
    pub(crate) fn secret(&self, name: &str) -> Option<&Secret> {
        if !self.plugin.info.permissions.secrets.iter().any(|declared| declared == name) {
            return None;
        }
        self.activation()?.secrets.get(name)
    }
}

impl Host for GuestState {
    fn sign(&mut self, alg: Mac, secret: String, data: Vec<u8>) -> Option<Vec<u8>> {
        sign(alg, self.secret(&secret)?.expose(), &data)
    }

    fn verify(&mut self, alg: Mac, secret: String, data: Vec<u8>, tag: Vec<u8>) -> bool {
        let Some(expected) = self.secret(&secret).and_then(|secret| sign(alg, secret.expose(), &data)) else {
            return false;
        };
        expected.ct_eq(&tag).into()
    }

    fn random(&mut self, len: u32) -> Vec<u8> {
        let length = usize::try_from(len).unwrap_or(usize::MAX).min(MAX_RANDOM_BYTES);
        let mut bytes = vec![0; length];
        rand::rng().fill_bytes(&mut bytes);
        bytes
    }
}

fn sign(alg: Mac, key: &[u8], data: &[u8]) -> Option<Vec<u8>> {
    fn run<M: hmac::Mac + hmac::digest::KeyInit>(key: &[u8], data: &[u8]) -> Option<Vec<u8>> {
        let mut mac = <M as hmac::Mac>::new_from_slice(key).ok()?;
        mac.update(data);
        Some(mac.finalize().into_bytes().to_vec())
    }
    match alg {
        Mac::HmacSha1 => run::<Hmac<Sha1>>(key, data),
        Mac::HmacSha256 => run::<Hmac<Sha256>>(key, data),
        Mac::HmacSha512 => run::<Hmac<Sha512>>(key, data),
    }
}

#[cfg(test)]
mod tests {
    use super::{Mac, sign};

    /// RFC 2202 and RFC 4231, test case 2.
    #[test]
    fn crypto_test_vectors() {
        let tag = |alg| hex::encode(sign(alg, b"Jefe", b"what do ya want for nothing?").expect("any key length"));
        assert_eq!(tag(Mac::HmacSha1), "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79");
        assert_eq!(tag(Mac::HmacSha256), "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
        assert!(tag(Mac::HmacSha512).starts_with("164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea250554"));
    }
}
