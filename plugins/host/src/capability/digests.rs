//! Digests for plugins, and signatures that they check with public keys.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ring::signature::{
    ECDSA_P256_SHA256_ASN1, ECDSA_P256_SHA256_FIXED, ED25519, RSA_PKCS1_2048_8192_SHA256, RSA_PSS_2048_8192_SHA256,
    UnparsedPublicKey, VerificationAlgorithm,
};
use sha1::Sha1;
use sha2::{Digest as _, Sha256, Sha512};
use subtle::ConstantTimeEq as _;

use crate::bindings::imports2::stoa::plugin0_2_0::digests::{Hash, Host, Scheme};
use crate::capability::GuestState;

/// Encoded algorithms of public keys: the object identifiers, and their parameters.
const RSA: &[u8] = &[0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01, 0x05, 0x00];
const P256: &[u8] =
    &[0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01, 0x06, 0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07];
const EDWARDS: &[u8] = &[0x06, 0x03, 0x2b, 0x65, 0x70];

const SEQUENCE: u8 = 0x30;
const BIT_STRING: u8 = 0x03;
/// Bytes of an ECDSA signature that is not DER.
const FIXED_SIGNATURE: usize = 64;

impl Host for GuestState {
    fn digest(&mut self, hash: Hash, data: Vec<u8>) -> Vec<u8> {
        digest(hash, &data)
    }

    fn verify(&mut self, scheme: Scheme, public_key: Vec<u8>, data: Vec<u8>, signature: Vec<u8>) -> bool {
        is_signed(scheme, &public_key, &data, &signature)
    }

    fn equal(&mut self, one: Vec<u8>, other: Vec<u8>) -> bool {
        one.ct_eq(&other).into()
    }
}

fn digest(hash: Hash, data: &[u8]) -> Vec<u8> {
    match hash {
        Hash::Sha1 => Sha1::digest(data).to_vec(),
        Hash::Sha256 => Sha256::digest(data).to_vec(),
        Hash::Sha512 => Sha512::digest(data).to_vec(),
    }
}

fn is_signed(scheme: Scheme, public_key: &[u8], data: &[u8], signature: &[u8]) -> bool {
    let Some(der) = in_der(public_key) else { return false };
    let with = |algorithm: &'static dyn VerificationAlgorithm, kind: &[u8]| {
        key_of(kind, &der).is_some_and(|key| UnparsedPublicKey::new(algorithm, key).verify(data, signature).is_ok())
    };
    match scheme {
        Scheme::RsaPkcs1Sha256 => with(&RSA_PKCS1_2048_8192_SHA256, RSA),
        Scheme::RsaPssSha256 => with(&RSA_PSS_2048_8192_SHA256, RSA),
        Scheme::EcdsaP256Sha256 => {
            (signature.len() == FIXED_SIGNATURE && with(&ECDSA_P256_SHA256_FIXED, P256))
                || with(&ECDSA_P256_SHA256_ASN1, P256)
        }
        Scheme::Ed25519 => with(&ED25519, EDWARDS),
    }
}

/// The bytes of a key that may be PEM.
fn in_der(key: &[u8]) -> Option<Vec<u8>> {
    let Some(text) = std::str::from_utf8(key).ok().filter(|text| text.trim_start().starts_with("-----")) else {
        return Some(key.to_vec());
    };
    let (_, behind) = text.split_once("-----BEGIN PUBLIC KEY-----")?;
    let (body, _) = behind.split_once("-----END PUBLIC KEY-----")?;
    STANDARD.decode(body.split_ascii_whitespace().collect::<String>()).ok()
}

/// The key within a SubjectPublicKeyInfo of an algorithm.
fn key_of<'a>(algorithm: &[u8], der: &'a [u8]) -> Option<&'a [u8]> {
    let (whole, rest) = element(SEQUENCE, der)?;
    let (named, behind) = element(SEQUENCE, whole)?;
    let (bits, end) = element(BIT_STRING, behind)?;
    let (unused, key) = bits.split_first()?;
    let fits = named == algorithm && rest.is_empty() && end.is_empty() && *unused == 0;
    fits.then_some(key)
}

/// Content of the first DER element, which has to be of this type, and what follows it.
fn element(tag: u8, der: &[u8]) -> Option<(&[u8], &[u8])> {
    let (found, der) = der.split_first()?;
    let (first, der) = der.split_first()?;
    let (length, der) = if *first < 0x80 {
        (usize::from(*first), der)
    } else {
        // Keys have at most 64 KiB.
        let bytes = usize::from(*first & 0x7f);
        let (long, der) = der.split_at_checked(bytes).filter(|_| (1..=2).contains(&bytes))?;
        (long.iter().fold(0, |length, byte| length << 8 | usize::from(*byte)), der)
    };
    der.split_at_checked(length).filter(|_| *found == tag)
}
