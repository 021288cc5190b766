//! Time-based one-time codes of authenticator apps (RFC 6238 with the values that apps expect: HMAC-SHA-1, six digits,
//! thirty seconds).

use hmac::{Hmac, Mac as _};
use sha1::Sha1;
use subtle::ConstantTimeEq as _;

/// Time step of a code, milliseconds.
const STEP_MS: i64 = 30_000;
const DIGITS: usize = 6;
/// A code may be this many time steps early or late: clocks differ, and people type slowly.
const TOLERANCE: i64 = 1;
/// Base 32 alphabet of RFC 4648, in which apps expect the secret.
const ALPHABET: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/// The time step that this code belongs to, when it is later than `after` and within the tolerance.
pub(crate) fn step_of(secret: &[u8], code: &str, now_ms: i64, after: i64) -> Option<i64> {
    let typed: String = code.chars().filter(|character| !character.is_whitespace()).collect();
    let now = now_ms.div_euclid(STEP_MS);
    (now - TOLERANCE..=now + TOLERANCE)
        .filter(|step| *step > after)
        .find(|step| code_at(secret, *step).as_bytes().ct_eq(typed.as_bytes()).into())
}

/// The code of a time step.
fn code_at(secret: &[u8], step: i64) -> String {
    let number = Hmac::<Sha1>::new_from_slice(secret).map_or(0, |mut mac| {
        mac.update(&step.to_be_bytes());
        truncated(&mac.finalize().into_bytes())
    });
    format!("{:0DIGITS$}", number % 10_u32.pow(DIGITS as u32))
}

/// Dynamic truncation (RFC 4226, 5.3): four bytes of a hash as a number; its last four bits are the offset.
fn truncated(hash: &[u8]) -> u32 {
    let start = hash.last().map_or(0, |last| usize::from(last & 15));
    let number = hash.iter().skip(start).take(4).fold(0, |number: u32, byte| (number << 8) | u32::from(*byte));
    number & 0x7fff_ffff
}

/// A secret as typed into an app.
pub(crate) fn base32(bytes: &[u8]) -> String {
    let bit = |at: usize| bytes.get(at / 8).is_some_and(|byte| (byte >> (7 - at % 8)) & 1 == 1);
    let letter = |at: usize| (at..at + 5).fold(0, |five: usize, at| (five << 1) | usize::from(bit(at)));
    (0..bytes.len() * 8).step_by(5).filter_map(|at| ALPHABET.get(letter(at))).map(|byte| char::from(*byte)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECRET: &[u8] = b"12345678901234567890";

    #[test]
    fn totp_rfc_test_vectors() {
        for (seconds, code) in [
            (59, "287082"),
            (1_111_111_109, "081804"),
            (1_111_111_111, "050471"),
            (1_234_567_890, "005924"),
            (2_000_000_000, "279037"),
            (20_000_000_000, "353130"),
        ] {
            assert_eq!(code_at(SECRET, seconds / 30), code);
        }
    }

    #[test]
    fn totp_code_tolerance_and_single_use() {
        let now = 1_111_111_109_000;
        let step = now / STEP_MS;
        assert_eq!(step_of(SECRET, "081 804", now, 0), Some(step));
        assert_eq!(step_of(SECRET, "081804", now + STEP_MS, 0), Some(step));
        assert_eq!(step_of(SECRET, "081804", now - STEP_MS, 0), Some(step));
        assert_eq!(step_of(SECRET, "081804", now + 2 * STEP_MS, 0), None);
        assert_eq!(step_of(SECRET, "081804", now, step), None, "it was used before");
        for wrong in ["", "081805", "81804", "0818040"] {
            assert_eq!(step_of(SECRET, wrong, now, 0), None, "{wrong}");
        }
    }

    #[test]
    fn secrets_are_base32() {
        assert_eq!(base32(SECRET), "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
    }
}
