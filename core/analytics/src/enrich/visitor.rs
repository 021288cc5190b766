//! The number by which the events of a visitor are counted together. Without an identifier it is made from the address
//! and the user agent with a key that is forgotten at midnight: nobody can tell afterwards whose events they were, or
//! whether two days had the same visitor.

use std::fmt;

use ring::digest::{SHA256, digest};
use ring::hmac::{Context, HMAC_SHA256, Key};
use stoa_kernel::id::WebsiteId;

/// The key of a day, UTC.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Salt(pub [u8; 32]);

impl fmt::Debug for Salt {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Salt(…)")
    }
}

/// The visitor of a request without an identifier. `network` is the address, or the /64 of an IPv6 address.
pub fn unidentified_visitor(salt: &Salt, website: &WebsiteId, network: &str, user_agent: &str) -> i64 {
    let mut signing = Context::with_key(&Key::new(HMAC_SHA256, &salt.0));
    for part in [website.as_str(), network, user_agent] {
        signing.update(part.as_bytes());
        signing.update(&[0]);
    }
    number(signing.sign().as_ref())
}

/// The visitor with an identifier.
pub fn identified_visitor(website: &WebsiteId, identifier: &str) -> i64 {
    number(digest(&SHA256, format!("{website}\0{identifier}").as_bytes()).as_ref())
}

/// The first 63 bits.
fn number(hash: &[u8]) -> i64 {
    let first = hash.first_chunk::<8>().copied().unwrap_or_default();
    i64::from_be_bytes(first) & i64::MAX
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn visitors_are_the_same_for_a_day_on_one_site() {
        let (one, other) = (WebsiteId::generate(), WebsiteId::generate());
        let (today, tomorrow) = (Salt([1; 32]), Salt([2; 32]));
        let visitor = unidentified_visitor(&today, &one, "203.0.113.1/32", "agent");
        assert_eq!(visitor, unidentified_visitor(&today, &one, "203.0.113.1/32", "agent"));
        for changed in [
            unidentified_visitor(&tomorrow, &one, "203.0.113.1/32", "agent"),
            unidentified_visitor(&today, &other, "203.0.113.1/32", "agent"),
            unidentified_visitor(&today, &one, "203.0.113.2/32", "agent"),
            unidentified_visitor(&today, &one, "203.0.113.1/32", "other"),
        ] {
            assert_ne!(visitor, changed);
        }
        assert_ne!(identified_visitor(&one, "a"), identified_visitor(&other, "a"));
        assert!(visitor >= 0);
    }
}
