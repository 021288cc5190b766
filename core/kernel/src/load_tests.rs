//! What load tests may not do: their rules for addresses and payment methods. The texts are for those who run them, who
//! read English.

use crate::error::{ErrorCode, Failure};

/// Whether an e-mail address can belong to nobody (RFC 6761): those of load tests end so.
pub fn is_nobodys_address(email: &str) -> bool {
    let domain = email.trim().rsplit_once('@').map_or("", |(_, domain)| domain);
    domain.rsplit('.').next().is_some_and(|last| last.eq_ignore_ascii_case("invalid"))
}

/// The refusal of an address that could belong to someone.
pub fn real_address() -> Failure {
    let detail = "E-mail addresses in load tests end in .invalid, such as shopper@test.invalid.";
    Failure::new(ErrorCode::LoadTestRealAddress, detail)
}

/// The refusal of a payment method that takes real money.
pub fn real_method() -> Failure {
    let detail = "Load tests pay with methods in test mode only. This one takes real money: choose another one.";
    Failure::new(ErrorCode::LoadTestRealMethod, detail)
}

#[cfg(test)]
mod tests {
    use super::is_nobodys_address;

    #[test]
    fn addresses_of_nobody() {
        for address in ["shopper-7@night.invalid", "a@INVALID", " b@x.y.Invalid "] {
            assert!(is_nobodys_address(address), "{address}");
        }
        for address in ["a@example.com", "a.invalid@example.com", "a@notinvalid", "invalid", "", "a@x.invalid.com"] {
            assert!(!is_nobodys_address(address), "{address}");
        }
    }
}
