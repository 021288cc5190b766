//! Time-based one-time codes of authenticator apps (RFC 6238 with the values that apps expect: HMAC-SHA-1, six digits,
//! thirty seconds).

use stoa_kernel::clock::Timestamp;
use totp_rs::{Algorithm, Builder, Secret, TotpError};

/// The time step that this code belongs to, when it is later than `after` and within the tolerance.
pub(crate) fn step_of(secret: &[u8], code: &str, now: Timestamp, after: i64) -> Option<i64> {
    let typed: String = code.chars().filter(|character| !character.is_whitespace()).collect();
    let now = u64::try_from(now.seconds()).ok()?;
    // Compares in constant time.
    let step = generator(secret).build_noncompliant().check(&typed, now)?;
    i64::try_from(step).ok().filter(|step| *step > after)
}

/// A code may be one time step early or late: clocks differ, and people type slowly.
fn generator(secret: &[u8]) -> Builder {
    Builder::new()
        .with_algorithm(Algorithm::SHA1)
        .with_digits(6)
        .with_step_duration(30)
        .with_skew(1)
        .with_secret(secret)
}

/// A secret as typed into an app.
pub(crate) fn base32(secret: &[u8]) -> String {
    Secret::from(secret).to_base32()
}

/// A secret as an `otpauth:` URI; see the key URI format shared by apps.
pub(crate) fn uri(secret: &[u8], issuer: &str, email: &str) -> Result<String, TotpError> {
    // The format uses colons as separators, even if they are encoded.
    let account = email.replace(':', "_");
    generator(secret).with_issuer(Some(issuer)).with_account_name(account).build_noncompliant().to_url()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECRET: &[u8] = b"12345678901234567890";
    const STEP_MS: i64 = 30_000;

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
            assert_eq!(step_of(SECRET, code, Timestamp::from_ms(seconds * 1000), 0), Some(seconds / 30), "{code}");
        }
    }

    #[test]
    fn totp_code_tolerance_and_single_use() {
        let now = Timestamp::from_ms(1_111_111_109_000);
        let step = now.ms() / STEP_MS;
        assert_eq!(step_of(SECRET, "081 804", now, 0), Some(step));
        assert_eq!(step_of(SECRET, "081804", now + STEP_MS, 0), Some(step));
        assert_eq!(step_of(SECRET, "081804", now - STEP_MS, 0), Some(step));
        assert_eq!(step_of(SECRET, "081804", now + 2 * STEP_MS, 0), None);
        assert_eq!(step_of(SECRET, "081804", now, step), None, "it was used before");
        for wrong in ["", "081805", "81804", "0818040", "+81804"] {
            assert_eq!(step_of(SECRET, wrong, now, 0), None, "{wrong}");
        }
    }

    #[test]
    fn secrets_are_base32() {
        assert_eq!(base32(SECRET), "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
    }

    #[test]
    fn uris_name_issuer_and_account() {
        let uri = uri(SECRET, "Stoa", "a+b:c@example.com").unwrap();
        let secret = base32(SECRET);
        assert_eq!(uri, format!("otpauth://totp/Stoa:a%2Bb_c%40example.com?secret={secret}&issuer=Stoa"));
    }
}
