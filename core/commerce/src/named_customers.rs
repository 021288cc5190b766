//! Customers that an owner selects by e-mail address, such as those of a price list.

use stoa_kernel::error::Checks;

use stoa_address::checked_email;

use crate::contributor_texts;

/// Maximum number of customers per price list or discount.
const MAX_CUSTOMERS: usize = 1_000;

/// Normalises e-mail addresses for storage: lower case, sorted, without duplicates. Errors are reported for the field
/// `customers`.
pub(crate) fn checked(addresses: Vec<String>, checks: &mut Checks) -> Vec<String> {
    let mut kept: Vec<String> = addresses.iter().map(|address| address.trim().to_lowercase()).collect();
    kept.retain(|address| !address.is_empty());
    kept.sort();
    kept.dedup();
    checks.require(!kept.is_empty(), "customers", contributor_texts::ENTER_THE_EMAIL_ADDRESS);
    checks.require(kept.len() <= MAX_CUSTOMERS, "customers", contributor_texts::ENTER_AT_MOST_1_000_CUSTOMERS);
    let wrong = kept.iter().find(|address| checked_email("customers", address).is_err());
    if let Some(wrong) = wrong {
        let shown: String = wrong.chars().take(100).collect();
        checks.require(false, "customers", format!("\u{201c}{shown}\u{201d} is not an email address."));
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(addresses: &[&str]) -> Result<Vec<String>, String> {
        let mut checks = Checks::default();
        let kept = checked(addresses.iter().map(|address| (*address).to_owned()).collect(), &mut checks);
        match checks.finish() {
            Ok(()) => Ok(kept),
            Err(failure) => Err(failure.fields.get("customers").cloned().unwrap_or_default()),
        }
    }

    #[test]
    fn addresses_deduplicated_and_invalid_named() {
        assert_eq!(
            kept(&[" Eve@Example.com", "", "ada@example.com", "eve@example.com"]).unwrap(),
            ["ada@example.com", "eve@example.com"]
        );
        assert_eq!(kept(&[" "]).unwrap_err(), "Enter the email address of at least one customer.");
        assert_eq!(kept(&["ada@example.com", "ada"]).unwrap_err(), "\u{201c}ada\u{201d} is not an email address.");
        let many: Vec<String> = (0..=MAX_CUSTOMERS).map(|number| format!("c{number}@example.com")).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        assert_eq!(kept(&many).unwrap_err(), "Enter at most 1,000 customers.");
    }
}
